import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import type { Link } from "../../src/catalog/types.ts";
import { kindNamed, linkNamed } from "../../src/model/catalog-lookup.ts";
import { compareGames } from "../../src/plan/changes.ts";
import { endpointQuestions, firstReads, readsForSafety } from "../../src/plan/reads-needed.ts";
import { accessOf, desiredGame, EXTENDED_ACCESS, liveGame } from "../support/games.ts";

const ALL = { catalog, prune: true };

function linkOf(kind: string, name: string): Link {
  const link = linkNamed(kindNamed(catalog, kind), name);
  if (link === undefined) throw new Error(`no link "${name}"`);
  return link;
}

describe("what is read for a plan", () => {
  it("is what the manifests manage or declare, and the kinds that they refer into", () => {
    const desired = desiredGame({ criteria: [{ custom_id: "c", custom_action_id: "live-only" }] });
    expect(firstReads(desired, catalog, false).kinds).toEqual(["action", "criterion"]);
  });

  it("has the links only of what is declared, or could be pruned", () => {
    const desired = desiredGame({ achievements: [{ custom_id: "mine" }] });
    const asked = (prune: boolean) =>
      ["achievement/mine", "achievement/other", "action/a"].filter((address) =>
        firstReads(desired, catalog, prune).linksOf(address as `${string}/${string}`, linkOf("action", "reactions")),
      );
    expect(asked(false)).toEqual(["achievement/mine"]);
    expect(asked(true)).toEqual(["achievement/mine", "achievement/other"]);
  });

  it("before something is pruned, is whatever else could refer to it, with its links", () => {
    const desired = desiredGame({ criteria: [], actions: [] });
    const live = liveGame({ actions: [{ custom_id: "a" }], criteria: [{ custom_id: "c", custom_action_id: "a" }] });
    const wanted = readsForSafety(compareGames(desired, live, ALL), ALL);
    expect(wanted.kinds).toEqual(["criteria_group", "achievement"]);
    expect(wanted.linksOf("criteria_group/any", linkOf("criteria_group", "criteria"))).toBe(true);
    const rewards = linkOf("achievement", "rewards");
    expect(wanted.linksOf("achievement/any", rewards), "rewards say nothing of an action that goes").toBe(false);
  });
});

describe("whether the service has a link's own requests", () => {
  const unknown = new Map([...EXTENDED_ACCESS, ["criteria_group.criteria", accessOf("include", "unknown")] as const]);
  const criteriaGroup = kindNamed(catalog, "criteria_group");
  const parts = { actions: [{ custom_id: "a" }], criteria: [{ custom_id: "c", custom_action_id: "a" }] };

  it("is asked of an existing resource when members have to change", () => {
    const live = liveGame({ ...parts, criteria_groups: [{ custom_id: "g" }] }, unknown);
    const desired = desiredGame({ ...parts, criteria_groups: [{ custom_id: "g", criteria: ["c"] }] });
    expect(endpointQuestions(compareGames(desired, live, { catalog, prune: false }), catalog)).toMatchObject([
      { kind: criteriaGroup, link: criteriaGroup.links[0], probed: { custom_id: "g" } },
    ]);
  });

  it("is not asked when they need not change, or when a new resource brings them along", () => {
    const live = liveGame({ ...parts, criteria_groups: [{ custom_id: "g", criteria: ["c"] }] }, unknown);
    const same = { custom_id: "g", criteria: ["c"] };
    const desired = desiredGame({ ...parts, criteria_groups: [same, { custom_id: "new", criteria: ["c"] }] });
    expect(endpointQuestions(compareGames(desired, live, { catalog, prune: false }), catalog)).toEqual([]);
  });
});
