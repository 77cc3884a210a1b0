/**
 * The example game, read with nothing but a YAML parser: it shows every feature of manifests, it is as large as a real
 * game, and a player can earn everything in it. What laurel itself says of the example is tested where laurel is.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { catalog } from "../../src/catalog/index.ts";

type Resource = Readonly<Record<string, unknown>>;
interface ConditionGroups {
  readonly operator?: string;
  readonly groups: readonly { readonly operator?: string; readonly conditions: readonly string[] }[];
}

const folder = fileURLToPath(new URL("../../examples/dungeon", import.meta.url));
const files = readdirSync(path.join(folder, "game"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(ya?ml|json)$/.test(file) && !file.endsWith(".test.yaml"))
  .sort();

/** Every resource by kind, in the order of the files; each definition in place stands in its kind, with its id left behind. */
const game = new Map<string, Resource[]>(catalog.map((kind) => [kind.name, []]));
/** `kind.field` of every definition in place and of every plain reference. */
const inPlace = new Set<string>();
const byId = new Set<string>();

function kindOf(name: string) {
  const kind = catalog.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`no kind "${name}"`);
  return kind;
}

/** The reference fields and links of a kind: where another resource is named. */
function placesOf(kind: string): readonly { readonly name: string; readonly to: string }[] {
  const { fields, links } = kindOf(kind);
  return [...fields.filter((field) => field.type === "reference"), ...links];
}

/** Puts a resource into its kind, and whatever it defines in place into theirs; gives its id. */
function hoist(kind: string, resource: Resource): string {
  const flat: Record<string, unknown> = { ...resource };
  for (const { name, to } of placesOf(kind)) {
    const target = (value: unknown) => {
      const defined = typeof value === "object" && value !== null;
      (defined ? inPlace : byId).add(`${kind}.${name}`);
      return defined ? hoist(to, value as Resource) : value;
    };
    const value = flat[name];
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.map(target) : target(value);
  }
  game.get(kind)?.push(flat);
  return String(flat.custom_id);
}

function textOf(file: string): string {
  return readFileSync(path.join(folder, "game", file), "utf8");
}

function documentsOf(file: string): readonly Readonly<Record<string, Resource[]>>[] {
  if (file.endsWith(".json")) return [JSON.parse(textOf(file))];
  return parseAllDocuments(textOf(file), { version: "1.2", strict: true }).map((document) => {
    expect([...document.errors, ...document.warnings], file).toEqual([]);
    return document.toJS();
  });
}

function all(kind: string): readonly Resource[] {
  return game.get(kind) ?? [];
}

function idsIn(resource: Resource, field: string): readonly string[] {
  const value = resource[field];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [String(value)];
}

/** The ids that a resource names in a field, by the resource's own id. */
function namedBy(kind: string, field: string): ReadonlyMap<string, readonly string[]> {
  return new Map(all(kind).map((resource) => [String(resource.custom_id), idsIn(resource, field)]));
}

/** The number of steps on the longest way down from a node; fails on a cycle. */
function depthBelow(graph: ReadonlyMap<string, readonly string[]>, id: string, above: readonly string[] = []): number {
  expect(above, `cycle at ${id}`).not.toContain(id);
  return Math.max(0, ...(graph.get(id) ?? []).map((next) => 1 + depthBelow(graph, next, [...above, id])));
}

function reachable(graph: ReadonlyMap<string, readonly string[]>, id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (const each of found) for (const next of graph.get(each) ?? []) found.add(next);
  return found;
}

function valuesOf(kind: string, field: string): readonly unknown[] {
  return all(kind).flatMap((resource) => (resource[field] === undefined ? [] : [resource[field]]));
}

function conditionsOf(kind: string): readonly ConditionGroups[] {
  return valuesOf(kind, "conditions") as ConditionGroups[];
}

beforeAll(() => {
  for (const file of files) {
    for (const manifest of documentsOf(file)) {
      for (const [plural, resources] of Object.entries(manifest)) {
        const kind = catalog.find((each) => each.plural === plural);
        expect(kind, `${file}: ${plural}`).toBeDefined();
        for (const resource of resources) hoist(kind?.name ?? "", resource);
      }
    }
  }
});

