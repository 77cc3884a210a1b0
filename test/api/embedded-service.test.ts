import { describe, expect, it } from "vitest";
import { probeAccess, readBack, readGame } from "../../src/api/reader.ts";
import { catalog } from "../../src/catalog/index.ts";
import { encodeCreate, resourcePath } from "../../src/model/codec.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { type ServiceOptions, startService } from "../support/service/service.ts";
import { atEnd, GAME, open } from "./support/game-client.ts";

const named = (id: string, more: JsonObject = {}): JsonObject => ({ custom_id: id, name: `The ${id}`, ...more });
const contents = {
  actions: [
    named("slay"),
    named("hit", { reactions: ["slay"] }),
    ...Array.from({ length: 65 }, (_, index) => named(`a${100 + index}`)),
  ],
  criteria: [named("c1", { custom_action_id: "slay" }), named("c2", { custom_action_id: "hit" })],
  criteria_groups: [
    named("inner", { criteria: ["c1"] }),
    named("outer", { criteria: ["c2"], criteria_groups: ["inner"] }),
  ],
  rewards: [named("egg")],
  achievements: [
    named("open", { custom_criteria_group_id: "outer", rewards: ["egg"], points: 5 }),
    named("hidden", { custom_criteria_group_id: "inner", is_secret: true }),
  ],
  leaderboards: [named("board")],
};
const wanted = { kinds: catalog.map((kind) => kind.name), linksOf: () => true };

async function running(options: ServiceOptions = {}) {
  const seen: string[] = [];
  const onRequest: ServiceOptions["onRequest"] = ({ method, path }) => seen.push(`${method} ${path}`);
  const service = await startService({ onRequest, ...options });
  atEnd(() => service.close());
  await service.seed(GAME, contents);
  return { service, seen, ...open(service.url, { token: service.token }) };
}

async function gameOf(options: ServiceOptions) {
  const { client, seen } = await running(options);
  const read = await readGame(client, catalog, wanted);
  if (read.value === undefined) throw new Error(JSON.stringify(read.diagnostics));
  return { game: read.value, warnings: read.diagnostics, seen, client };
}

describe("the embedded service", () => {
  it.each<[string, ServiceOptions]>([
    ["extended", { profile: "extended" }],
    ["extended, with small pages", { profile: "extended", maxPageSize: 7 }],
    ["extended, which embeds no more than public clients ask for", { profile: "extended", includes: "known" }],
    ["extended, with numbers as text", { profile: "extended", scalars: "string" }],
    ["documented", { profile: "documented" }],
    ["documented, with small pages", { profile: "documented", maxPageSize: 7 }],
  ])("is read whole: %s", async (_, options) => {
    const { game, warnings } = await gameOf(options);
    expect(warnings).toEqual([]);
    expect(game.resources.size).toBe(67 + 2 + 2 + 1 + 2 + 1);
    expect(game.resources.get("achievement/hidden")?.body).toMatchObject({ is_secret: true, points: 1 });
    expect(game.resources.get("achievement/open")?.links).toEqual({ rewards: ["egg"] });
    expect(game.resources.get("criteria_group/outer")?.links).toEqual({ criteria: ["c2"], criteria_groups: ["inner"] });
    // docs/service.md#endpoints shows reactions in no answer.
    const isShown = options.profile === "extended";
    expect(game.resources.get("action/hit")?.links).toEqual(isShown ? { reactions: ["slay"] } : {});
    expect(game.resources.get("action/slay")?.links).toEqual(isShown ? { reactions: [] } : {});
    expect(game.access.get("action.reactions")?.read).toBe(
      options.includes === "known" ? "endpoint" : isShown ? "include" : "none",
    );
  });

  it("is asked for every page once, and for nothing else, where it embeds all links", async () => {
    const { seen } = await gameOf({ profile: "extended", maxPageSize: 30 });
    expect(seen).toHaveLength(3 + 5);
  });

  it("is asked for every page once, for a refused word once, and for links only where they need it", async () => {
    const { seen } = await gameOf({ profile: "extended", includes: "known", maxPageSize: 30 });
    const lists = seen.filter((each) => !/(reactions|rewards)$/.test(each) || each.endsWith(`${GAME}/rewards`));
    expect(lists).toHaveLength(3 + 5 + 2);
    expect(seen.filter((each) => each.endsWith("/reactions"))).toHaveLength(67);
    expect(new Set(seen).size).toBe(seen.length - 2 - 2);
  });

  it.each([
    ["extended", "endpoint"],
    ["documented", "field"],
  ] as const)("of the profile %s attaches by %s", async (profile, write) => {
    const { client } = await gameOf({ profile });
    const known = { read: "include", write: "unknown" } as const;
    const found = await probeAccess(client, catalog, "criteria_group", "criteria", "outer", known);
    expect(found.value).toEqual({ read: "include", write });
  });

  it.each([
    ["drop-after", "unknown", true],
    ["drop-before", "unknown", false],
    ["truncate", "done", true],
  ] as const)("with the fault %s, a creation is %s, and reading back shows it", async (effect, outcome, isThere) => {
    const { client } = await running({ faults: [{ effect, when: { method: "POST", to: 1 } }] });
    const kind = catalog.find((each) => each.name === "achievement");
    if (kind === undefined) throw new Error("no such kind");
    const body = encodeCreate(kind, { body: { custom_id: "new", name: "New", is_secret: true } }, {}, "native");
    expect((await client.write({ method: "POST", path: kind.path, body })).outcome).toBe(outcome);
    const back = await readBack(client, catalog, "achievement/new");
    expect(back.value).toEqual(isThere ? expect.objectContaining({ custom_id: "new" }) : "absent");
  });

  it("takes a creation through its redirect from a trailing slash", async () => {
    const { client } = await running({ slashRedirect: true });
    const kind = catalog.find((each) => each.name === "criterion");
    if (kind === undefined) throw new Error("no such kind");
    const body = encodeCreate(kind, { body: { custom_id: "new", name: "New", custom_action_id: "hit" } }, {}, "native");
    const created = await client.write({ method: "POST", path: kind.createPath ?? kind.path, body });
    expect(created).toMatchObject({ outcome: "done", status: 201, record: { custom_id: "new" } });
    const removed = await client.write({ method: "DELETE", path: resourcePath(kind, "new") });
    expect(removed).toEqual({ outcome: "done", status: 204 });
  });

  it("does not accept another token", async () => {
    const { service } = await running();
    const { client } = open(service.url, { token: "another" });
    expect(await client.read("actions", {})).toMatchObject({ outcome: "refused", status: 401 });
  });
});
