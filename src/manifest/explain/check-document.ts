/**
 * Checks a document against its JSON Schema and explains each mistake: the expected value, the
 * found one, and one fix, at its place. All files that people write are explained here. `points:
 * "30"` of an achievement becomes `"points": expected a whole number from 0 to 10,000, found "30"`,
 * with the help `write 30, without quotes`. Words about the subject are in the schema, in keywords
 * that begin with `x-` (editor-words.ts).
 */

import { MAXIMUM_PROBLEMS } from "../../ground/limits.ts";
import { pointerTo } from "../../ground/pointer.ts";
import { both, counted, inQuotes } from "../../ground/words.ts";
import { type Diagnostic, problemAt } from "../../model/diagnostics.ts";
import type { Source } from "../../model/model.ts";
import type { Span } from "../../model/source.ts";
import { type DocumentSchema, errorsIn } from "../checks.ts";
import type { Explanation } from "../editor-words.ts";
import { type Part, sourceOf, spanBetween, startSpan } from "../parts.ts";
import { moreProblems } from "../reading.ts";
import { explainMissingKeys } from "./missing-keys.ts";
import { isElement, type Place, placesOf } from "./places.ts";
import { rootCauses, strangeKeys } from "./root-causes.ts";
import { explainUnknownKey } from "./unknown-keys.ts";
import { ownerOf } from "./words.ts";
import { explainWrongValue } from "./wrong-values.ts";

/** Returns one diagnostic for each mistake in a document. */
export function checkDocument(root: Part, document: DocumentSchema): readonly Diagnostic[] {
  return explainDocument(root, document).map(({ problem }) => problem);
}

/**
 * A problem of a document. `isOpen`: it has no exact fix, and a repair of the text may explain it
 * better.
 */
interface ExplainedProblem {
  readonly problem: Diagnostic;
  readonly isOpen: boolean;
}

/** Returns the problems of a document, and whether each has an exact fix. */
export function explainDocument(root: Part, document: DocumentSchema): readonly ExplainedProblem[] {
  const all = errorsIn(document.checks, document.key, root.value);
  if (all.length === 0) return [];
  const errors = all.slice(0, MAXIMUM_PROBLEMS);
  const problems = rootCauses(placesOf(errors, root)).flatMap((place) =>
    explain(place, root, document),
  );
  // A mistake in an aliased value is reported once.
  const keyOf = ({ problem: { primary, code, detail } }: ExplainedProblem): string =>
    `${primary?.span.start.offset} ${code} ${detail}`;
  const explained = [...new Map(problems.map((each) => [keyOf(each), each])).values()];
  if (all.length === errors.length) return explained;
  const [last] = explained.slice(-1);
  const problem = moreProblems(last?.problem.primary?.span ?? startSpan(root), errors.length);
  return [...explained, { problem, isOpen: false }];
}

type Locate = Source["locate"];

/** An explanation, the span it is about, and whether it has no exact fix. */
interface PlacedExplanation extends Explanation {
  readonly span: Span;
  readonly isOpen: boolean;
}

function explain(place: Place, root: Part, document: DocumentSchema): readonly ExplainedProblem[] {
  const address = document.addressOf?.(root, place.pointer);
  const { locate } = sourceOf(root);
  const explanations = [
    ...unknownKeys(place, locate, document),
    ...missingKeys(place, locate),
    ...wrongValue(place, locate, document),
  ];
  return explanations.map(({ code, label, help, span, isOpen }) => ({
    problem: problemAt(code, span, { label, address, help: help === undefined ? [] : [help] }),
    isOpen,
  }));
}

/** Explains each unknown key, or only the first of many strange ones. */
function unknownKeys(
  place: Place,
  locate: Locate,
  document: DocumentSchema,
): readonly PlacedExplanation[] {
  const [first, ...rest] = strangeKeys(place);
  const more = rest.length > 0 ? `, and ${counted(rest.length, "more unknown key")}` : "";
  return place.unknown
    .filter((name) => !rest.includes(name))
    .map((name) => {
      const explanation = explainUnknownKey(place, name, document);
      const label = `${explanation.label}${name === first ? more : ""}`;
      const span = locate(`${place.pointer}${pointerTo(name)}`, "key");
      return { ...explanation, label, span };
    });
}

/** Explains all missing keys at once. */
function missingKeys(place: Place, locate: Locate): readonly PlacedExplanation[] {
  const { pointer, part, missing } = place;
  if (missing.length === 0) return [];
  const isStart = pointer === "" || (part.type === "map" && part.members.length > 0);
  const label = `${ownerOf(place)} needs ${both(missing.map((name) => inQuotes(name)))}`;
  const span = isStart ? startSpan(part) : locate(pointer, "key");
  const help = explainMissingKeys(place);
  return [{ code: "missing-field", label, help, span, isOpen: false }];
}

/** Explains the value by its most basic error. */
function wrongValue(
  place: Place,
  locate: Locate,
  document: DocumentSchema,
): readonly PlacedExplanation[] {
  const { pointer, part, errors } = place;
  const error = errors.find(({ keyword }) => keyword === "type") ?? errors[0];
  if (error === undefined) return [];
  const isStart = pointer === "" || (isElement(place) && part.type === "map");
  const { extent, ...explanation } = explainWrongValue(place, error, document);
  const usual = isStart ? startSpan(part) : locate(pointer, part.type === "map" ? "key" : "value");
  const span = extent === undefined ? usual : spanBetween(part.source, ...extent);
  const isOpen = part.type === "scalar" && /\s/.test(String(part.value ?? "").trim());
  return [{ ...explanation, span, isOpen }];
}