describe("the files", () => {
  test("lie in at least two folders, one is JSON and one holds several documents", () => {
    expect(new Set(files.map((file) => path.dirname(file))).size).toBeGreaterThanOrEqual(3);
    expect(files.filter((file) => file.endsWith(".json"))).not.toEqual([]);
    expect(files.filter((file) => documentsOf(file).length > 1)).not.toEqual([]);
  });

  test("are all listed in the page for designers, and nothing else is", () => {
    const listed = readFileSync(path.join(folder, "README.md"), "utf8").matchAll(/^\| `game\/([^`]+)` \|/gm);
    expect([...listed].map(([, file]) => file).sort()).toEqual(files);
  });

  test("start with a line that points editors to the schema by the right relative path", () => {
    for (const file of [
      "laurel.yaml",
      ...files.filter((each) => !each.endsWith(".json")).map((each) => `game/${each}`),
    ]) {
      const [first = ""] = readFileSync(path.join(folder, file), "utf8").split("\n");
      const target = first.replace("# yaml-language-server: $schema=", "");
      const schema = file === "laurel.yaml" ? "project" : "manifest";
      const expected = fileURLToPath(new URL(`../../schemas/${schema}.schema.json`, import.meta.url));
      expect(path.resolve(path.dirname(path.join(folder, file)), target), file).toBe(expected);
    }
  });

  test("have a project file with an embedded default environment and a production one", () => {
    const project = parse(readFileSync(path.join(folder, "laurel.yaml"), "utf8"));
    expect(project).toEqual({
      version: 1,
      service: { base_url: "${LAUREL_BASE_URL}", token_env: "LAUREL_API_TOKEN" },
      games: {
        dungeon: {
          manifests: "game",
          prune: true,
          default_environment: "local",
          actions: expect.objectContaining({ walk: { amount: "measure", effort: 0.02 } }),
          environments: { local: { embedded: true }, production: { game_id: "${LAUREL_GAME_ID_DUNGEON}" } },
        },
      },
    });
  });
});

describe("the size", () => {
  test.each([
    ["action", 40],
    ["criterion", 40],
    ["criteria_group", 18],
    ["reward", 12],
    ["achievement", 28],
    ["leaderboard", 4],
  ])("is that of a real game: %s, at least %i", (kind, least) => {
    expect(all(kind).length).toBeGreaterThanOrEqual(least);
  });

  test("has reaction chains three deep and groups nested three deep, without a cycle", () => {
    const reactions = namedBy("action", "reactions");
    const inner = namedBy("criteria_group", "criteria_groups");
    expect(Math.max(...[...reactions.keys()].map((id) => depthBelow(reactions, id)))).toBeGreaterThanOrEqual(3);
    // Three groups inside each other are two steps down.
    expect(Math.max(...[...inner.keys()].map((id) => depthBelow(inner, id)))).toBeGreaterThanOrEqual(2);
  });
});

describe("the features shown", () => {
  test("are definitions in place and plain references at every place that the catalog has", () => {
    const places = catalog.flatMap((kind) => placesOf(kind.name).map(({ name }) => `${kind.name}.${name}`)).sort();
    expect([...inPlace].sort()).toEqual(places);
    expect([...byId].sort()).toEqual(places);
  });

  test("are an achievement with its group, criteria, action and reward all written in place", () => {
    const whole = files.flatMap(documentsOf).flatMap((manifest) => manifest.achievements ?? []);
    const found = whole.filter((achievement) => {
      const group = achievement.custom_criteria_group_id as Resource | undefined;
      const criteria = (group?.criteria ?? []) as Resource[];
      const rewards = (achievement.rewards ?? []) as unknown[];
      const actions = criteria.map((criterion) => criterion.custom_action_id);
      return (
        actions.length > 0 && [...actions, ...rewards].every((each) => typeof each === "object") && rewards.length > 0
      );
    });
    expect(found).not.toEqual([]);
  });

  test("are every criterion type, rule operator and streak interval", () => {
    expect(new Set(all("criterion").map((each) => each.type ?? "sum"))).toEqual(new Set(["sum", "amount", "average"]));
    const operators = valuesOf("criterion", "rule").map((rule) => String(rule).split(":")[0]);
    expect(new Set(operators)).toEqual(new Set(["eq", "gt", "gte", "lt", "lte"]));
    const intervals = valuesOf("criterion", "streak").map((streak) => String(streak).split(":")[0]);
    expect(new Set(intervals)).toEqual(new Set(["days", "hours"]));
  });

  test("are every choice field's values, but for session leaderboards, which are disabled", () => {
    for (const kind of catalog) {
      for (const field of kind.fields) {
        if (field.type !== "choice") continue;
        const used = new Set(all(kind.name).map((each) => each[field.name] ?? field.default));
        const choices = field.choices.map((choice) => choice.value).filter((value) => value !== "session");
        expect(used, `${kind.name}.${field.name}`).toEqual(new Set(choices));
      }
    }
  });

  test("are conditions of every documented name, with references and on a group", () => {
    const containers = [...conditionsOf("criterion"), ...conditionsOf("criteria_group")];
    const conditions = containers.flatMap(({ groups }) => groups).flatMap((group) => group.conditions);
    for (const pattern of [
      /^activityData:[\w.]+,eq,[A-Za-z0-9]+$/,
      /^activityData:[\w.]+,gte,[0-9]+$/,
      /^activityData:[\w.]+,eq,\{player\.[\w.]+\}$/,
      /^dayOfMonth:last$/,
      /^dayOfMonth:[0-9]+$/,
      /^month:[0-9]+$/,
      /^month:\{player\.[\w.]+\}$/,
      /^months:[0-9]+(,[0-9]+)+$/,
    ]) {
      expect(
        conditions.filter((condition) => pattern.test(condition)),
        String(pattern),
      ).not.toEqual([]);
    }
    const windows = conditions.filter((condition) => condition.startsWith("betweenHours:"));
    const pastMidnight = windows.filter((window) => {
      const [from = 0, duration = 0] = window.replace("betweenHours:", "").split(",").map(Number);
      return from + duration > 24;
    });
    expect(pastMidnight).not.toEqual([]);
    expect(windows.length).toBeGreaterThan(pastMidnight.length);
    expect(containers.filter(({ operator, groups }) => operator === "or" && groups.length > 1)).not.toEqual([]);
    expect(containers.flatMap(({ groups }) => groups).filter(({ operator }) => operator === "or")).not.toEqual([]);
    expect(conditionsOf("criteria_group")).not.toEqual([]);
  });

  test("are secret achievements, points from 0 to 1000 and custom data", () => {
    expect(all("achievement").filter((each) => each.is_secret === true).length).toBeGreaterThanOrEqual(4);
    const points = valuesOf("achievement", "points") as number[];
    expect([Math.min(...points), Math.max(...points)]).toEqual([0, 1000]);
    for (const kind of ["action", "reward", "achievement", "leaderboard"]) {
      expect(valuesOf(kind, "custom_data"), kind).not.toEqual([]);
    }
  });

  test("are one standard leaderboard and a speed run that keeps each player's best time", () => {
    expect(all("leaderboard").filter((each) => (each.type ?? "standard") === "standard")).toHaveLength(1);
    const speedRuns = all("leaderboard").filter((each) => each.ordering === "smaller-is-better");
    expect(speedRuns).not.toEqual([]);
    for (const board of speedRuns) expect(board).toMatchObject({ type: "custom", score_preference: "prefer-lower" });
  });

  test("are a name beyond ASCII, an emoji in a description and a text of several lines", () => {
    const resources = catalog.flatMap((kind) => all(kind.name));
    const names = resources.map((each) => String(each.name));
    const descriptions = resources.map((each) => String(each.description ?? ""));
    expect(names.filter((name) => /[^\p{ASCII}]/u.test(name))).not.toEqual([]);
    expect(descriptions.filter((text) => /\p{Extended_Pictographic}/u.test(text))).not.toEqual([]);
    expect(descriptions.filter((text) => text.includes("\n"))).not.toEqual([]);
    expect(files.filter((file) => /description: [>|]/.test(textOf(file)))).not.toEqual([]);
  });
});

describe("the soundness", () => {
  test("only fields of the catalog, in their forms and within their limits", () => {
    for (const kind of catalog) {
      const known = [...kind.fields, ...kind.links].map((each) => each.name);
      for (const resource of all(kind.name)) {
        const where = `${kind.name}/${resource.custom_id}`;
        expect(
          Object.keys(resource).filter((key) => !known.includes(key)),
          where,
        ).toEqual([]);
        for (const field of kind.fields) {
          const value = resource[field.name];
          if (field.required) expect(value, `${where} ${field.name}`).toBeTypeOf("string");
          if (value === undefined) continue;
          if (field.type === "id") expect(value, where).toMatch(/^[A-Za-z0-9_.~-]{1,255}$/);
          if (field.type === "text") expect([...String(value)].length, where).toBeLessThanOrEqual(field.maxLength);
          if (field.type === "pattern") expect(value, where).toMatch(new RegExp(field.pattern));
          if (field.type === "json-text")
            expect(JSON.stringify(value).length, where).toBeLessThanOrEqual(field.maxLength);
        }
      }
    }
  });

  test.each(["custom_id", "name"])("every %s is unique in its kind, also ignoring case", (field) => {
    for (const kind of catalog) {
      const values = all(kind.name).map((each) => String(each[field]).trim().toLowerCase());
      expect(
        values.filter((value, index) => values.indexOf(value) !== index),
        kind.name,
      ).toEqual([]);
    }
  });

  test("nothing dangles and no list names a resource twice", () => {
    for (const kind of catalog) {
      for (const { name, to } of placesOf(kind.name)) {
        const targets = new Set(all(to).map((each) => each.custom_id));
        for (const [id, named] of namedBy(kind.name, name)) {
          expect(
            named.filter((each) => !targets.has(each)),
            `${kind.name}/${id} ${name}`,
          ).toEqual([]);
          expect(new Set(named).size, `${kind.name}/${id} ${name}`).toBe(named.length);
        }
      }
    }
  });

  test("no action reaches another by two paths, which could count it twice", () => {
    const reactions = namedBy("action", "reactions");
    const paths = (id: string): readonly string[] =>
      (reactions.get(id) ?? []).flatMap((next) => [next, ...paths(next)]);
    for (const id of reactions.keys()) expect(new Set(paths(id)).size, id).toBe(paths(id).length);
  });

  test("every action counts for a criterion, itself or through its reactions", () => {
    const counted = new Set(valuesOf("criterion", "custom_action_id"));
    const reactions = namedBy("action", "reactions");
    const idle = [...reactions.keys()].filter((id) => ![...reachable(reactions, id)].some((each) => counted.has(each)));
    expect(idle).toEqual([]);
  });

  test("every achievement has a group with criteria, and every group, criterion and reward is used by one", () => {
    const inner = namedBy("criteria_group", "criteria_groups");
    const members = namedBy("criteria_group", "criteria");
    const groups = new Set<string>();
    for (const achievement of all("achievement")) {
      const below = reachable(inner, String(achievement.custom_criteria_group_id));
      expect(
        [...below].flatMap((id) => members.get(id) ?? []),
        String(achievement.custom_id),
      ).not.toEqual([]);
      for (const id of below) groups.add(id);
    }
    for (const [id, criteria] of members) expect(criteria.length + (inner.get(id)?.length ?? 0), id).toBeGreaterThan(0);
    expect(new Set(inner.keys())).toEqual(groups);
    expect(new Set([...members.values()].flat())).toEqual(new Set(namedBy("criterion", "rule").keys()));
    expect(new Set([...namedBy("achievement", "rewards").values()].flat())).toEqual(
      new Set(namedBy("reward", "name").keys()),
    );
  });
});
