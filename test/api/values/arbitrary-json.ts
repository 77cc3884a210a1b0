/**
 * JSON as services hold it, by its text: numbers that no double can carry, empty values, texts with
 * blanks around them.
 */
import fc from "fast-check";

const digits = (max: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{0,${max}}$`));
const number = fc.oneof(
  digits(30),
  digits(30).map((text) => `-${text}`),
  fc
    .tuple(digits(18), fc.stringMatching(/^[0-9]{1,20}$/))
    .map(([whole, fraction]) => `${whole}.${fraction}`),
  fc
    .tuple(digits(4), fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.nat(400))
    .map((each) => each.join("")),
  fc.constantFrom(
    "0",
    "-0",
    "0.0",
    "1.0",
    "-0.10",
    "1e400",
    "1E-400",
    "9007199254740993",
    "12345678901234567890",
  ),
);
const letters = fc
  .string({ unit: "grapheme", maxLength: 8 })
  .filter((text) => text.isWellFormed() && !text.includes("\0"));
const text = fc
  .oneof(
    letters,
    fc.constantFrom(
      "",
      " a ",
      "\u200bx\u200e",
      "[1]",
      "12345678901234567890",
      "\ue000",
      "\ue000\ue0011",
    ),
  )
  .map((each) => JSON.stringify(each));
const { value } = fc.letrec<{ value: string; key: string }>((tie) => ({
  key: fc.oneof(
    letters.filter((name) => name !== "__proto__"),
    fc.constantFrom("", "constructor", "b", "a", "id"),
  ),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    number,
    text,
    fc.constantFrom("null", "true", "false", "{}", "[]", '""'),
    fc.array(tie("value"), { maxLength: 4 }).map((list) => `[${list.join(",")}]`),
    fc
      .uniqueArray(fc.tuple(tie("key"), tie("value")), { maxLength: 4, selector: ([name]) => name })
      .map(
        (members) =>
          `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${inner}`).join(",")}}`,
      ),
  ),
}));

/** JSON text without blanks that fits into `custom_data`. */
export const jsonTexts = value.filter((each) => each.length < 900);
