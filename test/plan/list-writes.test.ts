/**
 * No PUT of a list races with a change of its members, where records show lists that have requests
 * of their own, or PUT carries them anyway.
 */
import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT, type Dialect } from "../../src/catalog/dialect.ts";
import { desiredGame, type Entries, type GameText } from "../support/games.ts";
import { ModelService, send } from "../support/model-service.ts";
import { SERVICES, type ServiceShape } from "../support/service-shapes.ts";
import { planned, plannedChange, racesIn } from "./planning.ts";

const criteria = ["c1", "c2"].map((custom_id) => ({ custom_id, custom_action_id: "jump" }));
const around: GameText = { actions: [{ custom_id: "jump" }], criteria };
const group = (custom_id: string, name: string, members: readonly string[]) => ({
  custom_id,
  name,
  criteria: members,
});
const game = (...groups: readonly ReturnType<typeof group>[]): GameText => ({
  ...around,
  criteria_groups: groups,
});
const LIVE = game(group("g", "G", ["c1"]), group("h", "H", ["c1", "c2"]));

const CHANGES: readonly (readonly [title: string, written: GameText, entries: Entries])[] = [
  ["a new name and a new member", game(group("g", "Great", ["c1", "c2"])), {}],
  ["a new name and one member less", game(group("h", "Huge", ["c1"])), {}],
  ["a new name and another member", game(group("g", "Great", ["c2"])), {}],
  ["exchanged names and members", game(group("g", "H", ["c2"]), group("h", "G", ["c1"])), {}],
  [
    "exchanged ids and members",
    game(group("g", "H", ["c2"]), group("h", "G", ["c1", "c2"])),
    { moved: ["gh", "hg"].map(([from = "", to = ""]) => ({ kind: "criteria_group", from, to })) },
  ],
  [
    "a renamed group, and a renamed member that leaves it",
    {
      ...game(group("great", "G", ["c2"])),
      criteria: [
        { custom_id: "first", custom_action_id: "jump", name: "Name of c1" },
        criteria[1] as object,
      ],
    } as GameText,
    {
      moved: [
        { kind: "criteria_group", from: "g", to: "great" },
        { kind: "criterion", from: "c1", to: "first" },
      ],
    },
  ],
];

const SITUATIONS: readonly (readonly [service: string, update: Dialect["update"]])[] = [
  ["ids in the record, and link endpoints", "unknown"],
  ["ids in the record, and link endpoints", "patch"],
  ["a PUT that replaces, and link endpoints", "unknown"],
  ["a PUT that replaces, and link endpoints", "whole"],
  ["a PUT that replaces, and separate lists", "whole"],
];

describe.each(SITUATIONS)("%s (update: %s)", (name, update) => {
  const wish = { dialect: { ...DEFAULT_DIALECT, update } };
  it.each(CHANGES)("%s", (_, written, entries) => {
    const desired = desiredGame(written, entries);
    const start = new ModelService(SERVICES[name] as ServiceShape, "ignored").fill(LIVE);
    const change = plannedChange(desired, start.live(), wish);
    const { steps } = change.plan;
    expect(steps.some(({ action }) => action === "attach" || action === "detach")).toBe(true);
    expect(racesIn(change)).toEqual([]);
    // Whatever is sent first among the steps that may be: the last of them, too.
    for (const pick of [undefined, (ready: typeof steps) => ready.at(-1)]) {
      const service = start.copy();
      send(service, steps, { pick });
      expect(planned(desired, service.live(), wish).steps).toEqual([]);
    }
  });
});
