/**
 * Takes the live game into the texts of its manifests: each value where it stands, by the smallest edit. In: the parsed texts
 * and both sides. Out: new texts, which are read again and compared before anybody sees them. `points: 30 # c` over a live 25
 * becomes `points: 25 # c`.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { idHelp } from "../manifest/explain.ts";
import { hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import { type ParsedText, parseText } from "../manifest/parse.ts";
import type { Part } from "../manifest/parts.ts";
import { ID_PATTERN } from "../manifest/schema.ts";
import { both } from "../manifest/wording.ts";
import { addressOf, inAddressOrder, kindNamed } from "../model/catalog-lookup.ts";
import { grouped } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type Json, type JsonObject, jsonText } from "../model/json.ts";
import type { Address, Desired, DesiredGame, Live, LiveGame, NotVerified } from "../model/model.ts";
import { comparableText, isAlike } from "../model/normalise.ts";
import { compare, valueText } from "../plan/differences.ts";
import { notVerified } from "../plan/not-verified.ts";
import { type NewId, renamedTexts } from "./rename.ts";
import { appendTo, displacedIn, resourceAfter, targetsIn } from "./resources.ts";
import { rewriteText, UnwritableText } from "./rewrite.ts";
import { type Taken, type TakenChange, type TakeOptions, takenFromLive } from "./taken.ts";

/** The files that a game is read from. All are without errors. */
export interface PullTexts {
  readonly manifests: readonly ParsedText[];
  /** Those of the environment. */
  readonly overrides: readonly ParsedText[];
  /** Those of other environments: what is gone is overridden nowhere, and nothing there refers to it. */
  readonly otherOverrides?: readonly ParsedText[];
  /** Whether there are no files yet: the manifests then are how new ones begin. */
  readonly isNew?: boolean;
}

/** What became of one resource's declaration. */
export interface PulledResource extends Pick<TakenChange, "address" | "fields"> {
  readonly action: TakenChange["action"] | "rename";
}

