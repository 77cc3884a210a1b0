import { catalog } from "../../src/catalog/index.ts";
import type { LiveGame, Step } from "../../src/model/model.ts";
import { simulate } from "../../src/plan/simulate.ts";

/** A service that ignores what it takes only at creation: the attempts change nothing, everything else is carried out. */
export function carryOut(
  live: LiveGame,
  all: readonly Step[],
  onState: (state: LiveGame, step: Step) => void = () => {},
): LiveGame {
  let state = live;
  for (const step of all) {
    const next = simulate(state, [step], catalog);
    state = step.verifies === undefined ? next : ignoring(state, next, step);
    onState(state, step);
  }
  return state;
}

function ignoring(before: LiveGame, after: LiveGame, { address, verifies = [] }: Step): LiveGame {
  const [old, next] = [before.resources.get(address), after.resources.get(address)];
  if (old === undefined || next === undefined) return after;
  const keep = <Value>(values: Readonly<Record<string, Value>>, from: Readonly<Record<string, Value>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, verifies.includes(name) ? (from[name] as Value) : value]),
    );
  const kept = { ...next, body: keep(next.body, old.body), links: keep(next.links, old.links) };
  return { ...after, resources: new Map([...after.resources, [address, kept]]) };
}

/** A service that takes everything in PUT: replacements are not needed. */
export function carryOutTaking(
  live: LiveGame,
  all: readonly Step[],
  onState: (state: LiveGame, step: Step) => void = () => {},
): LiveGame {
  let state = live;
  for (const step of all.filter(({ fallback_of }) => fallback_of === undefined)) {
    state = simulate(state, [step], catalog);
    onState(state, step);
  }
  return state;
}
