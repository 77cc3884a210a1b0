/**
 * Takes the live game into the texts of its manifests: each value where it stands, by the smallest edit. In: the parsed texts,
 * and both sides. Out: new texts, which are read again and compared before anybody sees them. `points: 30 # c` over a live 25
 * becomes `points: 25 # c`. With an earlier commit as a base, only what was changed live since then is taken.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { namesOf as namesIn } from "../manifest/parts.ts";
import { both } from "../manifest/wording.ts";
import { addressOf, fieldNamed, inAddressOrder, kindNamed, nameIn, sortedMembers } from "../model/catalog-lookup.ts";
import { grouped } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { markOf } from "../model/marks.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  FieldChange,
  Inventory,
  LiveGame,
  Moved,
  NotVerified,
} from "../model/model.ts";
import { canonicalValue, comparableText, isAlike } from "../model/normalise.ts";
import { type Base, differencesIn, memberwise, underIdsOf } from "../plan/cause.ts";
import { compare, type ThreeWayChange, valueText } from "../plan/differences.ts";
import { asDesired, type Change, compareGames } from "../plan/goal.ts";
import { byIdentity, isReplaced, underNewIds } from "../plan/identities.ts";
import { notVerified } from "../plan/verify.ts";
import { editGame, type GameText, type TextChange } from "./game-texts.ts";

/** What became of one resource's declaration. */
export interface PulledResource {
  readonly address: Address;
  readonly action: "update" | "add" | "remove" | "rename";
  readonly fields: readonly FieldChange[];
}

export interface Pull {
  readonly files: readonly TextChange[];
  /** In the order of the catalog. */
  readonly resources: readonly PulledResource[];
  /** What is not taken because the files are preferred. */
  readonly kept: readonly Address[];
  /** Resources with a `moved` or `removed` entry that is not applied, and what an interrupted apply has left. */
  readonly waiting: readonly Address[];
  /** What the service does not show, and the manifests say or leave out. */
  readonly notVerified: readonly NotVerified[];
}

/** A game with its files, and what to take. */
export interface PullInput {
  readonly texts: readonly GameText[];
  /** That of the live game, with its overrides. */
  readonly environment?: string | undefined;
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  /** Without any, everything is taken. */
  readonly targets?: readonly Address[];
  readonly base?: Pick<Base, "game">;
  /** Which side wins a conflict. */
  readonly prefer?: "live" | "files";
}

/**
 * Makes the new texts of manifests, and of overrides of the environment, that are without errors. Errors: conflicts, and what
 * cannot be written; then there are no texts.
 */
export function pullGame(input: PullInput, catalog: Catalog): Checked<Pull> {
  const { texts, environment = "", desired, live } = input;
  const first = takenFromLive(input, catalog);
  if (first.value === undefined) return { diagnostics: first.diagnostics };
  const { renames, doubts } = findRenames(desired.resources, first.value.resources, catalog);
  const newIds = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const before = underNewIds(desired.resources, newIds, catalog);
  const renamed = { ...desired, resources: before, moved: [...desired.moved, ...renames] };
  const again = renames.length === 0 ? undefined : takenFromLive({ ...input, desired: renamed }, catalog);
  const { resources, kept, waiting } = again?.value ?? first.value;
  const edited = editGame(texts, { renames, before, after: resources, environments: [environment] }, catalog);
  if (edited.value === undefined) return refused(edited.diagnostics);
  const { files, desired: after } = edited.value;
  const wrong = changesFrom(after.resources, resources, catalog).map(({ address }) => address);
  const detail = `${both(wrong)} would differ from what is live, or refer to something that was deleted live.`;
  if (wrong.length > 0) return refused([{ detail }]);
  const changes = changesFrom(byIdentity(desired.resources, newIds, catalog), resources, catalog);
  const value = { files, resources: changes, kept, waiting, notVerified: notVerified(after, live, catalog) };
  return { value, diagnostics: doubts };
}

