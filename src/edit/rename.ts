/**
 * Renames an id in everything that is written about a game: manifests, overrides, scenarios, and the project file. In:
 * parsed texts. Out: the texts that change, or why the id cannot be changed. `custom_id: egg # c` becomes `custom_id: ei # c`.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { MOVED } from "../manifest/forms.ts";
import { hoist } from "../manifest/hoist.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import type { Part } from "../manifest/parts.ts";
import { addressOf, kindNamed } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, labelAt } from "../model/diagnostics.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Address, DesiredGame } from "../model/model.ts";
import { jsonAt, mapped } from "./changes.ts";
import { appendTo, targetsIn } from "./resources.ts";
import { rewriteText, UnwritableText } from "./rewrite.ts";

/** A resource that gets another id. */
export interface NewId {
  readonly kind: KindName;
  readonly from: string;
  readonly to: string;
}

/** Everything that is written about a game. */
export interface RenameTexts {
  readonly manifests: readonly ParsedText[];
  /** By environment. */
  readonly overrides: ReadonlyMap<string, readonly ParsedText[]>;
  readonly scenarios: readonly ParsedText[];
  /** The project file. */
  readonly project?: ParsedText;
  /** The games of the project file that have these manifests. */
  readonly games: readonly string[];
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
  /** Whether the files were changed. */
  readonly written: boolean;
  readonly files: readonly TextChange[];
}

/** The files that change. `scenarioKeys`: by key of scenarios, the kind that its ids are of. */
export function renameInTexts(
  rename: NewId,
  texts: RenameTexts,
  { catalog, scenarioKeys }: { readonly catalog: Catalog; readonly scenarioKeys: Readonly<Record<string, KindName>> },
): Checked<readonly TextChange[]> {
  const to = addressOf(rename.kind, rename.to);
  const { value: game, diagnostics } = checkTexts(texts, catalog);
  if (game === undefined) return { diagnostics };
  const primary = labelAt(game.sources.get(to), "/custom_id", "declared here");
  const refuse = (detail: string, help: Diagnostic["help"][number]): Checked<never> => ({
    diagnostics: [diagnostic("cannot-rename", detail, { address: to, primary, help: [help] })],
  });
  if (game.resources.has(to)) return refuse(`${to} is declared already.`, "choose another id");
  try {
    const key = kindNamed(catalog, rename.kind).plural;
    const settings = texts.games.map((name) => `/games/${name}/${key}`);
    const after: RenameTexts = {
      games: texts.games,
      manifests: renamedTexts(texts.manifests, [rename], catalog, true),
      overrides: new Map(
        [...texts.overrides].map(([name, own]) => [name, renamedTexts(own, [rename], catalog, false)]),
      ),
      scenarios: texts.scenarios.map((parsed) =>
        rewritten(parsed, (root) => scenarioAfter(root, rename, scenarioKeys)),
      ),
      ...(texts.project && { project: rewritten(texts.project, (root) => projectAfter(root, rename, settings)) }),
    };
    const [problem] = checkTexts(after, catalog).diagnostics.filter((each) => hasErrors([each]));
    if (problem !== undefined)
      return refuse(`The manifests would be wrong: ${problem.detail}`, problem.help[0] ?? "choose another id");
    const renamed = textsIn(after);
    const value = textsIn(texts).flatMap(({ source: { file, text } }, index): TextChange[] => {
      const now = renamed[index]?.source.text ?? text;
      return now === text ? [] : [{ file, before: text, after: now }];
    });
    return { value, diagnostics: [] };
  } catch (error) {
    if (error instanceof UnwritableText) return refuse(error.message, `change the id in ${error.file} by hand`);
    throw error;
  }
}

function textsIn({ manifests, overrides, scenarios, project }: RenameTexts): readonly ParsedText[] {
  return [...manifests, ...[...overrides.values()].flat(), ...scenarios, ...(project === undefined ? [] : [project])];
}

/** The game without overrides, if nothing is wrong with any file. */
function checkTexts({ manifests, overrides, scenarios }: RenameTexts, catalog: Catalog): Checked<DesiredGame> {
  const { value, diagnostics } = checkGame(manifests, catalog, [[], ...overrides.values()]);
  const problems = [...diagnostics, ...scenarios.flatMap((parsed) => parsed.diagnostics)];
  if (value === undefined || hasErrors(problems)) return { diagnostics: problems };
  return { value: value.desired(), diagnostics: [] };
}

function rewritten(parsed: ParsedText, after: (root: Part) => Json): ParsedText {
  return rewriteText(parsed, parsed.documents.map(after), { inPlace: true });
}

/** Manifests or overrides with other ids. `hasEntries`: also with `moved` entries for them. */
export function renamedTexts(
  texts: readonly ParsedText[],
  renames: readonly NewId[],
  catalog: Catalog,
  hasEntries: boolean,
): readonly ParsedText[] {
  const ids = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const targets = targetsIn(texts, catalog, { idAfter: ({ name }, id) => ids.get(addressOf(name, id)) ?? id });
  const lists = manifestLists(
    targets.map(({ root }) => root),
    catalog,
  );
  const { declarations } = hoist(lists.resources, catalog);
  for (const { kind, from, to } of hasEntries ? renames : []) {
    const home = declarations.find(({ address }) => address === addressOf(kind, from))?.part;
    appendTo(targets, MOVED, [{ kind, from, to }], { home, catalog });
  }
  const values = new Map(targets.map(({ root, value }) => [root, value]));
  return texts.map((parsed) => rewritten(parsed, (root) => values.get(root) as Json));
}

function scenarioAfter(root: Part, { kind, from, to }: NewId, keys: Readonly<Record<string, KindName>>): Json {
  const visit = (part: Part, name: string): Json => {
    // Players and their data are called as people like.
    if (name === "custom_data" || name === "scores") return jsonAt(part);
    if (name === "players") return mapped(part, (player) => mapped(player, visit));
    return keys[name] === kind ? renamedIn(part, from, to) : mapped(part, visit);
  };
  return visit(root, "");
}

/** An id, a list of ids, or a mapping by id. */
function renamedIn(part: Part, from: string, to: string): Json {
  const value = jsonAt(part);
  if (Array.isArray(value)) return value.map((id) => (id === from ? to : id));
  if (!isJsonObject(value)) return value === from ? to : value;
  if (Object.hasOwn(value, from) && Object.hasOwn(value, to))
    throw new UnwritableText(part.source.file, `It has ${from} and ${to} in one place.`);
  return Object.fromEntries(Object.entries(value).map(([id, member]) => [id === from ? to : id, member]));
}

/** The project file with the settings of a resource under its new id. `settings`: where they are. */
function projectAfter(root: Part, { from, to }: NewId, settings: readonly string[]): Json {
  const visit = (part: Part, path: string): Json =>
    settings.includes(path)
      ? renamedIn(part, from, to)
      : mapped(part, (inner, name) => visit(inner, `${path}/${name}`));
  return visit(root, "");
}
