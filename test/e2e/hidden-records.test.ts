/**
 * Prune deletes nothing that a hidden achievement may use, also if the service ignores the filter
 * that shows such achievements.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inGame } from "../support/cli.ts";
import type { Contents } from "../support/service/panel.ts";
import type { Door, ServiceOptions } from "../support/service/service.ts";

const groups = [
  { custom_id: "used", name: "Used" },
  { custom_id: "unused", name: "Unused" },
];
const secret = {
  custom_id: "hidden",
  name: "Hidden",
  is_secret: true,
  custom_criteria_group_id: "used",
};
const visible = { custom_id: "shown", name: "Shown" };
const manifests = { "game.yaml": "criteria_groups: []\n" };

/** Takes parameters of lists of achievements away, as a service does that ignores them. */
const ignoring =
  (isIgnored: (name: string, value: string) => boolean): Door =>
  (_, carryOut, request) => {
    const url = new URL(request.url);
    if (request.method !== "GET") return carryOut();
    for (const [name, value] of [...url.searchParams])
      if (isIgnored(name, value)) url.searchParams.delete(name);
    return carryOut(new Request(url, request));
  };
const withoutFilters = ignoring((name) => name.startsWith("filter"));

async function pruned(achievements: Contents["achievements"], service: ServiceOptions = {}) {
  const live = { criteria_groups: groups, achievements: achievements ?? [] };
  const game = await inGame({ manifests, live, service });
  const plan = await game.run([
    "plan",
    "--prune",
    "--format",
    "json",
    "--allow",
    "empties-kind",
    "--allow",
    "mass-change",
  ]);
  const { steps, kept } = JSON.parse(plan.stdout).plans[0];
  const ids = (all: readonly { address: string; reason?: string }[]) =>
    all.map(({ address, reason = "" }) => `${address.split("/")[1]} ${reason}`.trim());
  const lists = game.requests().filter(({ path }) => path.endsWith("/achievements"));
  return {
    deleted: ids(steps),
    kept: ids(kept),
    lists: lists.map(({ query }) => query),
    stderr: plan.stderr,
  };
}

const KEPT = ["unused unseen-referrers", "used unseen-referrers"];

describe("a list of achievements without any secret one", () => {
  it("is whole if the service returns nothing for the secret ones alone", async () => {
    const { deleted, kept, lists } = await pruned([visible]);
    expect({ deleted, kept }).toEqual({ deleted: ["unused", "used"], kept: [] });
    expect(lists).toHaveLength(2);
  });

  it.each<[string, Contents["achievements"], Door]>([
    ["returns the others for the secret ones alone", [secret, visible], withoutFilters],
    [
      "returns a secret one only for them alone",
      [secret, visible],
      ignoring((_, value) => value === "with"),
    ],
    ["returns no achievement, and refuses no filter", [secret], withoutFilters],
  ])("may lack some if the service %s", async (_, achievements, door) => {
    const { deleted, kept, lists, stderr } = await pruned(achievements, { door });
    expect({ deleted, kept }).toEqual({ deleted: [], kept: KEPT });
    expect(lists).toHaveLength(2);
    expect(stderr).toContain("parameter-not-supported");
  });

  it("may lack some if the service refuses to return them alone", async () => {
    const door: Door = async (_, carryOut, request) =>
      new URL(request.url).searchParams.get("filter[secret]") === "only"
        ? Response.json({ message: "No." }, { status: 500 })
        : carryOut();
    expect((await pruned([visible], { door })).kept).toEqual(KEPT);
  });

  it("is whole if it is empty and the service refuses unknown filters", async () => {
    const { deleted, lists } = await pruned([]);
    expect(deleted).toEqual(["unused", "used"]);
    expect(lists).toHaveLength(2);
  });
});

it("a list with a secret achievement needs no other request", async () => {
  const { deleted, kept, lists } = await pruned([secret, visible]);
  expect({ deleted, kept }).toEqual({ deleted: ["unused"], kept: ["used still-referenced"] });
  expect(lists).toHaveLength(1);
});

it("the service is asked only if something may be deleted", async () => {
  const game = await inGame({
    manifests,
    live: { criteria_groups: groups, achievements: [visible] },
  });
  await game.run(["plan"]);
  expect(game.requests().filter(({ path }) => path.endsWith("/achievements"))).toEqual([]);
});

it.each([403, 404, 405, 406, 410, 422])(
  "a filter that is answered %i is left out, and prune keeps",
  async (status) => {
    const door: Door = async (_, carryOut, request) =>
      request.url.includes("filter") ? Response.json({ message: "No." }, { status }) : carryOut();
    const { deleted, kept, stderr } = await pruned([secret, visible], { door });
    expect({ deleted, kept }).toEqual({ deleted: [], kept: KEPT });
    expect(stderr).toContain("refused");
  },
);

describe("a pull of achievements that are not in the list", () => {
  const declared = {
    "game.yaml": "achievements:\n  - { custom_id: hidden, name: Hidden, is_secret: true }\n",
  };

  async function pulled(live: Contents["achievements"], service: ServiceOptions = {}) {
    const game = await inGame({ manifests: declared, live: { achievements: live ?? [] }, service });
    const { exit, stderr } = await game.run(["pull", "--yes"]);
    const text = await readFile(join(game.folder, "manifests", "game.yaml"), "utf8");
    return { exit, text, stderr };
  }

  it.each<[string, Contents["achievements"], ServiceOptions]>([
    [
      "ignores the filter",
      [{ custom_id: "hidden", name: "Hidden", is_secret: true }],
      { door: withoutFilters },
    ],
    [
      "ignores the filter, and shows another one",
      [{ custom_id: "hidden", name: "Hidden", is_secret: true }, visible],
      { door: withoutFilters },
    ],
  ])("keeps them if the service %s", async (_, live, service) => {
    const { exit, text, stderr } = await pulled(live, service);
    expect(exit).toBe(0);
    expect(text).toContain("custom_id: hidden");
    expect(stderr).toContain("achievement/hidden is not in the list that the service shows");
  });

  it("deletes them if the service shows that it takes the filter", async () => {
    const { exit, text, stderr } = await pulled([visible]);
    expect(exit).toBe(0);
    expect(text).not.toContain("custom_id: hidden");
    expect(stderr).not.toContain("may hide it");
  });
});
