/** Games in other forms, and what people change in an admin panel, for tests of pulls. */
import { catalog } from "../../src/catalog/index.ts";
import type { Kind } from "../../src/catalog/types.ts";
import type { Json, JsonObject } from "../../src/ground/json.ts";
import type { GameText } from "../support/games.ts";
import type { Choose } from "./random-layout.ts";

/** Some resources are written where the first reference to them stands. */
export function withDefinitionsInPlace(game: GameText, choose: Choose): GameText {
  const lists = Object.fromEntries(Object.entries(game).map(([key, list]) => [key, [...list]]));
  for (const kind of [...catalog].reverse()) {
    const inPlace = (to: string, value: Json): Json => {
      const target = catalog.find(({ name }) => name === to);
      const all = lists[target?.plural ?? ""] ?? [];
      const at = all.findIndex(({ custom_id }) => custom_id === value);
      if (target === undefined || target === kind || at === -1 || choose(3) !== 0) return value;
      return all.splice(at, 1)[0] as JsonObject;
    };
    const own = lists[kind.plural] ?? [];
    for (const [index, resource] of own.entries())
      own[index] = withReferences(kind, resource, inPlace);
  }
  return lists;
}

/** The resource with what `inPlace` gives for each of its references. */
function withReferences(
  kind: Kind,
  resource: JsonObject,
  inPlace: (to: string, value: Json) => Json,
): JsonObject {
  const own: Record<string, Json> = { ...resource };
  for (const field of kind.fields) {
    if (field.type === "reference") own[field.name] = inPlace(field.to, own[field.name] ?? null);
  }
  for (const { name, to } of kind.links) {
    const members = own[name];
    if (Array.isArray(members)) own[name] = members.map((each) => inPlace(to, each as Json));
  }
  return own;
}

export function withoutDefaults(game: GameText, choose: Choose): GameText {
  const slim = (resource: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(resource).filter(
        ([, value]) =>
          !(
            choose(2) === 0 &&
            (value === null || value === "" || (Array.isArray(value) && value.length === 0))
          ),
      ),
    );
  return Object.fromEntries(Object.entries(game).map(([key, list]) => [key, list.map(slim)]));
}

/** The game after somebody has changed some of its fields. */
export function touched(mine: GameText, theirs: GameText, choose: Choose): GameText {
  const plain = new Set([
    "description",
    "custom_data",
    "points",
    "is_secret",
    "rule",
    "conditions",
  ]);
  const touch = (key: string, resource: JsonObject): JsonObject => {
    const twin = theirs[key]?.find(({ custom_id }) => custom_id === resource.custom_id) ?? {};
    const changes = Object.entries(twin).filter(([name]) => plain.has(name) && choose(3) === 0);
    return { ...resource, ...Object.fromEntries(changes) };
  };
  return Object.fromEntries(
    Object.entries(mine).map(([key, list]) => [key, list.map((each) => touch(key, each))]),
  );
}

/** The game after some ids were changed in the panel, and some achievements got another group. */
export function rearranged(mine: GameText, choose: Choose): GameText {
  const ids = new Map<string, string>();
  for (const kind of catalog)
    for (const { custom_id } of mine[kind.plural] ?? [])
      if (choose(4) === 0) ids.set(`${kind.name}/${custom_id}`, `${custom_id}-now`);
  const panel: PanelChanges = {
    choose,
    idNow: (kind, id) => ids.get(`${kind}/${id}`) ?? id,
    groups: (mine.criteria_groups ?? []).map(({ custom_id }) => custom_id as Json),
  };
  const resourceNow = (kind: Kind, resource: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(resource).map(([name, value]) => [
        name,
        valueNow(kind, name, { value, panel }),
      ]),
    );
  return Object.fromEntries(
    catalog.map((kind) => [
      kind.plural,
      (mine[kind.plural] ?? []).map((resource) => resourceNow(kind, resource)),
    ]),
  );
}

interface PanelChanges {
  readonly choose: Choose;
  readonly idNow: (kind: string, id: Json) => Json;
  /** Ids of all groups, before the changes. */
  readonly groups: readonly Json[];
}

/** The value of a field or link after the changes. */
function valueNow(
  kind: Kind,
  name: string,
  { value, panel }: { readonly value: Json; readonly panel: PanelChanges },
): Json {
  const field = kind.fields.find((each) => each.name === name);
  const link = kind.links.find((each) => each.name === name);
  if (field?.type === "id") return panel.idNow(kind.name, value);
  if (field?.type === "reference") return referenceNow(field.to, value, panel);
  return link === undefined ? value : (value as Json[]).map((id) => panel.idNow(link.to, id));
}

function referenceNow(to: string, value: Json, { choose, idNow, groups }: PanelChanges): Json {
  const isExchanged = to === "criteria_group" && groups.length > 0 && choose(2) === 0;
  if (value === null) return null;
  return idNow(to, isExchanged ? (groups[choose(groups.length)] as Json) : value);
}
