/** Files of scenarios with other ids: in what is played, and in what is expected to be earned or ranked. */

import { jsonAt, mapped } from "../../edit/places.ts";
import { type IdAfter, rewriteInPlace } from "../../edit/rename-ids.ts";
import type { ParsedText } from "../../manifest/parse.ts";
import type { Part } from "../../manifest/parts.ts";
import { isJsonObject, type Json } from "../../model/json.ts";

type NamedKind = "action" | "achievement" | "reward" | "leaderboard";

/** Members whose value is an id, a list of ids, or a mapping by id. */
const KINDS: Readonly<Record<string, NamedKind>> = {
  do: "action",
  leaderboard: "leaderboard",
  earned: "achievement",
  earned_exactly: "achievement",
  not_earned: "achievement",
  earned_at: "achievement",
  rewards: "reward",
};

export function renameInScenarios(parsed: ParsedText, after: IdAfter): ParsedText {
  const ids = (kind: NamedKind, part: Part): Json => {
    const value = jsonAt(part);
    if (typeof value === "string") return after(kind, value);
    if (Array.isArray(value)) return mapped(part, (element) => ids(kind, element));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([id, member]) => [after(kind, id), member]));
  };
  const visit = (part: Part, name: string): Json => {
    // Players and their data are called as people like.
    if (name === "custom_data" || name === "scores") return jsonAt(part);
    if (name === "players") return mapped(part, (player) => mapped(player, visit));
    const kind = KINDS[name];
    return kind === undefined ? mapped(part, visit) : ids(kind, part);
  };
  return rewriteInPlace(parsed, (root) => mapped(root, visit));
}
