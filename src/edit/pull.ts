/**
 * Takes the live game into the texts of its manifests: each value where it stands, by the smallest edit. In: the parsed texts
 * and both sides. Out: new texts, which are read again and compared before anybody sees them. `points: 30 # c` over a live 25
 * becomes `points: 25 # c`.
 */
import type { Catalog } from "../catalog/types.ts";
import { both } from "../manifest/wording.ts";
import { addressOf, inAddressOrder, kindNamed } from "../model/catalog-lookup.ts";
import { grouped } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Address, Desired, DesiredGame, FieldChange, Inventory, LiveGame, NotVerified } from "../model/model.ts";
import { comparableText, isAlike } from "../model/normalise.ts";
import { compare } from "../plan/differences.ts";
import { byIdentity } from "../plan/identities.ts";
import { notVerified } from "../plan/not-verified.ts";
import { changedFiles, changedTexts, type GameText, gameIn, type NewId, type TextChange } from "./game-texts.ts";
import { type Taken, type TakeOptions, takenFromLive } from "./taken.ts";

/** What became of one resource's declaration. */
export interface PulledResource {
  readonly address: Address;
  readonly action: "update" | "add" | "remove" | "rename";
  readonly fields: readonly FieldChange[];
}

export interface Pull extends Pick<Taken, "kept" | "waiting"> {
  readonly files: readonly TextChange[];
  /** In the order of the catalog. */
  readonly resources: readonly PulledResource[];
  /** What the service does not show, and the manifests say or leave out. */
  readonly notVerified: readonly NotVerified[];
}

/** A game with its files. */
export interface PullInput {
  readonly texts: readonly GameText[];
  /** That of the live game, with its overrides. */
  readonly environment?: string | undefined;
  readonly desired: DesiredGame;
  readonly live: LiveGame;
}

/**
 * Makes the new texts of manifests, and of overrides of the environment, that are without errors. Errors: conflicts, and what
 * cannot be written; then there are no texts.
 */
export function pullGame(
  { texts, environment, desired, live }: PullInput,
  catalog: Catalog,
  options: TakeOptions,
): Checked<Pull> {
  const first = takenFromLive({ desired, live }, catalog, options);
  if (first.value === undefined) return { diagnostics: first.diagnostics };
  const { renames, doubts } = findRenames(desired.resources, first.value.resources, catalog);
  const environments = [environment ?? ""];
  const renamed = renames.length === 0 ? texts : changedTexts(texts, { renames }, catalog);
  // Where `moved` entries would contradict others, it is a deletion and a creation.
  const game = renamed === texts ? undefined : gameIn(renamed, environments, catalog).value?.desired();
  const again = game && takenFromLive({ desired: game, live }, catalog, options);
  const { resources, kept, waiting } = again?.value ?? first.value;
  const edits = { before: (game ?? desired).resources, after: resources, environment };
  const changed = changedTexts(game === undefined ? texts : renamed, edits, catalog);
  const { value: files, diagnostics: unwritten } = changedFiles(texts, changed);
  if (files === undefined) return refused(unwritten);
  const { value: checked, diagnostics } = gameIn(changed, environments, catalog);
  if (checked === undefined) return refused(diagnostics.filter((each) => hasErrors([each])));
  const after = checked.desired();
  const wrong = changesFrom(after.resources, resources, catalog).map(({ address }) => address);
  const detail = `${both(wrong)} would differ from what is live, or refer to something that was deleted live.`;
  if (wrong.length > 0) return refused([{ detail }]);
  const newIds = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const start = byIdentity(desired.resources, game ? newIds : new Map(), catalog);
  const shown = changesFrom(start, resources, catalog);
  const value = { files, resources: shown, kept, waiting, notVerified: notVerified(after, live, catalog) };
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

/** The problems as refusals without places: nobody has these texts. The last one says what to do. */
function refused(problems: readonly Pick<Diagnostic, "address" | "detail">[]): Checked<never> {
  const ways = [
    "change it on the service, for example in its admin panel, and pull again",
    "or leave it out: name what to pull with --target",
  ];
  const diagnostics = problems.map(({ address, detail }, index) => {
    const help = index === problems.length - 1 ? ways : [];
    return diagnostic("not-expressible", address ? `${address}: ${detail}` : detail, { address, help });
  });
  return { diagnostics };
}

/**
 * What was renamed live: one that is gone and one that is new have the name in common, or all but the id and the name if
 * there is something that is no default. With two candidates, it is for people to decide.
 */
function findRenames(before: Inventory<Desired>, after: Inventory<Desired>, catalog: Catalog) {
  const isGone = ({ address }: Desired): boolean => !after.has(address);
  const isNew = ({ address }: Desired): boolean => !before.has(address);
  const left = new Set([...[...before.values()].filter(isGone), ...[...after.values()].filter(isNew)]);
  const renames: NewId[] = [];
  const doubts: Diagnostic[] = [];
  for (const isUnique of [true, false]) {
    for (const [key, alike] of grouped(left, (resource) => likeness(resource, catalog, isUnique))) {
      const [gone, added] = [alike.filter(isGone), alike.filter(isNew)];
      const [[old], [found]] = [gone, added];
      if (key === "" || old === undefined || found === undefined) continue;
      for (const resource of alike) left.delete(resource);
      if (alike.length === 2) renames.push({ kind: old.kind, from: old.custom_id, to: found.custom_id });
      else {
        const { address } = old;
        const [from, to] = [gone, added].map((side) => both(side.map((resource) => resource.address)));
        const detail = `${from} may be renamed to ${to}, which are alike; pulled as deleted and created.`;
        const help = [`if one was renamed, first: laurel mv ${address} ${found.custom_id}`];
        doubts.push(diagnostic("looks-like-rename", detail, { address, help }));
      }
    }
  }
  return { renames, doubts };
}

/** The values of which a kind has one each, such as the name, or all others; empty where they say nothing. */
function likeness({ kind, body }: Desired, catalog: Catalog, isUnique: boolean): string {
  const { fields } = kindNamed(catalog, kind);
  const own = fields.filter(({ type, unique = false }) => type !== "id" && unique === isUnique);
  const isFull = own.some((field) => !isAlike(body[field.name] ?? null, field.default ?? null));
  return isFull ? `${kind} ${comparableText(own.map((field) => body[field.name] ?? null))}` : "";
}
