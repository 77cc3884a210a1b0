/** Random layouts of the same values: block and flow, quotes, comments wherever YAML allows one, anchors, line ends. */
import fc from "fast-check";
import type { Json, JsonObject } from "../../src/model/json.ts";

/** Chooses as the test runner does, so that failures shrink. */
export interface Choices {
  /** A whole number from 0 to `most`. */
  readonly upTo: (most: number) => number;
}

/** Entries of one top-level key, each with a `custom_id` of its own. */
export interface RandomManifest {
  readonly key: string;
  readonly entries: readonly JsonObject[];
}

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const plainText = fc.oneof(
  word,
  fc.constantFrom(
    "two words",
    "on",
    "12",
    "1e3",
    "a: b",
    "x # y",
    "- z",
    "gte:10",
    "2026-01-01",
    "null",
    "~",
    "",
    " lead",
    "{a}",
    "it's",
    'say "x"',
    "a, b",
    "é🐉",
    "\u200b",
  ),
  fc.constantFrom("one\ntwo", "one\n\n  two\n", "end \n x", "tab\tin", "long ".repeat(30).trim()),
);
const scalar = fc.oneof(plainText, fc.integer({ min: -5, max: 500 }), fc.boolean(), fc.constant(null));
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(word, fc.constantFrom("two words", "12", "on")), tie("json"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));
const FIELDS = {
  name: plainText,
  description: plainText,
  custom_data: json,
  rewards: fc.array(word, { maxLength: 4 }),
  points: fc.nat(99),
  ignore: fc.array(word, { maxLength: 2 }),
};

/** Keys in any order. */
const entry = fc
  .record(FIELDS, { requiredKeys: [] })
  .chain((fields) => fc.shuffledSubarray(Object.entries({ ...fields, custom_id: "" }), { minLength: 1 }));

export const randomDocuments: fc.Arbitrary<readonly (readonly RandomManifest[])[]> = fc
  .array(
    fc.uniqueArray(
      fc.tuple(fc.constantFrom("achievements", "rewards", "actions"), fc.array(entry, { minLength: 1, maxLength: 3 })),
      { minLength: 1, maxLength: 3, selector: ([key]) => key },
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((documents) => {
    let count = 0;
    return documents.map((lists) =>
      lists.map(([key, entries]) => ({
        key,
        entries: entries.map((members) => {
          count += 1;
          const id = `id-${count}`;
          const all = members.some(([name]) => name === "custom_id")
            ? members
            : [...members, ["custom_id", ""] as const];
          return Object.fromEntries(
            all.map(([name, value]) => [name, name === "custom_id" ? id : value]),
          ) as JsonObject;
        }),
      })),
    );
  });

/** Writes documents in a random layout. Each comment says where it stands: `# id-1 7` is in or above the entry `id-1`. */
export function writeRandomly(documents: readonly (readonly RandomManifest[])[], { upTo }: Choices): string {
  let [comments, owner, anchors] = [0, "top", 0];
  const comment = (): string => {
    comments += 1;
    return `# ${owner} ${comments}`;
  };
  const maybe = (): boolean => upTo(3) === 0;
  const atEnd = (): string => (maybe() ? ` ${comment()}` : "");
  const gap = (indent: string): string =>
    `${"\n".repeat(maybe() ? 1 + upTo(2) : 0)}${maybe() ? `${indent}${comment()}\n` : ""}${maybe() ? "\n" : ""}`;
  const quoted = (text: string, inFlow: boolean, indent: string): string => {
    if (/^id-\d+$/.test(text)) return text;
    const isPlain = /^[a-z][a-z ]*[a-z]$|^[a-z]$/.test(text) && !["on", "null"].includes(text);
    const style = upTo(4);
    if (isPlain && style < 2) return text;
    if (style === 2 && isPlain && text.includes(" ") && !inFlow)
      return text.replaceAll(" ", () => (maybe() ? `\n${indent}  ` : " "));
    if (style === 3 && !/[\n\t\u200b]/.test(text)) return `'${text.replaceAll("'", "''")}'`;
    if (style === 4 && !inFlow && /^\S/.test(text) && !/[ \t]\n|\t/.test(text)) {
      const lines = text.split("\n").map((line) => (line === "" ? "" : `${indent}  ${line}`));
      const chomp = text.endsWith("\n") ? (text.endsWith("\n\n") ? "+" : "") : "-";
      const header = maybe() && !text.includes("\n") ? ">" : "|";
      return `${header}${chomp}${atEnd()}\n${(text.endsWith("\n") ? lines.slice(0, -1) : lines).join("\n")}`;
    }
    return JSON.stringify(text);
  };
  const flow = (value: Json, indent: string): string => {
    // Comments in brackets need a line break before the next element.
    const sep = (): string => (maybe() ? `${atEnd()}\n${indent}  ` : " ");
    if (typeof value === "string") return quoted(value, true, indent);
    if (Array.isArray(value))
      return value.length === 0
        ? "[]"
        : `[${sep()}${value.map((each) => flow(each, `${indent}  `)).join(`,${sep()}`)}${sep()}]`;
    if (typeof value !== "object" || value === null) return String(value);
    const members = Object.entries(value).map(
      ([name, each]) => `${JSON.stringify(name)}: ${flow(each, `${indent}  `)}`,
    );
    return members.length === 0 ? "{}" : `{${sep()}${members.join(`,${sep()}`)}${sep()}}`;
  };
  const key = (name: string): string =>
    /^[a-z_]+$/.test(name) && name !== "on" && upTo(4) > 0 ? name : JSON.stringify(name);
  const anchor = (): string => {
    anchors += 1;
    return upTo(9) === 0 ? `&a${anchors} ` : "";
  };
  const block = (value: Json, indent: string): string => {
    const isCollection = typeof value === "object" && value !== null;
    if (!isCollection || Object.keys(value).length === 0 || maybe()) {
      const text = flow(value, indent);
      const own = typeof value === "string" ? quoted(value, false, indent) : text;
      return ` ${anchor()}${own}${/^[|>]/.test(own) ? "" : atEnd()}\n`;
    }
    return `${atEnd()}\n${collection(value as Json, `${indent}${" ".repeat(1 + upTo(2))}`)}`;
  };
  const collection = (value: Json, indent: string): string => {
    const body = Array.isArray(value)
      ? value.map((each) => `${gap(indent)}${indent}-${block(each, `${indent} `)}`)
      : Object.entries(value as JsonObject).map(
          ([name, each]) => `${gap(indent)}${indent}${key(name)}:${block(each, indent)}`,
        );
    return body.join("") + (maybe() ? `${indent}${comment()}\n` : "");
  };
  const texts = documents.map((lists) =>
    lists
      .map(({ key: name, entries }) => {
        const outer = upTo(2) === 0 ? "" : "  ";
        const elements = entries.map((each) => {
          owner = String(each.custom_id);
          const lead = gap(outer);
          if (upTo(4) === 0) return `${lead}${outer}- ${flow(each, `${outer}  `)}${atEnd()}\n`;
          const body = collection(each, `${outer}  `);
          const isCompact = body.startsWith(`${outer}  `) && !/^\s*#/.test(body) && upTo(3) > 0;
          return `${lead}${outer}-${isCompact ? ` ${body.trimStart()}` : `\n${body}`}`;
        });
        return `${name}:\n${elements.join("")}`;
      })
      .join(maybe() ? "\n\n\n" : ""),
  );
  const text = texts.join("---\n");
  return upTo(3) === 0 ? text.replaceAll("\n", "\r\n") : text;
}
