import type { Fault, FaultEffect } from "../../support/service/service.ts";
/** A long apply against a service with a rate limit, and what is to be said of it afterwards. */

/** A request as the service saw it. */
export interface Arrival {
  readonly at: number;
  /** `null` when the connection was dropped instead of answered. */
  readonly status: number | null;
}

/** So many of a hundred requests fail, in all the ways that a bad network has, each time the same ones. */
export function faultsIn(percent: number): readonly Fault[] {
  const effects: readonly FaultEffect[] = [
    { effect: "error-before", status: 500 },
    { effect: "error-after", status: 502 },
    { effect: "drop-before" },
    { effect: "drop-after" },
    { effect: "truncate" },
    { effect: "html", status: 200 },
  ];
  const probability = percent / 100 / effects.length;
  return effects.map((effect, index) => ({ ...effect, when: { probability, seed: 1000 + index } }));
}

/** Manifests of so many resources, of kinds that refer to each other. */
export function manifestsOf(count: number): Readonly<Record<string, string>> {
  const lines = (share: number, line: (number: number) => string): string =>
    Array.from({ length: count * share }, (_, index) => `  - { ${line(index)} }\n`).join("");
  return {
    "actions.yaml": `actions:\n${lines(0.1, (n) => `custom_id: act-${n}, name: Act ${n}`)}`,
    "criteria.yaml": `criteria:\n${lines(0.1, (n) => `custom_id: often-${n}, name: Often ${n}, custom_action_id: act-${n}`)}`,
    "rewards.yaml": `rewards:\n${lines(0.7, (n) => `custom_id: prize-${n}, name: Prize ${n}, description: For ${n}`)}`,
    "achievements.yaml": `achievements:\n${lines(0.1, (n) => `custom_id: deed-${n}, name: Deed ${n}, points: ${n}`)}`,
  };
}
