/** The settings that the project file has by the id of an action. In: a text without errors. */
import { jsonAt, mapped } from "../../edit/places.ts";
import { rewriteInPlace } from "../../edit/rename-ids.ts";
import type { ParsedText } from "../../manifest/parse.ts";
import { memberNamed, namesOf, type Part, pointerTo, sourceOf } from "../../manifest/parts.ts";
import { quoted } from "../../manifest/wording.ts";
import { addressOf } from "../../model/catalog-lookup.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Pointer } from "../../model/model.ts";
import { projectPointer } from "../../project/project.ts";
import { cannotRename, type Rename } from "./rename-problems.ts";

/** The project file of a game whose action is renamed. */
export interface ProjectText {
  readonly parsed: ParsedText;
  /** The games that have the action, as the project file calls them. */
  readonly games: readonly string[];
  /** Whether another game has an action of that id, or may have one. */
  readonly isShared: boolean;
}

/** The settings that all games of the project read. */
const SHARED = projectPointer("lint", "fields");

/** Settings that only this game reads. */
function ownSettings(game: string): readonly Pointer[] {
  return [projectPointer("games", game, "actions"), ownFields(game)];
}

function ownFields(game: string): Pointer {
  return projectPointer("games", game, "lint", "fields");
}

/** Whether the project file has settings of the action that all games read. */
export function hasSharedSettings({ documents: [root] }: ParsedText, { kind, from }: Rename): boolean {
  return kind === "action" && root !== undefined && settingAt(root, SHARED, from) !== undefined;
}

/** The new id must have no settings yet: they are of something else, or left over. */
export function settingProblems({ parsed, games }: ProjectText, { kind, to }: Rename): readonly Diagnostic[] {
  const [root] = parsed.documents;
  if (kind !== "action" || root === undefined) return [];
  const taken = games.flatMap(ownSettings).filter((pointer) => settingAt(root, pointer, to) !== undefined);
  return taken.map((pointer) => {
    const detail = `The project file has settings for the action ${quoted(to)} already.`;
    const primary = { span: sourceOf(root).locate(pointer + projectPointer(to), "key"), text: "given here" };
    return cannotRename(detail, "delete these settings, or choose another id", {
      address: addressOf(kind, to),
      primary,
    });
  });
}

/** The project file with the settings under the new id. What other games read, too, is copied for the game instead. */
export function renamedProject({ parsed, games, isShared }: ProjectText, { kind, from, to }: Rename): ParsedText {
  const [root] = parsed.documents;
  if (kind !== "action" || root === undefined) return parsed;
  const shared = settingAt(root, SHARED, from);
  const isCopied = shared !== undefined && (isShared || settingAt(root, SHARED, to) !== undefined);
  const holders = [...games.flatMap(ownSettings), ...(isCopied ? [] : [SHARED])];
  const visit = (part: Part, pointer: Pointer): Json => {
    if (!holders.some((holder) => `${holder}/`.startsWith(`${pointer}/`))) return jsonAt(part);
    const value = mapped(part, (inner, name) => visit(inner, pointer + pointerTo(name)));
    if (!holders.includes(pointer) || !isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([id, setting]) => [id === from ? to : id, setting]));
  };
  const without = isCopied ? games.filter((game) => settingAt(root, ownFields(game), from) === undefined) : [];
  return rewriteInPlace(parsed, () =>
    without.reduce<Json>(
      (settings, game) => withMember(settings, [...namesOf(ownFields(game)), to], jsonAt(shared as Part)),
      visit(root, ""),
    ),
  );
}

/** The value of a key below a pointer; undefined where there is none. */
function settingAt(root: Part, pointer: Pointer, key: string): Part | undefined {
  return [...namesOf(pointer), key].reduce<Part | undefined>((part, name) => memberNamed(part, name)?.value, root);
}

function withMember(value: Json | undefined, names: readonly string[], member: Json): JsonObject {
  const [name = "", ...rest] = names;
  const own = isJsonObject(value) ? value : {};
  return { ...own, [name]: rest.length === 0 ? member : withMember(own[name], rest, member) };
}