/** What becomes of each declaration, in the order of the catalog. */
function changesFrom(before: Inventory<Desired>, after: Inventory<Desired>, catalog: Catalog) {
  const all = inAddressOrder(new Map([...before, ...after]).values(), catalog);
  return all.flatMap(({ address, kind }): readonly PulledResource[] => {
    const [old, now] = [before.get(address), after.get(address)];
    if (old === undefined || now === undefined) return [{ address, action: old ? "remove" : "add", fields: [] }];
    const fields = compare(kindNamed(catalog, kind), old, now);
    const action = old.custom_id === now.custom_id ? "update" : "rename";
    return fields.length === 0 ? [] : [{ address, action, fields }];
  });
}

/** Takes what was changed live. Without a base, this is everything that differs. Errors: conflicts where no side is preferred. */
function takenFromLive(
  { desired, live, targets = [], base = { game: desired }, prefer }: PullInput,
  catalog: Catalog,
): Checked<Pick<Pull, "kept" | "waiting"> & { readonly resources: Inventory<Desired> }> {
  const isChosen = ({ address }: Pick<Change, "address">): boolean => targets.length === 0 || targets.includes(address);
  const compared = compareGames(desired, live, { catalog, prune: false });
  const undeclared = compared.kept.flatMap(({ address, reason }) => {
    const record = reason === "not-pruned" ? compared.live.resources.get(address) : undefined;
    return record === undefined || markOf(record.custom_id) !== undefined ? [] : [asDesired(record)];
  });
  const { game } = base;
  const then = game && underIdsOf(desired, game, catalog);
  const [conflicts, kept]: [Diagnostic[], Set<Address>] = [[], new Set()];
  const isTaken = (difference: ThreeWayChange, address: Address): boolean => {
    if (difference.cause !== "conflict") return difference.cause === "drift";
    if (prefer === undefined) conflicts.push(conflictOf(difference, address, desired));
    if (prefer === "files") kept.add(address);
    return prefer === "live";
  };
  const resources = new Map(desired.resources);
  for (const resource of inAddressOrder([...desired.resources.values(), ...undeclared].filter(isChosen), catalog)) {
    const { address } = resource;
    const kind = kindNamed(catalog, resource.kind);
    const [now, declared] = [compared.live.resources.get(address), desired.resources.get(address)];
    const differences = differencesIn({ kind, base: then?.get(address), live: now, desired: declared }, game);
    const isWhole = now === undefined || declared === undefined;
    const gravest =
      differences.find(({ cause }) => cause === "conflict") ?? differences.find(({ cause }) => cause === "drift");
    const changes = isWhole ? (gravest ? [{ ...gravest, path: "" }] : []) : differences;
    const taken = changes.filter((difference) => isTaken(difference, address));
    if (taken.length === 0) continue;
    if (now === undefined) resources.delete(address);
    else resources.set(address, isWhole ? resource : withLive(kind, resource, taken));
  }
  if (conflicts.length > 0) return { diagnostics: conflicts };
  // A rename, a removal, and what an interrupted apply has left.
  const waiting = compared.changes.filter(
    ({ address, before, after }) => before && !isReplaced(address) && before.custom_id !== after?.custom_id,
  );
  const addresses = waiting.filter(isChosen).map(({ address }) => address);
  return { value: { resources, kept: [...kept], waiting: addresses }, diagnostics: [] };
}

/** `path` is empty where one side deletes the resource. */
function conflictOf({ path, ...values }: ThreeWayChange, address: Address, { sources }: DesiredGame): Diagnostic {
  const [live, declared, then] = [values.before, values.after, values.base].map(valueText);
  const detail =
    path === ""
      ? `One side deletes ${address}, and the other has changed it since the base.`
      : `${address} ${path.slice(1)}: live ${live}, in the manifests ${declared}, at the base ${then}.`;
  const primary = labelAt(sources.get(address), path, "changed here, and live");
  const help = ["to take the live values: --prefer live; to keep those of the manifests: --prefer files"];
  return diagnostic("pull-conflict", detail, { address, help, primary });
}

