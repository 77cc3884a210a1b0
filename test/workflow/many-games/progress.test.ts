/** Progress of games that run side by side. */
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { NO_SECRETS } from "../../../src/analysis/secrets.ts";
import type { ProcessPorts } from "../../../src/cli/terminal/ports.ts";
import { openProgress } from "../../../src/cli/terminal/progress.ts";
import { openReporter } from "../../../src/cli/terminal/reporter.ts";
import type { ApplyEvent } from "../../../src/model/events.ts";
import { createSignals, movingClock, runCli, testService } from "../../support/cli.ts";
import { plan, step } from "../../view/sample-plans.ts";
import { ENV, gameNames, manyGames } from "./games.ts";

function portsInto(written: string[], isTerminal: boolean): ProcessPorts {
  const output = { write: (text: string) => written.push(text), isTerminal, columns: 60 };
  return { env: {}, stdout: output, stderr: output, clock: movingClock() } as unknown as ProcessPorts;
}

describe("the progress of two games", () => {
  const [one, two] = ["one", "two"].map((game) =>
    plan([step("create", "reward/a"), step("create", "reward/b")], { game }),
  );

  function shown(isTerminal: boolean): readonly string[] {
    const written: string[] = [];
    const ports = portsInto(written, isTerminal);
    if (one === undefined || two === undefined) throw new Error("no plans");
    const options = { ports, reporter: openReporter({}, ports) };
    const [first, second] = [one, two].map((game) =>
      openProgress({ plan: game, secrets: NO_SECRETS, isSeveral: true }, options),
    ) as [(event: ApplyEvent) => void, (event: ApplyEvent) => void];
    const [a = "", b = ""] = one.steps.map(({ id }) => id);
    first({ type: "started", step: a });
    second({ type: "started", step: b });
    first({ type: "done", step: a });
    second({ type: "done", step: b });
    second({
      type: "finished",
      totals: { done: 1, not_verified: 0, failed: 0, skipped: 0, not_started: 0 },
    });
    return written;
  }

  it("shares one live line, about the game of which something was heard last", () => {
    const lines = shown(true).map((text) => stripVTControlCharacters(text).replace("\r", ""));
    expect(lines).toEqual(["one [0/2] create reward/a", "two [0/2] create reward/b", "one [1/2] ", "two [1/2] ", ""]);
  });
});

describe("an interruption while many games are planned", () => {
  it.each([
    ["apply --yes --format json", "results"],
    ["plan --format json", "games"],
  ])("ends %s at once, and tells which were not started", async (command, list) => {
    const signals = createSignals();
    const service = await testService({ onRequest: () => signals.send("SIGINT") });
    const names = gameNames(30);
    const cwd = await manyGames({ names, url: service.url });
    const run = await runCli(command.split(" "), { cwd, env: ENV, signals });
    expect(run.exit).toBe(130);
    const games = JSON.parse(run.stdout)[list];
    expect(games.map(({ game }: { game: string }) => game)).toEqual(names);
    const outcomes = games.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).not.toContain("done");
    expect(outcomes.slice(8)).toEqual(Array(22).fill("not-started"));
    for (const name of names) expect(service.contents(name).rewards).toEqual([]);
  });
});
