/** Explains unknown keys of a mapping. */

import { unseenHelp } from "../../ground/invisible-characters.ts";
import { isJsonObject } from "../../ground/json.ts";
import { didYouMean } from "../../ground/nearest.ts";
import { both, inQuotes, quoted } from "../../ground/words.ts";
import type { DocumentSchema } from "../checks.ts";
import { type Explanation, explanationIn } from "../editor-words.ts";
import { idHelp } from "./id-help.ts";
import { knownKeys, type Place } from "./places.ts";
import { ownerOf } from "./words.ts";

/** An explanation, and whether it has no exact fix. */
type KeyExplanation = Explanation & { readonly isOpen: boolean };

/** Explains one unknown key of a mapping. */
export function explainUnknownKey(
  place: Place,
  name: string,
  { secret }: DocumentSchema,
): KeyExplanation {
  if (secret?.keys.test(name) === true) {
    return {
      code: "unknown-field",
      label: "a token is never written in a file",
      help: secret.help,
      isOpen: false,
    };
  }
  const messages = place.schema["x-keys"];
  const message =
    isJsonObject(messages) && Object.hasOwn(messages, name)
      ? explanationIn(messages[name])
      : undefined;
  if (message !== undefined) return { ...message, isOpen: false };
  const known = knownKeys(place);
  const [near] = suggestKey(place, name);
  if (known.length === 0) {
    const help = near ?? idHelp(name);
    return {
      code: "invalid-value",
      label: `${quoted(name)} cannot be a name here`,
      help,
      isOpen: false,
    };
  }
  const [code, what] =
    place.pointer === ""
      ? (["unknown-key", "key"] as const)
      : (["unknown-field", "field"] as const);
  const label = `${ownerOf(place)} has no ${what} ${inQuotes(name)}`;
  return { code, label, help: near ?? `it has ${both(known)}`, isOpen: near === undefined };
}

/** Returns help for a misspelt key, or for another word for a key, the most exact first. */
export function suggestKey(place: Place, name: string): readonly string[] {
  const known = knownKeys(place);
  return [
    ...unseenHelp(name),
    ...didYouMean(name, known),
    ...translateKey(place, name),
    ...completeKey(name, known),
  ];
}

/** Suggests the key that is called by another word in the schema's `x-also`. */
export function translateKey(
  { schema: { "x-also": also } }: Pick<Place, "schema">,
  name: string,
): readonly string[] {
  return isJsonObject(also) && Object.hasOwn(also, name)
    ? [`did you mean ${inQuotes(String(also[name]))}?`]
    : [];
}

/**
 * Suggests `custom_action_id` for `action`: the key with the fewest additional words, if there is
 * only one.
 */
export function completeKey(name: string, known: readonly string[]): readonly string[] {
  const wanted = wordsOf(name);
  if (wanted.length === 0) return [];
  const contains = (words: readonly string[]): boolean =>
    wanted.every((word) =>
      words.some((other) => other === word || (word.length > 3 && other.startsWith(word))),
    );
  const longer = known.filter((key) => contains(wordsOf(key)));
  const [best, second] = [...longer].sort((a, b) => wordsOf(a).length - wordsOf(b).length);
  if (
    best === undefined ||
    (second !== undefined && wordsOf(second).length === wordsOf(best).length)
  )
    return [];
  return [`did you mean ${inQuotes(best)}?`];
}

function wordsOf(name: string): readonly string[] {
  const separate = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
  return separate.split(/[^a-z0-9]+/).filter((word) => word !== "");
}
