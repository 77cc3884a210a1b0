/**
 * Renames an id in everything that is written about a game: manifests, overrides, scenarios, and the project file. In:
 * parsed texts. Out: the texts that change, or why the id cannot be changed. `custom_id: egg # c` becomes `custom_id: ei # c`.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { idHelp } from "../manifest/explain.ts";
import { MOVED } from "../manifest/forms.ts";
import { hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { memberNamed, type Part, pointerTo, sourceOf } from "../manifest/parts.ts";
import { ID_PATTERN } from "../manifest/schema.ts";
import { both, quoted } from "../manifest/wording.ts";
import { addressOf, partsOfAddress } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, type Label, labelAt } from "../model/diagnostics.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Address, DesiredGame } from "../model/model.ts";
import { didYouMean, nearest } from "../model/nearest.ts";
import { jsonAt, mapped } from "./pairs.ts";
import { appendTo, targetsIn } from "./resources.ts";
import { rewriteText, UnwritableText } from "./rewrite.ts";

/** A resource that gets another id. */
export interface NewId {
  readonly kind: KindName;
  readonly from: string;
  readonly to: string;
}

/** One rename of a resource. */
export interface Rename extends NewId {
  /** Whether a `moved` entry is written. Without one, the resource was never live. */
  readonly moved: boolean;
}

/** Everything that is written about a game. */
export interface RenameTexts {
  readonly manifests: readonly ParsedText[];
  /** By environment. */
  readonly overrides: ReadonlyMap<string, readonly ParsedText[]>;
  readonly scenarios: readonly ParsedText[];
  /** If it may have settings by the id of the resource. */
  readonly project?: ProjectText;
}

/** The project file of a game. */
export interface ProjectText {
  readonly parsed: ParsedText;
  /** The paths of the settings by id of the games that have the resource. */
  readonly settings: readonly (readonly string[])[];
}

/** A file with its text before and after. */
export interface TextChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** A rename that was written, or would be. */
export interface RenamedResource {
  /** The games that have the manifests. */
  readonly games: readonly string[];
  readonly from: Address;
  readonly to: Address;
  /** Whether a `moved` entry is written. */
  readonly moved: boolean;
  /** Whether the files were changed. */
  readonly written: boolean;
  readonly files: readonly TextChange[];
}

/** Reads the two words of a rename: an address, and the new id or address. */
export function readRename(
  words: { readonly address: string; readonly newId: string; readonly moved?: boolean | undefined },
  catalog: Catalog,
): Checked<Rename> {
  const { kind, custom_id: from } = partsOfAddress(words.address as Address);
  const names = catalog.map(({ name }) => name);
  const wrong = (detail: string, help: string): Checked<Rename> => ({
    diagnostics: [diagnostic("usage", detail, { help: [help] })],
  });
  if (!words.address.includes("/") || !names.includes(kind)) {
    const near = nearest(kind, names);
    const help = near === undefined ? `write KIND/ID; the kinds are ${both(names)}` : `did you mean "${near}/${from}"?`;
    return wrong(`${quoted(words.address)} is no address of a resource.`, help);
  }
  const isAddress = words.newId.includes("/");
  const target = partsOfAddress(words.newId as Address);
  if (isAddress && target.kind !== kind)
    return wrong(`A rename keeps the kind, found ${quoted(words.newId)}.`, `write the new id only, or ${kind}/ID`);
  const to = isAddress ? target.custom_id : words.newId;
  if (!new RegExp(ID_PATTERN).test(to)) return wrong(`${quoted(to)} cannot be an id.`, idHelp(to));
  if (from === to) return wrong(`${words.address} has this id already.`, "choose another id");
  return { value: { kind, from, to, moved: words.moved !== false }, diagnostics: [] };
}

/** The problem of an address that is not declared. `where`: the beginning of the sentence. */
export function undeclared(address: Address, where: string, known: Iterable<Address>): Diagnostic {
  return diagnostic("unknown-target", `${where} ${address}.`, { help: didYouMean(address, known) });
}

interface RenameContext {
  readonly catalog: Catalog;
  /** By key of scenarios, the kind that its ids are of. */
  readonly scenarioKeys: Readonly<Record<string, KindName>>;
}

/** The files that change. */
export function renameInTexts(
  rename: Rename,
  texts: RenameTexts,
  { catalog, scenarioKeys }: RenameContext,
): Checked<readonly TextChange[]> {
  const [from, to] = [addressOf(rename.kind, rename.from), addressOf(rename.kind, rename.to)];
  const { value: game, diagnostics } = checkTexts(texts, catalog);
  if (game === undefined) return { diagnostics };
  if (!game.resources.has(from))
    return { diagnostics: [undeclared(from, "The manifests do not declare", game.resources.keys())] };
  const refuse = (detail: string, help: Diagnostic["help"][number], primary?: Label): Checked<never> => {
    const problem = { address: to, primary, help: [help] };
    return { diagnostics: [diagnostic("cannot-rename", detail, problem)] };
  };
  if (game.resources.has(to)) {
    const primary = labelAt(game.sources.get(to), "/custom_id", "declared here");
    return refuse(`${to} is declared already.`, "choose another id", primary);
  }
  const taken = settingOf(texts.project, rename.to);
  if (taken !== undefined)
    return refuse(
      `The project file has settings for ${quoted(rename.to)} already.`,
      "delete these settings, or choose another id",
      taken,
    );
  const after = renamedAll(rename, texts, { catalog, scenarioKeys });
  if (after instanceof UnwritableText) return refuse(after.message, "change the id by hand");
  const [problem] = checkTexts(after, catalog).diagnostics.filter((each) => hasErrors([each]));
  if (problem !== undefined)
    return refuse(`The manifests would be wrong: ${problem.detail}`, problem.help[0] ?? "choose another id");
  const renamed = textsIn(after);
  const value = textsIn(texts).flatMap(({ source }, index) => {
    const text = renamed[index]?.source.text ?? "";
    return text === source.text ? [] : [{ file: source.file, before: source.text, after: text }];
  });
  return { value, diagnostics: [] };
}

