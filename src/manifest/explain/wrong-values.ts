/** Explains values that a schema does not accept: the expected value, the found one, and a fix. */

import { defined } from "../../ground/collections.ts";
import { oneOf } from "../../ground/words.ts";
import type { DocumentSchema, SchemaError } from "../checks.ts";
import type { Explanation } from "../editor-words.ts";
import { ID_PATTERN } from "../schema.ts";
import * as fixes from "./fixes.ts";
import { idHelp } from "./id-help.ts";
import { isElement, type Place, schemaOf } from "./places.ts";
import { expectedWords, fixOf, foundWords, KEYWORDS, valueWords } from "./words.ts";

/** An explanation of a value, with offsets if the message needs another place than usual. */
type ValueExplanation = Explanation & Pick<fixes.Fix, "extent">;

/** Explains the value at a place by one of its errors. */
export function explainWrongValue(
  place: Place,
  error: SchemaError,
  { secret }: DocumentSchema,
): ValueExplanation {
  const { part, names } = place;
  const { keyword } = error;
  const schemas = (place.isChoice ? place.errors : [error]).map(schemaOf);
  const isId = keyword === "pattern" && schemaOf(error).pattern === ID_PATTERN;
  const expected = [...new Set(schemas.flatMap((schema) => expectedWords(schema, keyword)))];
  const isSecret = secret?.keys.test(names.at(-1) ?? "") === true;
  const actual = isSecret ? "another value" : foundWords(part, keyword);
  const label = `${place.pointer === "" ? "" : `${valueWords(place)}: `}expected ${oneOf(expected)}, found ${actual}`;
  const isEmpty = part.type === "scalar" && String(part.value ?? "").trim() === "";
  const isMissing = isEmpty && names.length > 2 && !isElement(place);
  const wrongCode = isId ? "invalid-id" : (KEYWORDS[keyword]?.code ?? "invalid-value");
  const code = isMissing ? "missing-field" : wrongCode;
  if (isSecret)
    return {
      code,
      label,
      ...defined({ help: schemas.map(fixOf).find((fix) => fix !== undefined) }),
    };
  if (isId) return { code, label, help: idHelp(String(part.value)) };
  return {
    code,
    label,
    ...FIXES.map((find) => find({ part, schemas }, keyword)).find((fix) => fix !== undefined),
  };
}

/** Ways to find a fix, the most exact first. */
const FIXES: readonly ((value: fixes.WrongValue, keyword: string) => fixes.Fix | undefined)[] = [
  fixes.quoteWordForNothing,
  fixes.quoteCommentOrAnchor,
  fixes.rewriteText,
  fixes.translateChoice,
  fixes.correctChoice,
  fixes.unwrapText,
  fixes.readBoolean,
  fixes.readNumber,
  fixes.quoteValue,
  fixes.listKeys,
  fixes.wrapInBrackets,
  fixes.listById,
  fixes.beginElement,
  fixes.takeFixOfSchema,
  fixes.requestValue,
  fixes.takeOnlyChoice,
  fixes.nameKeys,
];
