/** Long lists are composed while they are read: that must change nothing about what is read. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readYaml, type YamlReading } from "../../src/manifest/parse-yaml.ts";
import { type Part, sourceText } from "../../src/text/parts.ts";
import { readCorpus, YAML_TEXTS } from "../fuzz/corpus.ts";
import { randomFrom } from "../fuzz/random.ts";
import { mutatedText } from "../fuzz/text-mutations.ts";

const { manifests, scenarios, values } = readCorpus(fileURLToPath(new URL("../..", import.meta.url)));
const random = randomFrom("composed early");
const json = [...values.manifests, ...values.scenarios].flatMap((value) => [
  JSON.stringify(value),
  JSON.stringify(value, undefined, 2),
]);
const pool = [...manifests, ...json, ...YAML_TEXTS];
const ANCHORS = `rewards:
  - { custom_id: a, x: *none }
  - &one { custom_id: b, list: [1, &two 2, 3, *two, 5, &two 6, *two] }
${"  - [*one, *two, { c: *one }]\n  - &one { d: *two }\n".repeat(5)}more:\n  - *one\n`;
const LISTS = `[a, , b: c, ? d, ? e : f, [g, h, "i" ], { j: k }, 'l' # m
  n, o: , p]`;

describe("reading whole and composing early give the same", () => {
  it.each([
    ["manifests and scenarios", [...manifests, ...scenarios]],
    ["JSON", json],
    ["the YAML test suite", YAML_TEXTS],
    [
      "anchors and lists",
      [ANCHORS, LISTS, LISTS.repeat(3), `a:\n- ${LISTS}\n- b`, `- a\n---\n${LISTS}\n---\n${ANCHORS}`],
    ],
    [
      "broken texts",
      Array.from({ length: 300 }, () => mutatedText(random.pick(pool), 1 + random.below(4), pool, random)),
    ],
  ])("%s", (name, texts) => {
    for (const text of texts) {
      const source = sourceText("a.yaml", text);
      const whole = readYaml(source, Number.POSITIVE_INFINITY);
      for (const composedAfter of [1, 10]) {
        const early = readYaml(source, composedAfter);
        // Where several things are wrong with a list as a key, one more of them may be found.
        const problems = name === "broken texts" && whole.problems.length > 0 ? early.problems : whole.problems;
        expect(early.problems.length > 0, text).toBe(whole.problems.length > 0);
        expect(flat(early), text).toBe(flat({ ...whole, problems }));
      }
    }
  });
});

describe("the limits of a file", () => {
  it("are those of values for lists in JSON, too", () => {
    const actions = Array.from({ length: 80_000 }, (_, index) => ({ custom_id: `a${index}` }));
    const { parts, problems } = readYaml(sourceText("a.json", JSON.stringify({ actions }, undefined, 2)));
    expect(problems).toEqual([]);
    const [list] = parts[0]?.type === "map" ? parts[0].members.map(({ value }) => value) : [];
    expect(list?.type === "list" && list.elements.length).toBe(actions.length);
  });

  it("refuse a huge mapping before it is composed", () => {
    const { problems } = readYaml(sourceText("a.yaml", "a: 1\n".repeat(250_000)));
    expect(problems.map(({ label }) => label)).toEqual(["reading ends here, after 1,000,000 tokens outside of lists"]);
  });
});

/** Every part once, by its number: written out, aliases would multiply. */
function flat({ parts, problems, anchored }: YamlReading): string {
  const numbers = new Map<Part, number>();
  const written: unknown[] = [];
  const numberOf = (part: Part): number => {
    const known = numbers.get(part);
    if (known !== undefined) return known;
    const number = numbers.set(part, numbers.size).size;
    const { source: _, ...own } = part;
    if (own.type === "list") written.push({ ...own, elements: own.elements.map(numberOf) });
    else if (own.type !== "map") written.push({ ...own, value: String(own.value), is: typeof own.value });
    else written.push({ ...own, members: own.members.map((each) => ({ ...each, value: numberOf(each.value) })) });
    return number;
  };
  const numbered = parts.map(numberOf);
  return JSON.stringify({ numbered, written, problems, anchored: [...anchored].map(numberOf) });
}
