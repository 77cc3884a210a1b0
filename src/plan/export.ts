/**
 * A live game as manifests: one file for each kind, in the canonical form and without defaults, so that planning right
 * after finds nothing to do. What manifests cannot say is refused by name; what the service does not show, or what was
 * not asked for, is named.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { loadDesired } from "../manifest/desired-game.ts";
import { hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import { type ManifestText, parseText } from "../manifest/parse.ts";
import { both, counted } from "../manifest/wording.ts";
import { inCatalogOrder, namesOf, openReferences, partsOfAddress, valueIn } from "../model/catalog-lookup.ts";
import { type Checked, compareText, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Address, DesiredGame, Live, LiveGame, Target } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { startSpan } from "../text/parts.ts";
import { type YamlText, yamlText } from "../text/yaml-text.ts";
import type { Hash } from "./basis.ts";
import { makePlan } from "./plan.ts";

/** The manifest of one kind. */
export interface ManifestFile extends ManifestText {
  readonly kind: KindName;
  /** How many resources are in it. */
  readonly resources: number;
}

/** What would be written, and what reading it gives. */
export interface Exported {
  readonly files: readonly ManifestFile[];
  readonly desired: DesiredGame;
}

/** How the texts of an export are written. */
export interface TextOptions {
  readonly kinds: readonly KindName[];
  /** The name of a kind's file, as it will be shown in problems. */
  readonly fileOf: (kind: Kind) => string;
  /** What the line for editors refers to: a path from the files to the schema of manifests. */
  readonly schema: string;
}

/** The name of a kind's file in the folder of manifests. */
export function exportFileName(kind: Kind): string {
  return `${kind.plural}.yaml`;
}

/**
 * Writes the kinds that were read, links included, as texts and reads these back. Errors: live resources that no
 * manifest can express. Warnings: what the service does not show, what `kinds` leaves out, and what validation warns of.
 */
export function exportGame(live: LiveGame, catalog: Catalog, options: TextOptions): Checked<Exported> {
  const kinds = catalog.filter(({ name }) => options.kinds.includes(name));
  const written = kinds.map((kind) => writeKind(kind, live, options));
  const files = written.map(({ file }) => file);
  const loaded = loadDesired(files, catalog);
  const problems = loaded.diagnostics.map((problem) => withAddress(problem, written));
  const silent = notShown(kinds, live);
  if (loaded.value === undefined) return { diagnostics: notExpressible(problems, options.kinds) };
  const beyond = leftOutKinds(loaded.value, catalog);
  return { value: { files, desired: loaded.value }, diagnostics: [...silent, ...beyond, ...problems] };
}

/** The kinds beyond the exported ones that have to be read, too, before the export can be held against the game. */
export function kindsToCheck({ desired }: Exported, live: LiveGame, catalog: Catalog): readonly KindName[] {
  const named = new Set(openReferences(desired, catalog).map(({ to }) => partsOfAddress(to).kind));
  return inCatalogOrder(catalog, named).filter((name) => !live.read.has(name));
}

/**
 * The self-check: plans the export against the game it was made from, deletions included. Gives what manifests cannot
 * express, such as a reference to nothing live. A plan that is not empty is a bug and throws.
 */
export function checkExport(
  { desired }: Exported,
  live: LiveGame,
  catalog: Catalog,
  target: Target,
  hash: Hash,
): readonly Diagnostic[] {
  const options = { prune: true, targets: [], scalars: "native" } as const;
  const plan = makePlan(target, desired, live, catalog, options, hash);
  if (plan.value === undefined) return notExpressible(plan.diagnostics, [...desired.managed]);
  const different = [...plan.value.steps, ...plan.value.kept].map(({ address }) => address);
  if (different.length > 0) {
    throw new Error(`the export would not say what is live: ${different.slice(0, 5).join(", ")}`);
  }
  return [];
}

interface WrittenKind {
  readonly file: ManifestFile;
  readonly addresses: readonly Address[];
  readonly lines: YamlText["lines"];
}

function writeKind(kind: Kind, live: LiveGame, { fileOf, schema }: TextOptions): WrittenKind {
  const own = [...live.resources.values()]
    .filter((resource) => resource.kind === kind.name)
    .sort((a, b) => compareText(a.custom_id, b.custom_id));
  const forms = own.map((resource) => manifestForm(kind, resource));
  const { text, lines } = yamlText(kind.plural, forms, schema);
  const file = { kind: kind.name, file: fileOf(kind), text, resources: own.length };
  return { file, addresses: own.map(({ address }) => address), lines };
}

/** A live resource as a manifest has it: fields and links in the catalog's order, without what omission means. */
export function manifestForm(kind: Kind, live: Live): JsonObject {
  const fields = kind.fields.flatMap((field): [string, Json][] => {
    if (field.type === "id") return [[field.name, live.custom_id]];
    const value = live.body[field.name] ?? null;
    return value === null || isAlike(value, field.default) ? [] : [[field.name, value]];
  });
  const links = kind.links.flatMap((link): [string, Json][] => {
    const members = live.links[link.name] ?? [];
    return members.length === 0 ? [] : [[link.name, members]];
  });
  return Object.fromEntries([...fields, ...links]);
}