function textsIn({ manifests, overrides, scenarios, project }: RenameTexts): readonly ParsedText[] {
  return [
    ...manifests,
    ...[...overrides.values()].flat(),
    ...scenarios,
    ...(project === undefined ? [] : [project.parsed]),
  ];
}

function renamedAll(
  rename: Rename,
  texts: RenameTexts,
  { catalog, scenarioKeys }: RenameContext,
): RenameTexts | UnwritableText {
  const { manifests, overrides, scenarios, project } = texts;
  try {
    return {
      manifests: renamedTexts(manifests, [rename], catalog, rename.moved),
      overrides: new Map([...overrides].map(([name, files]) => [name, renamedTexts(files, [rename], catalog)])),
      scenarios: scenarios.map((parsed) => renamedScenarios(parsed, rename, scenarioKeys)),
      ...(project === undefined ? {} : { project: { ...project, parsed: renamedProject(project, rename) } }),
    };
  } catch (error) {
    if (error instanceof UnwritableText) return error;
    throw error;
  }
}

/** The game without overrides, if nothing is wrong with any file. */
function checkTexts({ manifests, overrides, scenarios }: RenameTexts, catalog: Catalog): Checked<DesiredGame> {
  const { value, diagnostics } = checkGame(manifests, catalog, [[], ...overrides.values()]);
  const problems = [...diagnostics, ...scenarios.flatMap((parsed) => parsed.diagnostics)];
  return value === undefined || hasErrors(problems)
    ? { diagnostics: problems }
    : { value: value.desired(), diagnostics: [] };
}

/** Manifests or overrides with other ids, and with `moved` entries for them. `hasEntries`: absent for overrides. */
export function renamedTexts(
  texts: readonly ParsedText[],
  renames: readonly NewId[],
  catalog: Catalog,
  hasEntries?: boolean,
): readonly ParsedText[] {
  const ids = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const after = (kind: KindName, id: string): string => ids.get(addressOf(kind, id)) ?? id;
  const targets = targetsIn(texts, catalog, { idAfter: ({ name }: Kind, id) => after(name, id) });
  const lists = manifestLists(
    targets.map(({ root }) => root),
    catalog,
  );
  const { declarations } = hoist(lists.resources, catalog);
  for (const { kind, from, to } of hasEntries === true ? renames : []) {
    const home = declarations.find(({ address }) => address === addressOf(kind, from))?.part;
    appendTo(targets, MOVED, [{ kind, from, to }], { home, catalog });
  }
  // Without an entry, the old id was never live: entries lead to the new one.
  const values = new Map(
    targets.map(({ root, value }) => [root, hasEntries === false ? redirected(value, after) : value]),
  );
  return texts.map((parsed) =>
    rewriteText(
      parsed,
      parsed.documents.map((root) => values.get(root) as Json),
      { inPlace: true },
    ),
  );
}

function redirected(document: Json, after: (kind: KindName, id: string) => string): Json {
  const entries = isJsonObject(document) ? (document[MOVED] as readonly NewId[] | undefined) : undefined;
  if (entries === undefined) return document;
  const moved = entries.map((entry) => ({ ...entry, to: after(entry.kind, entry.to) }));
  return { ...(document as object), [MOVED]: moved };
}

function renamedScenarios(
  parsed: ParsedText,
  { kind, from, to }: Rename,
  keys: Readonly<Record<string, KindName>>,
): ParsedText {
  const visit = (part: Part, name: string): Json => {
    // Players and their data are called as people like.
    if (name === "custom_data" || name === "scores") return jsonAt(part);
    if (name === "players") return mapped(part, (player) => mapped(player, visit));
    return keys[name] === kind ? renamedIn(part, from, to) : mapped(part, visit);
  };
  return rewriteText(
    parsed,
    parsed.documents.map((root) => visit(root, "")),
    { inPlace: true },
  );
}

/** An id, a list of ids, or a mapping by id. */
function renamedIn(part: Part, from: string, to: string): Json {
  const value = jsonAt(part);
  if (Array.isArray(value)) return value.map((id) => (id === from ? to : id));
  if (!isJsonObject(value)) return value === from ? to : value;
  return Object.fromEntries(Object.entries(value).map(([id, member]) => [id === from ? to : id, member]));
}

/** Where the project file has settings for an id. */
function settingOf(project: ProjectText | undefined, id: string): Label | undefined {
  const root = project?.parsed.documents[0];
  if (project === undefined || root === undefined) return undefined;
  const path = project.settings.map((names) => [...names, id]).find((names) => memberAt(root, names) !== undefined);
  return path && { span: sourceOf(root).locate(pointerTo(...path), "key"), text: "given here" };
}

function memberAt(root: Part, names: readonly string[]): Part | undefined {
  return names.reduce<Part | undefined>((part, name) => memberNamed(part, name)?.value, root);
}

/** The project file with the settings under the new id. */
function renamedProject({ parsed, settings }: ProjectText, { from, to }: Rename): ParsedText {
  const visit = (part: Part, path: readonly string[]): Json => {
    const isSetting = settings.some((names) => names.join("\n") === path.join("\n"));
    return isSetting ? renamedIn(part, from, to) : mapped(part, (inner, name) => visit(inner, [...path, name]));
  };
  const [root] = parsed.documents;
  return root === undefined ? parsed : rewriteText(parsed, [visit(root, [])], { inPlace: true });
}
