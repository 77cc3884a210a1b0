/**
 * Whether what players earn can be earned, as far as references and members tell (docs/service.md#group-evaluation: a group
 * without members never holds). In: a live game. Out: for each resource whether it can come true, and if not, where
 * the chain is broken. What was not read is taken to be in order.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { withArticle } from "../manifest/wording.ts";
import { addressOf, addressOrder, fieldNamed, kindNamed, linkNamed } from "../model/catalog-lookup.ts";
import type { Address, Live, LiveGame } from "../model/model.ts";

/** The place where a chain is broken: the resource, and what it lacks. */
export interface Break {
  readonly at: Address;
  /** As a noun with its article: `an action`, `a member that can hold`. */
  readonly lacks: string;
  /** What it refers to that is gone. */
  readonly missing?: Address;
}

/** What was earnable before and is not afterwards, each with where its chain is broken. */
export function brokenEarning(
  before: LiveGame,
  after: LiveGame,
  catalog: Catalog,
): readonly { readonly earned: Live; readonly broken: Break }[] {
  const [breakBefore, breakAfter] = [breaksIn(before, catalog), breaksIn(after, catalog)];
  const order = addressOrder(catalog);
  return [...after.resources.values()]
    .sort((a, b) => order(a.address, b.address))
    .flatMap((earned) => {
      const { comesTrue } = kindNamed(catalog, earned.kind);
      if (comesTrue?.earned === undefined || !before.resources.has(earned.address)) return [];
      const broken = breakAfter(earned.address);
      return broken === undefined || breakBefore(earned.address) !== undefined ? [] : [{ earned, broken }];
    });
}

/** Finds the break of a resource, undefined if it can come true. Each resource is looked at once. */
function breaksIn(game: LiveGame, catalog: Catalog): (address: Address) => Break | undefined {
  const known = new Map<Address, Break | undefined>();
  const find = (address: Address): Break | undefined => {
    if (known.has(address)) return known.get(address);
    // A circle of references holds by itself as little as anything; it is not this check's business.
    known.set(address, undefined);
    const resource = game.resources.get(address);
    const found =
      resource === undefined ? undefined : breakOf(resource, kindNamed(catalog, resource.kind), game, catalog, find);
    known.set(address, found);
    return found;
  };
  return find;
}

function breakOf(
  resource: Live,
  kind: Kind,
  game: LiveGame,
  catalog: Catalog,
  find: (address: Address) => Break | undefined,
): Break | undefined {
  const { references, members } = kind.comesTrue ?? { references: [] };
  for (const name of references) {
    const field = fieldNamed(kind, name);
    const id = resource.body[name];
    if (field?.type !== "reference" || id === undefined) continue;
    const { label } = kindNamed(catalog, field.to);
    if (typeof id !== "string") return { at: resource.address, lacks: withArticle(label) };
    const to = addressOf(field.to, id);
    if (game.read.has(field.to) && !game.resources.has(to))
      return { at: resource.address, lacks: withArticle(label), missing: to };
    const deeper = find(to);
    if (deeper !== undefined) return deeper;
  }
  return members === undefined ? undefined : breakOfMembers(resource, kind, members, game, find);
}

function breakOfMembers(
  resource: Live,
  kind: Kind,
  { links, operator, all }: NonNullable<NonNullable<Kind["comesTrue"]>["members"]>,
  game: LiveGame,
  find: (address: Address) => Break | undefined,
): Break | undefined {
  if (links.some((name) => resource.links[name] === undefined)) return undefined;
  const members = links.flatMap((name) =>
    (resource.links[name] ?? []).map((id) => addressOf(linkNamed(kind, name)?.to ?? "", id)),
  );
  const there = members.filter((address) => game.resources.has(address) || !game.read.has(address.split("/")[0] ?? ""));
  if (there.length === 0) return { at: resource.address, lacks: "a member" };
  const breaks = there.map(find);
  const [first] = breaks;
  const holds =
    resource.body[operator] === all
      ? breaks.every((each) => each === undefined)
      : breaks.some((each) => each === undefined);
  return holds ? undefined : (breaks.find((each) => each !== undefined) ?? first);
}
