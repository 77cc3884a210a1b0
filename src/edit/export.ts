/**
 * A live game as manifests: one file for each kind, in the canonical form and without defaults, so that planning right
 * after finds nothing to do. What manifests cannot say is refused by name; what the service does not show, or what was
 * not asked for, is named.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { loadDesired } from "../manifest/desired-game.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { kindNamed, namesOf, valueIn } from "../model/catalog-lookup.ts";
import { type Checked, compareText, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Address, DesiredGame, Live, LiveGame } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { compare } from "../plan/differences.ts";
import { elementText, indented, OWN_HAND } from "./print.ts";

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
 * Writes the game, links included, as texts and reads these back. Errors: live resources that no manifest can express.
 * Warnings: what the service does not show, and what validation warns of.
 */
export function exportGame(live: LiveGame, catalog: Catalog, options: TextOptions): Checked<Exported> {
  const written = catalog.map((kind) => writeKind(kind, live, options));
  const files = written.map(({ file }) => file);
  const loaded = loadDesired(files, catalog);
  const problems = loaded.diagnostics.map((problem) => withAddress(problem, written));
  if (loaded.value === undefined) return { diagnostics: notExpressible(problems) };
  assertSays(loaded.value, live, catalog);
  return { value: { files, desired: loaded.value }, diagnostics: [...notShown(catalog, live), ...problems] };
}

/** The self-check: manifests that do not say what is live are a bug. */
export function assertSays(desired: DesiredGame, live: LiveGame, catalog: Catalog): void {
  const different = [...live.resources.values()].filter((each) => {
    const written = desired.resources.get(each.address);
    return written === undefined || compare(kindNamed(catalog, each.kind), each, written).length > 0;
  });
  if (different.length === 0) return;
  const some = different.slice(0, 5).map(({ address }) => address);
  throw new Error(`the export would not say what is live: ${some.join(", ")}`);
}

interface WrittenKind {
  readonly file: ManifestFile;
  readonly addresses: readonly Address[];
  /** The line on which each resource begins, counted from 1, in their order. */
  readonly lines: readonly number[];
}

function writeKind(kind: Kind, live: LiveGame, { fileOf, schema }: TextOptions): WrittenKind {
  const own = [...live.resources.values()]
    .filter((resource) => resource.kind === kind.name)
    .sort((a, b) => compareText(a.custom_id, b.custom_id));
  const forms = own.map((resource) => manifestForm(kind, resource));
  const elements = forms.map((form) => indented(elementText(form, OWN_HAND), OWN_HAND.step));
  const head = `# yaml-language-server: $schema=${schema}\n${kind.plural}:`;
  const text = elements.length === 0 ? `${head} []\n` : `${head}\n${elements.join("")}`;
  let line = 3;
  const lines = elements.map((element) => {
    line += element.split("\n").length - 1;
    return line - element.split("\n").length + 1;
  });
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

const HELP = ["change it on the service, for example in its admin panel, and run the command again"];

/** The errors as refusals without places: the texts that they speak of are not written. */
export function notExpressible(problems: readonly Diagnostic[], help: readonly string[] = HELP): readonly Diagnostic[] {
  const errors = problems.filter((problem) => hasErrors([problem]));
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
