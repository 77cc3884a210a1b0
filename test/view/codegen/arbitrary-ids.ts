/** Ids and texts to make trouble with in generated code. */
import fc from "fast-check";

const CHARACTERS = [..."abABiIdD0125_.~-"];

/** Few characters, so that many ids have the same name. */
export const arbitraryId = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 5 }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ..."__proto__ constructor id_a2d_b end class nan Achievements to-string -- ..-".split(" "),
    ),
  },
);

export const arbitraryIds = fc.uniqueArray(arbitraryId, { maxLength: 12 });

/** What ends or begins comments and strings somewhere, continues lines, or is read by tools. */
const PIECES = [
  ...'*/ /* * / // */* \\ ??/ ]] ]=] --[[ --]] " """ \' `${ # #endif &quot; <script> [url=x]'.split(
    " ",
  ),
  ..."</summary> @ts-nocheck @deprecated {{id}} ;system(1); 🐉 é x".split(" "),
  ...[
    "\n",
    "\r",
    "\r\n",
    "\u2028",
    "\u0085",
    "\u000b",
    "\0",
    "\u202e",
    "#include <x>",
    "{@link x}",
    " ",
  ],
];

export const arbitraryText = fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 8 });
