/** Random valid games whose ids and texts are the ones that YAML is famous for misreading. */
import fc from "fast-check";
import { catalog } from "../../src/catalog/index.ts";
import type { Field, Kind } from "../../src/catalog/types.ts";
import { canonicalJson, type Json, type JsonObject } from "../../src/ground/json.ts";
import { arbitraryGame } from "./arbitrary-game.ts";
import type { GameText } from "./games.ts";

/** Ids that look like other types to YAML 1.2, to YAML 1.1 or to a careless reader. */
const HOSTILE_IDS = [
  ..."007 on 1e3 null ~ - -- --- ... 0x1F 0o17 1_000 12.50 .5 -1 .inf -.INF .nan".split(" "),
  ..."true False yes No y 2024-01-01 NULL Null".split(" "),
  "a".repeat(255),
];

/** Texts that look like other things, or that are hard to write. */
export const HOSTILE_TEXTS = [
  ...HOSTILE_IDS,
  "12:30:45",
  "key: value",
  "key:",
  "# no comment",
  "a # b",
  "- a",
  "? a",
  "* alias",
  "&anchor",
  "!!str x",
  "| literal",
  "> folded",
  "%YAML 1.1",
  "@at",
  "`tick`",
  "'single'",
  '"double"',
  "it's",
  'a "quoted" word',
  "[a, b]",
  "{ a: b }",
  "a, b",
  "<<",
  "=",
  "\\n is no line break",
  "c:\\path\\u0041",
  "a\tb",
  "a\n\tb",
  "one\n\n\ntwo",
  "one\n  two\n three",
  "one  \ntwo",
  "one\r\ntwo",
  "one\rtwo",
  "# a\n- b: c\n--- \n...\nd",
  "a\n---\nb\n...\nc",
  "actions:\n  - custom_id: x",
  "🐉 ünïcødé 👩‍👩‍👧 نص 漢字",
  "zero\u200bwidth \u202eoverride\u202c soft\u00adhyphen",
  "next\u0085line\u2028separator\u2029paragraph",
  "bell\u0007 escape\u001b[31m delete\u007f c1\u009b",
  "no\u00a0break",
  "\ufeffmark inside\ufeff of it",
  "x".repeat(255),
  `${"long words ".repeat(23)}`,
];

/**
 * Texts as a resource can have them: whatever is trimmed, at most 255 characters, sendable and not
 * blank.
 */
function arbitraryText(): fc.Arbitrary<string> {
  const characters = fc.constantFrom(
    ..." \n\t:#-?,[]{}&*!|>'\"%@`\\~=<.a0eé🐉\r\u0085\u2028\u200b\u0001",
  );
  return fc
    .oneof(
      fc.constantFrom(...HOSTILE_TEXTS),
      fc.string({ unit: characters, minLength: 1, maxLength: 60 }),
    )
    .map((text) => [...text.trim()].slice(0, 255).join("").trim())
    .filter((text) => text !== "");
}

/**
 * Any JSON in hostile texts that is within the limit of `custom_data` and that JSON numbers can
 * carry.
 */
export function arbitraryCustomData(): fc.Arbitrary<Json> {
  const text = fc.oneof(
    arbitraryText(),
    fc.constantFrom("", " ", "\n", "  lead", "trail  ", "line\n", "\n\nx\n\n"),
  );
  const leaf = fc.oneof(
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.constantFrom(0, -0, 0.1, 1e-7, -1.5e-9, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  );
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      leaf,
      fc.array(tie("json"), { maxLength: 4 }),
      fc.dictionary(text, tie("json"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  // Text that holds JSON is a value like others, but validation warns of it.
  return json.filter(
    (value) => canonicalJson(value).length <= 1024 && !canonicalJson(value).includes("__proto__"),
  );
}

/** Games with every kind; ids, names, descriptions and custom data are hostile. */
export function arbitraryHostileGame(): fc.Arbitrary<GameText> {
  return fc
    .tuple(
      arbitraryGame({ allKinds: true }),
      fc.shuffledSubarray(HOSTILE_IDS, { minLength: 6, maxLength: 6 }),
      fc.uniqueArray(arbitraryText(), { minLength: 8, maxLength: 8 }),
      fc.array(arbitraryText(), { minLength: 8, maxLength: 8 }),
      fc.array(arbitraryCustomData(), { minLength: 8, maxLength: 8 }),
    )
    .map(([game, ids, names, texts, values]) => {
      const idOf = (plain: Json): string => ids["abcdef".indexOf(String(plain))] ?? String(plain);
      const entries = catalog.map((kind): [string, readonly JsonObject[]] => [
        kind.plural,
        (game[kind.plural] ?? []).map((resource, index) =>
          renamed(kind, resource, idOf, {
            name: names[index],
            text: texts[index],
            value: values[index],
          }),
        ),
      ]);
      return Object.fromEntries(entries);
    });
}

/** Values for the fields of a resource. */
interface Drawn {
  readonly name: string | undefined;
  readonly text: string | undefined;
  readonly value: Json | undefined;
}

function hostileValue(
  field: Field,
  before: Json,
  { idOf, drawn }: { readonly idOf: (plain: Json) => string; readonly drawn: Drawn },
): Json {
  if (field.type === "id") return idOf(before);
  if (field.type === "reference") return before === null ? null : idOf(before);
  if (field.type === "json-text") return drawn.value ?? null;
  if (field.type !== "text") return before;
  return (field.unique === true ? drawn.name : drawn.text) ?? before;
}

function renamed(
  kind: Kind,
  resource: JsonObject,
  idOf: (plain: Json) => string,
  drawn: Drawn,
): JsonObject {
  const fields = kind.fields.map((field): [string, Json] => [
    field.name,
    hostileValue(field, resource[field.name] ?? null, { idOf, drawn }),
  ]);
  const links = kind.links.map((link): [string, Json] => [
    link.name,
    ((resource[link.name] ?? []) as Json[]).map(idOf),
  ]);
  return Object.fromEntries([...fields, ...links]);
}
