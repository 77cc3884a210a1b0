/**
 * Takes the live game into the texts of its manifests: each value where it stands, by the smallest edit. In: the parsed texts
 * and both sides. Out: new texts, which are read again and compared before anybody sees them. `points: 30 # c` over a live 25
 * becomes `points: 25 # c`.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import { type ParsedText, parseText } from "../manifest/parse.ts";
import type { Part } from "../manifest/parts.ts";
import { both } from "../manifest/wording.ts";
import { addressOf, inAddressOrder, kindNamed } from "../model/catalog-lookup.ts";
import { defined, grouped } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type Json, type JsonObject, jsonText } from "../model/json.ts";
import type { Address, Desired, DesiredGame, FieldChange, Live, LiveGame, NotVerified, Span } from "../model/model.ts";
import { comparableText, isAlike } from "../model/normalise.ts";
import { compare } from "../plan/differences.ts";
import { notVerified } from "../plan/not-verified.ts";
import { type NewId, renamedTexts } from "./rename.ts";
import { appendTo, changedResource, idOf, type ResourceChanges, targetsIn } from "./resources.ts";
import { rewriteText, UnwritableText } from "./rewrite.ts";
import { type PullConflict, type Taken, type TakeOptions, takenFromLive } from "./taken.ts";

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

type ChangedTexts = Required<Omit<PullTexts, "isNew">>;

/** What became of one resource's declaration. */
export interface PulledResource {
  readonly address: Address;
  readonly action: "update" | "rename" | "add" | "remove";
  /** `before` is what the manifests said. */
  readonly fields: readonly FieldChange[];
}

