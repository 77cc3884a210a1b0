/** Counts what became of the runs under each fault, and shows the table of it. */
import { inParallel } from "../../../src/model/collections.ts";
import type { Fault } from "../../support/service/service.ts";
import type { Stage, Verdict } from "./trial.ts";

/** Runs at once: answers that never come are waited for side by side. */
const AT_ONCE = 6;

/** `npm run test:faults` tries every fault at every request; otherwise a part of that, the same one each time. */
export const isWhole = process.env.LAUREL_FAULTS === "whole";

/** What one run has to bear, and how it is called if it fails. */
export interface Ordeal {
  readonly name: string;
  readonly faults: readonly Fault[];
}

export interface Counts {
  /** Tries each ordeal, counts, and gives the sentences about what was lost. */
  tryAll(row: string, stage: Stage, ordeals: readonly Ordeal[]): Promise<readonly string[]>;
  /** The table so far, with a last row for all of it. */
  table(): string;
}

type Row = Record<Verdict["end"], number>;

export function openCounts(title: string): Counts {
  const rows = new Map<string, Row>();
  return {
    tryAll: async (row, stage, ordeals) => {
      const counts: Row = { "retried away": 0, told: 0, lost: 0 };
      rows.set(row, counts);
      const lost: string[] = [];
      const tryOne = async ({ name, faults }: Ordeal): Promise<void> => {
        const verdict = await stage.trial(faults);
        counts[verdict.end] += 1;
        if (verdict.end !== "lost") return;
        const { problems, run } = verdict;
        lost.push(`${name}: ${problems.join("\n")}\nexit ${run.exit}\n${run.stdout}${run.stderr}`);
      };
      await inParallel(ordeals, { limit: AT_ONCE }, tryOne);
      return lost;
    },
    table: () => {
      const sum = (end: Verdict["end"]): number => [...rows.values()].reduce((total, row) => total + row[end], 0);
      const all: Row = { "retried away": sum("retried away"), told: sum("told"), lost: sum("lost") };
      const lines = [...rows, ["all", all] as const].map(([name, { "retried away": away, told, lost }]) => {
        return `| ${name} | ${away + told + lost} | ${away} | ${told} | ${lost} |`;
      });
      return [
        `\n${title}\n`,
        "| Fault | Runs | Retried away | Told | Lost |",
        "| --- | --: | --: | --: | --: |",
        ...lines,
        "",
      ].join("\n");
    },
  };
}

/** Every `step`-th number from 1 to `last`, begun at another place for each row; all of them in a whole run. */
export function sampled(last: number, step: number, row: number): readonly number[] {
  const all = Array.from({ length: last }, (_, index) => index + 1);
  return isWhole ? all : all.filter((number) => number % step === (row * 7) % step);
}