/** A file with its text before and after; undefined: there is none yet. */
export interface PulledFile {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface Pull extends Pick<Taken, "kept" | "waiting"> {
  readonly files: readonly PulledFile[];
  /** In the order of the catalog. */
  readonly resources: readonly PulledResource[];
  /** What the service does not show, and the manifests say or leave out. */
  readonly notVerified: readonly NotVerified[];
}

/** Makes the new texts. Errors: conflicts, and what cannot be written; then there are no texts. */
export function pullGame(
  texts: PullTexts,
  { desired, live }: { readonly desired: DesiredGame; readonly live: LiveGame },
  catalog: Catalog,
  options: TakeOptions,
): Checked<Pull> {
  const first = takenFromLive(desired, live, catalog, options);
  if (first.conflicts.length > 0) return { diagnostics: first.conflicts };
  const unwritable = first.changes.flatMap(unwritableIn);
  if (unwritable.length > 0) return refused(unwritable);
  const { renames, doubts } = findRenames(first, catalog);
  try {
    const renamed = renames.length === 0 ? undefined : withNewIds(texts, renames, catalog);
    const before = renamed?.desired ?? desired;
    const taken = renamed === undefined ? first : takenFromLive(before, live, catalog, options);
    const changed = changedTexts(renamed?.texts ?? texts, taken, catalog);
    const { value: again, diagnostics } = checkGame(changed.manifests, catalog, [changed.overrides]);
    if (again === undefined) return refused(diagnostics.filter((each) => hasErrors([each])));
    const after = again.desired();
    const wrong = differences(before, taken, after, catalog);
    if (wrong.length > 0) return refused([{ detail: `The manifests cannot say what is live of ${both(wrong)}.` }]);
    const resources = pulledResources(taken, renamed === undefined ? [] : renames, catalog);
    const { kept, waiting } = taken;
    const files = filesOf(texts, changed);
    return {
      value: { files, resources, kept, waiting, notVerified: notVerified(after, live, catalog) },
      diagnostics: doubts,
    };
  } catch (error) {
    if (!(error instanceof UnwritableText)) throw error;
    return refused([{ detail: error.message }], recipe(first, error.file));
  }
}

type Problem = Pick<Diagnostic, "address" | "detail">;

/** The problems as refusals without places: nobody has these texts. The last one says what to do. */
function refused(problems: readonly Problem[], byHand: readonly string[] = []): Checked<never> {
  const ways = [
    "change it on the service, for example in its admin panel, and pull again",
    "or leave it out: name what to pull with --target",
  ];
  const diagnostics = problems.map(({ address, detail }, index) => {
    const help = index === problems.length - 1 ? [...byHand, ...ways] : [];
    return diagnostic("not-expressible", (address === undefined ? "" : `${address}: `) + detail, { address, help });
  });
  return { diagnostics };
}

/** Live values that no text can have, such as a key `__proto__`. */
function unwritableIn({ address, after }: TakenChange): readonly Problem[] {
  if (after === undefined) return [];
  const [problem] = parseText("live.json", jsonText(after.body)).diagnostics;
  const isId = new RegExp(ID_PATTERN).test(after.custom_id);
  const detail = problem?.detail ?? (isId ? undefined : `"custom_id": ${idHelp(after.custom_id)}`);
  return detail === undefined ? [] : [{ address, detail }];
}

/** What to write by hand in a file. */
function recipe({ changes }: Taken, name: string): readonly string[] {
  return changes.flatMap(({ address, desired, action, fields }) => {
    const values = fields.map(({ path, after }) => `${path.slice(1)} ${valueText(after)}`).join(", ");
    if (desired?.origin.file !== name) return [];
    return [`by hand: ${name}:${desired.origin.line}: ${action} ${address}${values === "" ? "" : `: ${values}`}`];
  });
}

/**
 * What was renamed live: one that is gone and one that is new have the name in common, or all but the id and the name if
 * there is something that is no default. With two candidates, it is for people to decide.
 */
function findRenames({ changes }: Taken, catalog: Catalog) {
  const missing = changes.flatMap(({ action, desired }) => (action === "remove" ? (desired ?? []) : []));
  const added = changes.flatMap(({ action, after }) => (action === "add" ? (after ?? []) : []));
  const renames: NewId[] = [];
  const doubts: Diagnostic[] = [];
  const seen = new Set<Address>();
  for (const isUnique of [true, false]) {
    const keyOf = (each: Desired | Live): string => likeness(kindNamed(catalog, each.kind), each, isUnique);
    const isOpen = (each: Desired | Live): boolean => !seen.has(each.address) && keyOf(each) !== "";
    const twins = grouped(added.filter(isOpen), keyOf);
    for (const [key, gone] of grouped(missing.filter(isOpen), keyOf)) {
      const [old, found] = [gone[0] as Desired, twins.get(key) ?? []];
      const { kind, custom_id: from, address } = old;
      for (const each of found.length === 0 ? [] : [...gone, ...found]) seen.add(each.address);
      const to = found[0]?.custom_id;
      if (to === undefined) continue;
      if (gone.length + found.length === 2) renames.push({ kind, from, to });
      else {
        const [olds, news] = [gone, found].map((each) => both(each.map((one) => one.address)));
        const detail = `${olds} may be renamed to ${news}, which are alike; pulled as deleted and created.`;
        const help = [`if one was renamed, first: laurel mv ${address} ${to}`];
        doubts.push(diagnostic("looks-like-rename", detail, { address, help }));
      }
    }
  }
  return { renames, doubts };
}

/** The values of which a kind has one each, such as the name, or all others; empty where they say nothing. */
function likeness({ name, fields }: Kind, { body }: Desired | Live, isUnique: boolean): string {
  const own = fields.filter(({ type, unique = false }) => type !== "id" && unique === isUnique);
  const isFull = own.some((field) => !isAlike(body[field.name] ?? null, field.default ?? null));
  return isFull ? `${name} ${comparableText(own.map((field) => body[field.name] ?? null))}` : "";
}

/** The texts with other ids and `moved` entries, and what they say; undefined where the entries contradict others. */
function withNewIds(texts: PullTexts, renames: readonly NewId[], catalog: Catalog) {
  const { manifests, overrides, otherOverrides = [] } = texts;
  const own = renamedTexts(manifests, renames, catalog, true);
  const [those, others] = [overrides, otherOverrides].map((each) => renamedTexts(each, renames, catalog, false));
  const desired = checkGame(own, catalog, [those ?? []]).value?.desired();
  const after = { manifests: own, overrides: those ?? [], otherOverrides: others ?? [] };
  return desired && { texts: after, desired };
}

/** The texts with what is taken. */
function changedTexts({ manifests, overrides, otherOverrides = [] }: PullTexts, taken: Taken, catalog: Catalog) {
  const updates = new Map(taken.changes.map((each): [string, TakenChange] => [each.address, each]));
  const isGone = (address: Address): boolean => updates.get(address)?.action === "remove";
  const idAfter = ({ name }: Kind, id: string): string | undefined => (isGone(addressOf(name, id)) ? undefined : id);
  const documents = manifests.flatMap((each) => each.documents);
  const { declarations } = hoist(manifestLists(documents, catalog).resources, catalog);
  const displaced = displacedIn(declarations, { idAfter, updates });
  const changes = { idAfter, updates, displaced };
  const targets = targetsIn(manifests, catalog, changes);
  // A definition whose place goes moves to the list of its kind, with all that is defined inside of it and stays there.
  const moved = declarations.flatMap(({ kind, part, address }) =>
    displaced.has(part) && !isGone(address)
      ? [{ kind, part, value: resourceAfter(part, kind, catalog, changes) as Json }]
      : [],
  );
  const added = taken.changes.flatMap(({ action, after }) => {
    if (action !== "add" || after === undefined) return [];
    const kind = kindNamed(catalog, after.kind);
    return [{ kind, value: manifestForm(kind, after) }];
  });
  for (const [kind, elements] of grouped([...added, ...moved], (each) => each.kind)) {
    const home = (moved.findLast((one) => one.kind === kind) ?? declarations.find((one) => one.kind === kind))?.part;
    appendTo(
      targets,
      kind.plural,
      elements.map(({ value }) => value),
      { home, catalog },
    );
  }
  const origins = new Map(moved.map(({ part, value }): [Json, Part] => [value, part]));
  const values = new Map(
    [
      ...targets,
      ...targetsIn(overrides, catalog, { idAfter, updates, isOverride: true }),
      ...targetsIn(otherOverrides, catalog, { idAfter }),
    ].map(({ root, value }) => [root, value]),
  );
  const after = (texts: readonly ParsedText[]): readonly ParsedText[] =>
    texts.map((parsed) =>
      rewriteText(
        parsed,
        parsed.documents.map((root) => values.get(root) as Json),
        { origins },
      ),
    );
  return { manifests: after(manifests), overrides: after(overrides), otherOverrides: after(otherOverrides) };
}

/** A live resource as a manifest has it: fields and links in the catalog's order, without what omission means. */
function manifestForm({ fields, links }: Kind, live: Desired | Live): JsonObject {
  const own = fields.map(({ name, type, default: usual }): [string, Json] => {
    const value = type === "id" ? live.custom_id : (live.body[name] ?? null);
    return [name, isAlike(value, usual) ? null : value];
  });
  const members = links.map(({ name }): [string, Json] => [
    name,
    live.links[name]?.length ? (live.links[name] ?? []) : null,
  ]);
  return Object.fromEntries([...own, ...members].filter(([, value]) => value !== null));
}

/** The resources of which manifests say something else than what was to be taken. */
function differences({ resources }: DesiredGame, { changes }: Taken, after: DesiredGame, catalog: Catalog) {
  const taken = changes.map(({ address, after }) => [address, after] as const);
  return [...new Map<Address, Desired | Live | undefined>([...resources, ...taken])].flatMap(([address, wanted]) => {
    const found = after.resources.get(address);
    if (wanted === undefined || found === undefined) return wanted === found ? [] : [address];
    return compare(kindNamed(catalog, wanted.kind), wanted, found).length === 0 ? [] : [address];
  });
}

function filesOf(texts: PullTexts, changed: PullTexts): readonly PulledFile[] {
  const all = ({ manifests, overrides, otherOverrides = [] }: PullTexts) => [
    ...manifests,
    ...overrides,
    ...otherOverrides,
  ];
  const after = all(changed);
  return all(texts).flatMap(({ source: { file, text } }, index) => {
    const before = texts.isNew === true ? undefined : text;
    const now = after[index]?.source.text ?? text;
    return now === before ? [] : [{ file, before, after: now }];
  });
}

function pulledResources({ changes }: Taken, renames: readonly NewId[], catalog: Catalog): readonly PulledResource[] {
  const resources = new Map(
    changes.map(({ address, action, fields }): [Address, PulledResource] => [address, { address, action, fields }]),
  );
  for (const { kind, from, to } of renames) {
    const address = addressOf(kind, to);
    const fields = [{ path: "/custom_id", before: from, after: to }, ...(resources.get(address)?.fields ?? [])];
    resources.set(address, { address, action: "rename", fields });
  }
  return inAddressOrder(resources.values(), catalog);
}