/** Puts the live values of differences into a declaration. */
function withLive(kind: Kind, declared: Desired, differences: readonly ThreeWayChange[]): Desired {
  let { body, links } = declared;
  for (const [name, changes] of grouped(differences, ({ path }) => nameIn(path))) {
    let value = memberwise(declared, name);
    for (const { path, before } of changes) value = withAt(value, namesIn(path).slice(1), before);
    const field = fieldNamed(kind, name);
    // Only the whole value has a canonical form: a mapping without members would be null.
    if (field !== undefined) body = { ...body, [name]: canonicalValue(field, value) };
    else links = { ...links, [name]: sortedMembers(isJsonObject(value) ? Object.keys(value) : []) };
  }
  return { ...declared, body, links };
}

/** Puts another value below these names, or deletes the one there. */
function withAt(value: Json | undefined, [name, ...names]: readonly string[], other?: Json): Json | undefined {
  if (name === undefined) return other;
  const { [name]: inner, ...rest } = isJsonObject(value) ? value : {};
  const changed = withAt(inner, names, other);
  return changed === undefined ? rest : { ...rest, [name]: changed };
}

/**
 * What was renamed live: one that is gone and one that is new have the name in common, or all but the id and the name if
 * there is something that is no default. With two candidates, it is for people to decide.
 */
function findRenames(before: Inventory<Desired>, after: Inventory<Desired>, catalog: Catalog) {
  const isGone = ({ address }: Desired): boolean => !after.has(address);
  const isNew = ({ address }: Desired): boolean => !before.has(address);
  const left = new Set([...[...before.values()].filter(isGone), ...[...after.values()].filter(isNew)]);
  const renames: Moved[] = [];
  const doubts: Diagnostic[] = [];
  for (const isUnique of [true, false]) {
    for (const [key, alike] of grouped(left, (resource) => likeness(resource, catalog, isUnique))) {
      const [gone, added] = [alike.filter(isGone), alike.filter(isNew)];
      const [[old], [found]] = [gone, added];
      if (key === "" || old === undefined || found === undefined) continue;
      for (const resource of alike) left.delete(resource);
      if (alike.length === 2)
        renames.push({ kind: old.kind, from: old.custom_id, to: found.custom_id, origin: old.origin });
      else {
        const [from, to] = [gone, added].map((resources) => both(resources.map((resource) => resource.address)));
        const detail = `${from} may be renamed to ${to}, which are alike; pulled as deleted and created.`;
        const help = [`if one was renamed, first: laurel mv ${old.address} ${found.custom_id}`];
        doubts.push(diagnostic("looks-like-rename", detail, { address: old.address, help }));
      }
    }
  }
  return { renames, doubts };
}

/** The values of which a kind has one each, such as the name, or all others; empty where they say nothing. */
function likeness({ kind, body }: Desired, catalog: Catalog, isUnique: boolean): string {
  const { fields } = kindNamed(catalog, kind);
  const telling = fields.filter(({ type, unique = false }) => type !== "id" && unique === isUnique);
  const isFull = telling.some((field) => !isAlike(body[field.name] ?? null, field.default ?? null));
  return isFull ? `${kind} ${comparableText(telling.map((field) => body[field.name] ?? null))}` : "";
}

/** The problems as refusals without places: nobody has these texts. */
function refused(problems: readonly Pick<Diagnostic, "address" | "detail">[]): Checked<never> {
  const help = [
    "change it on the service, for example in its admin panel, and pull again",
    "or leave it out: name what to pull with --target",
  ];
  const diagnostics = problems.map(({ address, detail }) => {
    return diagnostic("not-expressible", address ? `${address}: ${detail}` : detail, { address, help });
  });
  return { diagnostics };
}
