/** Random slips in the example's manifests: safe fixes give back the game that was meant, and make nothing worse. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import { fixTexts, type TextsByFile } from "../../../src/manifest/fix-texts.ts";
import type { DesiredGame } from "../../../src/model/model.ts";
import { randomFrom } from "../../fuzz/random.ts";
import { MUTATIONS } from "../mistakes/mutations.ts";

const folder = fileURLToPath(new URL("../../../examples/dungeon/game", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.yaml$/.test(file) && !file.includes("overrides"))
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
const names = Object.keys(MUTATIONS);

const check = (texts: TextsByFile) =>
  loadDesired(
    [...texts].map(([file, text]) => ({ file, text })),
    catalog,
  );

/** The resources without their places. */
function meaningOf(game: DesiredGame | undefined): string {
  const resources = [...(game?.resources.values() ?? [])].map(({ origin: _, ...rest }) => rest);
  return JSON.stringify({ resources, managed: [...(game?.managed ?? [])] });
}

const errorsIn = ({ diagnostics }: ReturnType<typeof check>): readonly string[] =>
  diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, detail, primary }) => `${code} ${primary?.span.file} ${detail}`);

const OF_TEXTS = /^(?:syntax-error|duplicate-key|unknown-key|too-deep|unknown-tag|unsafe-number|invalid-text) /;

/** The texts with slips, each in a file of its own. */
function withSlips(seed: string, count: number): TextsByFile {
  const random = randomFrom(seed);
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  for (let index = 0; index < count; index += 1) {
    const { file, text } = random.pick(files);
    texts.set(file, MUTATIONS[random.pick(names)]?.(text, random) ?? text);
  }
  return texts;
}

describe("safe fixes of random slips", () => {
  const meant = meaningOf(check(new Map(files.map(({ file, text }) => [file, text]))).value);

  it("give back the game that was meant, unless the slip wrote another value", () => {
    const others: string[] = [];
    let [same, valid, left] = [0, 0, 0];
    for (let index = 0; index < 400; index += 1) {
      const random = randomFrom(`slip to fix ${index}`);
      const name = names[index % names.length] ?? "";
      const { file, text } = random.pick(files);
      const slipped = MUTATIONS[name]?.(text, random) ?? text;
      const texts = new Map([...files.map((each): [string, string] => [each.file, each.text]), [file, slipped]]);
      if (check(texts).value !== undefined) {
        valid += 1;
        continue;
      }
      const { texts: better, count, found } = fixTexts(texts, check, false);
      // A part of a large mistake in the layout may be what is fixed.
      if (count === 0 || found.value === undefined) left += 1;
      else if (meaningOf(found.value) === meant) same += 1;
      else others.push(`${index} ${name}: ${slipped !== better.get(file)}`);
    }
    const wrong = others.filter((each) => !/ (?:replace a value|insert a sign|replace a character):/.test(each));
    expect(wrong, wrong.join("\n")).toEqual([]);
    expect(same).toBeGreaterThan(140);
    expect(others.length).toBeLessThan(12);
    expect({ valid: valid > 0, left: left > 0 }).toEqual({ valid: true, left: true });
  }, 600_000);

  it.each(["safe", "unsafe"])(
    "of several at once make no error and change no other file: %s",
    (sort) => {
      for (let index = 0; index < 80; index += 1) {
        const texts = withSlips(`several slips ${index}`, 1 + (index % 4));
        const before = check(texts);
        const { texts: better, fixed, count, found } = fixTexts(texts, check, sort === "unsafe");
        const changed = [...better].filter(([file, text]) => texts.get(file) !== text).map(([file]) => file);
        expect([...changed].sort()).toEqual([...fixed.keys()].sort());
        expect(count > 0).toBe(changed.length > 0);
        // What a problem of a text concealed is not new.
        const known = errorsIn(before);
        const isConcealed = known.some((each) => OF_TEXTS.test(each));
        if (!isConcealed) for (const each of errorsIn(found)) expect(known).toContain(each);
        const again = fixTexts(better, check, sort === "unsafe");
        expect([...again.texts]).toEqual([...better]);
        expect(again.count).toBe(0);
      }
    },
    600_000,
  );
});