/** A file with its text before and after; undefined: there is none yet. */
export interface PulledFile {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface Pull {
  readonly files: readonly PulledFile[];
  /** In the order of the catalog. */
  readonly resources: readonly PulledResource[];
  /** What is left alone because a `moved` or `removed` entry or an interrupted apply is not applied. */
  readonly waiting: readonly Address[];
  /** What the service does not show, and the manifests say or leave out. */
  readonly notVerified: readonly NotVerified[];
}

/** Makes the new texts. Errors: conflicts, and what cannot be written; then there are no texts. */
export function pullGame(
  texts: PullTexts,
  sides: { readonly desired: DesiredGame; readonly live: LiveGame },
  catalog: Catalog,
  options: TakeOptions,
): Checked<Pull> {
  const first = takenFromLive(sides.desired, sides.live, catalog, options);
  if (first.conflicts.length > 0)
    return { diagnostics: first.conflicts.map((each) => conflictProblem(each, sides.desired)) };
  try {
    return pullTaken(texts, { ...sides, first }, catalog, options);
  } catch (error) {
    if (!(error instanceof UnwritableText)) throw error;
    const values = unreadable(first);
    return refused(...(values.length > 0 ? values : [{ detail: error.message }]));
  }
}

function pullTaken(
  texts: PullTexts,
  { desired, live, first }: { readonly desired: DesiredGame; readonly live: LiveGame; readonly first: Taken },
  catalog: Catalog,
  options: TakeOptions,
): Checked<Pull> {
  const { renames, doubts } = findRenames(first, catalog);
  const renamed = renames.length === 0 ? undefined : withNewIds(texts, renames, catalog);
  const [start, before] = [renamed?.texts ?? texts, renamed?.desired ?? desired];
  const taken = renamed === undefined ? first : takenFromLive(before, live, catalog, options);
  const changed = changedTexts(start, taken, catalog);
  const { value: again, diagnostics } = checkGame(changed.manifests, catalog, [changed.overrides]);
  if (again === undefined) return refused(...problemsIn(changed.manifests, diagnostics, catalog));
  const after = again.desired();
  const wrong = differentFrom(expectedAfter(before, taken), after, catalog);
  if (wrong.length > 0) return refused({ detail: `The manifests cannot say what is live of ${both(wrong)}.` });
  const value = {
    files: filesOf(texts, changed),
    resources: inAddressOrder(pulledResources(taken, renamed === undefined ? [] : renames), catalog),
    waiting: taken.waiting,
    notVerified: notVerified(after, live, catalog),
  };
  return { value, diagnostics: doubts };
}

const HELP = [
  "change it on the service, for example in its admin panel, and pull again",
  "or leave it out: name what to pull with --target",
];

/** The problems as refusals without places: nobody has these texts. The last one says what to do. */
function refused(...problems: readonly Pick<Diagnostic, "address" | "detail">[]): Checked<never> {
  const last = problems.length - 1;
  const diagnostics = problems.map(({ address, detail }, index) => {
    const who = address === undefined ? "" : `${address}: `;
    return diagnostic("not-expressible", who + detail, { address, help: index === last ? HELP : [] });
  });
  return { diagnostics };
}

/** The errors in new texts, with the resources that they are about. */
function problemsIn(
  texts: readonly ParsedText[],
  problems: readonly Diagnostic[],
  catalog: Catalog,
): readonly Diagnostic[] {
  const { resources } = manifestLists(
    texts.flatMap(({ documents }) => documents),
    catalog,
  );
  const addressAt = ({ file, start: { offset } }: Span): Address | undefined =>
    resources
      .flatMap(({ kind, list }) => {
        const part = list.elements.find(
          (each) => each.source.file === file && each.start <= offset && offset <= each.end,
        );
        return part === undefined ? [] : [addressOf(kind.name, idOf(part, kind) ?? "")];
      })
      .at(0);
  return problems
    .filter((problem) => hasErrors([problem]))
    .map((problem) => ({
      ...problem,
      ...defined({ address: problem.address ?? (problem.primary && addressAt(problem.primary.span)) }),
    }));
}

/** Live values that no text can have, such as a key `__proto__`. */
function unreadable({ updates, added }: Taken): readonly Pick<Diagnostic, "address" | "detail">[] {
  const values: readonly (readonly [Address, unknown])[] = [
    ...updates.map(({ desired, after }) => [desired.address, after.body] as const),
    ...added.map(({ address, body }) => [address, body] as const),
  ];
  return values.flatMap(([address, value]) => {
    const [problem] = parseText("live.json", jsonText(value)).diagnostics;
    return problem === undefined ? [] : [{ address, detail: problem.detail }];
  });
}

function conflictProblem(conflict: PullConflict, { sources }: DesiredGame): Diagnostic {
  const { address, path, referrer, base, live, desired } = conflict;
  const side = (value: Json | undefined): string => (value === undefined ? "nothing" : jsonText(value));
  const what =
    referrer !== undefined
      ? `${address} was deleted live, and ${referrer} refers to it since the base.`
      : path === ""
        ? `One side deletes ${address}, and the other has changed it since the base.`
        : `${address} ${path.slice(1)}: live ${side(live)}, in the manifests ${side(desired)}, at the base ${side(base)}.`;
  const span = sources.get(referrer ?? address)?.locate(path, "value");
  const help =
    referrer === undefined
      ? "to take the live values: --prefer live; to keep those of the manifests: --prefer files"
      : `to keep ${address} and create it again: --prefer files; or take the reference out, and pull again`;
  const text = referrer === undefined ? "changed here, and live" : "refers to it";
  const primary = span === undefined ? undefined : { span, text };
  return diagnostic("pull-conflict", what, { address, help: [help], ...defined({ primary }) });
}

/**
 * What was renamed live: one that is gone and one that is new have the name in common, or all but the id and the name if
 * there is something that is no default. With two candidates, it is for people to decide.
 */
function findRenames(
  { missing, added }: Taken,
  catalog: Catalog,
): { readonly renames: readonly NewId[]; readonly doubts: readonly Diagnostic[] } {
  const renames: NewId[] = [];
  const doubts: Diagnostic[] = [];
  const seen = new Set<Address>();
  for (const isUnique of [true, false]) {
    const keyOf = (each: Desired | Live): string => likeness(kindNamed(catalog, each.kind), each, isUnique);
    const isOpen = (each: Desired | Live): boolean => !seen.has(each.address) && keyOf(each) !== "";
    const twins = grouped(added.filter(isOpen), keyOf);
    for (const [key, gone] of grouped(missing.filter(isOpen), keyOf)) {
      const [old, found] = [gone[0] as Desired, twins.get(key) ?? []];
      if (found.length === 0) continue;
      for (const { address } of [...gone, ...found]) seen.add(address);
      const { kind, custom_id: from, address } = old;
      const to = found[0]?.custom_id as string;
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
function withNewIds(
  { manifests, overrides, otherOverrides = [] }: PullTexts,
  renames: readonly NewId[],
  catalog: Catalog,
): { readonly texts: PullTexts; readonly desired: DesiredGame } | undefined {
  const [own, those, others] = [
    renamedTexts(manifests, renames, catalog, true),
    renamedTexts(overrides, renames, catalog),
    renamedTexts(otherOverrides, renames, catalog),
  ];
  const desired = checkGame(own, catalog, [those]).value?.desired();
  return desired && { texts: { manifests: own, overrides: those, otherOverrides: others }, desired };
}

/** The texts with what is taken. */
function changedTexts(
  { manifests, overrides, otherOverrides = [] }: PullTexts,
  taken: Taken,
  catalog: Catalog,
): ChangedTexts {
  const gone = new Set(taken.missing.map(({ address }) => address));
  const updates = new Map<string, Taken["updates"][number]>(taken.updates.map((each) => [each.desired.address, each]));
  const origins = new Map<Json, Part>();
  const idAfter = ({ name }: Kind, id: string): string | undefined => (gone.has(addressOf(name, id)) ? undefined : id);
  const updateOf = (address: string) => updates.get(address);
  const overridden = new Set(
    manifestLists(
      overrides.flatMap((each) => each.documents),
      catalog,
    ).resources.flatMap(({ kind, list }) =>
      list.elements.flatMap((part) =>
        part.type === "map"
          ? part.members.map(({ name }) => `${addressOf(kind.name, idOf(part, kind) ?? "")} ${name}`)
          : [],
      ),
    ),
  );
  const changes: ResourceChanges = {
    idAfter,
    updateOf,
    origins,
    lost: new Set(),
    isHere: (address, name) => !overridden.has(`${address} ${name}`),
  };
  const targets = targetsIn(manifests, catalog, changes);
  // A definition in the place of a reference that is gone moves, with all that is defined inside of it and stays there.
  const { declarations } = hoist(
    manifestLists(
      targets.map(({ root }) => root),
      catalog,
    ).resources,
    catalog,
  );
  const staying = new Set(origins.values());
  const displaced = declarations.flatMap(({ kind, part, address }) => {
    if (staying.has(part) || gone.has(address)) return [];
    const value = changedResource(part, kind, catalog, changes) as Json;
    for (const inner of origins.values()) staying.add(inner);
    return [{ kind, value, home: part as Part | undefined }];
  });
  const added = taken.added.map((each) => {
    const kind = kindNamed(catalog, each.kind);
    return {
      kind,
      value: manifestForm(kind, each),
      home: declarations.find((one) => one.kind === kind)?.part as Part | undefined,
    };
  });
  for (const [kind, elements] of grouped([...added, ...displaced], (each) => each.kind)) {
    const home = displaced.find((each) => each.kind === kind)?.home ?? elements[0]?.home;
    appendTo(
      targets,
      kind.plural,
      elements.map(({ value }) => value),
      { home, catalog },
    );
  }
  const isHere: ResourceChanges["isHere"] = (_, name, part) => part.members.some((member) => member.name === name);
  const values = new Map(
    [
      ...targets,
      ...targetsIn(overrides, catalog, { idAfter, updateOf, isHere }),
      ...targetsIn(otherOverrides, catalog, { idAfter }),
    ].map(({ root, value }) => [root, value]),
  );
  const after = (texts: readonly ParsedText[]) =>
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
function manifestForm(kind: Kind, live: Live): JsonObject {
  const fields = kind.fields.flatMap((field): [string, Json][] => {
    if (field.type === "id") return [[field.name, live.custom_id]];
    const value = live.body[field.name] ?? null;
    return value === null || isAlike(value, field.default) ? [] : [[field.name, value]];
  });
  const links = kind.links.flatMap(({ name }): [string, Json][] => {
    const members = live.links[name] ?? [];
    return members.length === 0 ? [] : [[name, members]];
  });
  return Object.fromEntries([...fields, ...links]);
}

/** What the manifests must say afterwards of each resource; undefined: nothing. */
function expectedAfter(
  { resources }: DesiredGame,
  { updates, missing, added }: Taken,
): ReadonlyMap<Address, Desired | Live | undefined> {
  const expected = new Map<Address, Desired | Live | undefined>(resources);
  for (const { desired, after } of updates) expected.set(desired.address, { ...desired, ...after });
  for (const { address } of missing) expected.set(address, undefined);
  for (const live of added) expected.set(live.address, live);
  return expected;
}

/** The resources of which manifests say something else than what is expected. */
function differentFrom(
  expected: ReadonlyMap<Address, Desired | Live | undefined>,
  { resources }: DesiredGame,
  catalog: Catalog,
): readonly Address[] {
  return [...expected].flatMap(([address, wanted]) => {
    const found = resources.get(address);
    if (wanted === undefined || found === undefined) return wanted === found ? [] : [address];
    const isPolicySame =
      !("ignore" in wanted) || isAlike([wanted.ignore, wanted.create_only], [found.ignore, found.create_only]);
    return isPolicySame && compare(kindNamed(catalog, wanted.kind), wanted, found).length === 0 ? [] : [address];
  });
}

function filesOf(texts: PullTexts, changed: ChangedTexts): readonly PulledFile[] {
  const after = [...changed.manifests, ...changed.overrides, ...changed.otherOverrides];
  return [...texts.manifests, ...texts.overrides, ...(texts.otherOverrides ?? [])].flatMap(({ source }, index) => {
    const text = after[index]?.source.text ?? source.text;
    const before = texts.isNew === true ? undefined : source.text;
    return text === before ? [] : [{ file: source.file, before, after: text }];
  });
}

function pulledResources(taken: Taken, renames: readonly NewId[]): readonly PulledResource[] {
  const resources = new Map<Address, PulledResource>();
  for (const { kind, from, to } of renames) {
    const address = addressOf(kind, to);
    resources.set(address, { address, action: "rename", fields: [{ path: "/custom_id", before: from, after: to }] });
  }
  for (const { desired, fields } of taken.updates) {
    const { address } = desired;
    const { action, fields: known } = resources.get(address) ?? { action: "update", fields: [] };
    resources.set(address, { address, action, fields: [...known, ...fields] });
  }
  for (const { address } of taken.missing) resources.set(address, { address, action: "remove", fields: [] });
  for (const { address } of taken.added) resources.set(address, { address, action: "add", fields: [] });
  return [...resources.values()];
}
