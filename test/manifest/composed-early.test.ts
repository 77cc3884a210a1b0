/** Long lists are composed while they are read: that must change nothing about what is read. */
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { readYaml } from "../../src/manifest/parse-yaml.ts";
import { sourceText } from "../../src/manifest/parts.ts";
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
    ["anchors and lists", [ANCHORS, LISTS, LISTS.repeat(3), `a:\n- ${LISTS}\n- b`, `- a\n---\n${LISTS}\n---\n${ANCHORS}`]],
    ["changed texts", Array.from({ length: 3_000 }, () => mutatedText(random.pick(pool), 1 + random.below(4), pool, random))],
  ])("%s", (_, texts) => {
    for (const text of texts) {
      const source = sourceText("a.yaml", text);
      const whole = readYaml(source, Number.POSITIVE_INFINITY);
      for (const composedAfter of [1, 10]) {
        const early = readYaml(source, composedAfter);
        if (!isDeepStrictEqual(early, whole)) expect({ text, ...early }).toEqual({ text, ...whole });
      }
    }
  });
});