/** Problems of the text itself know their line only; a resource is what their line belongs to. */
function withAddress(problem: Diagnostic, written: readonly WrittenKind[]): Diagnostic {
  if (problem.address !== undefined || problem.primary === undefined) return problem;
  const { file, start } = problem.primary.span;
  const kind = written.find((each) => each.file.file === file);
  const index = kind?.lines.findLastIndex((line) => line <= start.line) ?? -1;
  const address = kind?.addresses[index];
  return address === undefined ? problem : { ...problem, address };
}

/** The errors as refusals without places: the texts that they speak of are not written. */
function notExpressible(problems: readonly Diagnostic[], kinds: readonly KindName[]): readonly Diagnostic[] {
  const errors = problems.filter((problem) => hasErrors([problem]));
  const bug = errors.find(({ code }) => code === "syntax-error");
  if (bug !== undefined) throw new Error(`the export is not YAML: ${bug.address}: ${bug.detail}`);
  const concerned = new Set(errors.map(({ address }) => address && partsOfAddress(address).kind));
  const others = kinds.filter((name) => !concerned.has(name));
  const only = others.map((name) => `--kind ${name}`).join(" ");
  const help = [
    "change it on the service, for example in its admin panel, and export again",
    ...(others.length === 0 ? [] : [`or export the other kinds first: ${only}`]),
  ];
  return errors.map(({ address, summary, detail }, index) =>
    diagnostic("not-expressible", `${address ?? "The game"}: ${summary}. ${detail}`, {
      address,
      help: index === errors.length - 1 ? help : [],
    }),
  );
}

/** `1 criterion`, `12 criteria`: a number of resources of a kind. */
export function countedKind(count: number, kind: Kind): string {
  return count === 1 ? `1 ${kind.label}` : `${count.toLocaleString("en-US")} ${kind.plural.replaceAll("_", " ")}`;
}

/** One warning for each field and link that the service does not show of some resource, and that is left out for it. */
function notShown(kinds: readonly Kind[], live: LiveGame): readonly Diagnostic[] {
  return kinds.flatMap((kind) => {
    const own = [...live.resources.values()].filter((resource) => resource.kind === kind.name);
    return namesOf(kind).flatMap((name) => {
      const count = own.filter((resource) => valueIn(resource, name) === undefined).length;
      const detail = `The service does not show "${name}" of ${countedKind(count, kind)}, so it is left out. It cannot be compared either: no plan will show a difference.`;
      const help = [`if you know what "${name}" should be, add it by hand`];
      return count === 0 ? [] : [diagnostic("left-out", detail, { help })];
    });
  });
}

/** One warning for each kind that exported resources refer into and that is not part of the export. */
function leftOutKinds(desired: DesiredGame, catalog: Catalog): readonly Diagnostic[] {
  const open = openReferences(desired, catalog);
  return catalog.flatMap((kind) => {
    const into = open.filter(({ to }) => partsOfAddress(to).kind === kind.name);
    if (into.length === 0) return [];
    const members = new Set(into.map(({ to }) => to));
    const referrers = catalog.flatMap((each) => {
      const from = new Set(into.filter((one) => partsOfAddress(one.from).kind === each.name).map((one) => one.from));
      return from.size === 0 ? [] : [countedKind(from.size, each)];
    });
    const detail = `The export leaves out ${countedKind(members.size, kind)}, named by ${both(referrers)}. A kind that is left out is not managed: a plan only checks that what is named is live.`;
    return [diagnostic("left-out", detail, { help: [`to export them, too, add --kind ${kind.name}`] })];
  });
}

/**
 * Refuses to write beside manifests that declare resources of the exported kinds: they would be declared twice. `others`:
 * manifests that the export does not overwrite and that are read together with it.
 */
export function declaredElsewhere(
  others: readonly ManifestText[],
  kinds: readonly KindName[],
  catalog: Catalog,
): readonly Diagnostic[] {
  const found = others.flatMap(({ file, text }) => {
    const { resources } = manifestLists(parseText(file, text).documents, catalog);
    const declarations = hoist(resources, catalog).declarations.filter(({ kind }) => kinds.includes(kind.name));
    return declarations[0] === undefined ? [] : [{ file, first: declarations[0] }];
  });
  const [one] = found;
  if (one === undefined) return [];
  const files = `${found.length === 1 ? "This manifest already declares" : `${counted(found.length, "manifest")} already declare`} resources of the exported kinds`;
  return [
    diagnostic("declared-elsewhere", `${files}, which would be declared twice. Nothing is written.`, {
      primary: { span: startSpan(one.first.part), text: "declared here" },
      help: [
        "export into another folder: laurel export --out-dir FOLDER",
        "to take live changes into these manifests, compare them with: laurel plan",
      ],
    }),
  ];
}
