/** What laurel prints, explains and comments is plain technical English. `npm run spelling` checks the spelling. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/table.ts";
import { CODES } from "../../src/model/codes.ts";
import { PAGES, textOf } from "../docs/pages.ts";
import { ROOT } from "../docs/reader.ts";
import { trackedFiles } from "../support/tracked-files.ts";
import { BANNED_PHRASES } from "./banned-phrases.ts";

interface Passage {
  readonly at: string;
  readonly text: string;
}

/** `file:line phrase (what to write)` for each banned phrase. */
function bannedIn(passages: readonly Passage[]): readonly string[] {
  return passages.flatMap(({ at, text }) =>
    BANNED_PHRASES.flatMap(([phrase, better]) => {
      const [found] = phrase.exec(text) ?? [];
      return found === undefined ? [] : [`${at}: "${found}" (write: ${better})`];
    }),
  );
}

/** Paragraphs of a page, without code. */
function paragraphs(page: string): readonly Passage[] {
  const prose = textOf(page).replaceAll(/^ *```[\s\S]*?^ *```$/gm, (code) => "\n".repeat(code.split("\n").length));
  let line = 1;
  return prose.split(/\n(?=\n)/).map((text) => {
    const at = `${page}:${line + text.length - text.trimStart().length}`;
    line += text.split("\n").length;
    return { at, text: text.replaceAll(/`[^`]*`/g, "code").replaceAll(/\s+/g, " ") };
  });
}

/** Comments of a program, with the lines of one comment joined. */
function comments(file: string): readonly Passage[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const pattern =
    file.endsWith(".ts") || file.endsWith(".js") ? /\/\*\*?[\s\S]*?\*\/|(?:^\s*\/\/.*\n?)+/gm : /(?:^\s*#.*\n?)+/gm;
  return [...text.matchAll(pattern)].map(({ 0: comment, index }) => ({
    at: `${file}:${text.slice(0, index).split("\n").length}`,
    text: comment.replaceAll(/`[^`]*`/g, "code").replaceAll(/\s*\n\s*(?:\*|\/\/|#)? ?/g, " "),
  }));
}

describe("plain English", () => {
  it.each(PAGES)("in %s", (page) => {
    expect(bannedIn(paragraphs(page))).toEqual([]);
  });

  it("in help texts", () => {
    const texts = COMMANDS.flatMap((spec) => [
      { at: spec.command, text: spec.summary },
      ...spec.examples.map(([words, why]) => ({ at: words, text: why })),
      ...Object.entries({ ...spec.flags, ...spec.positionals }).map(([name, { describe: text }]) => ({
        at: `${spec.command} --${name}`,
        text,
      })),
    ]);
    expect(bannedIn(texts)).toEqual([]);
  });

  it("in the meanings of codes", () => {
    const texts = Object.entries(CODES).map(([at, { summary, explanation }]) => ({
      at,
      text: `${summary}. ${explanation}`,
    }));
    expect(bannedIn(texts)).toEqual([]);
  });

  it("in the words of the program", () => {
    const texts = trackedFiles(/^src\/.*\.ts$/).flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/"[^"\n]* [^"\n]*"|`[^`\n]* [^`\n]*`/g)].map(
        ({ 0: text }) => ({ at: file, text }),
      ),
    );
    expect(texts.length).toBeGreaterThan(500);
    expect(bannedIn(texts)).toEqual([]);
  });

  it("in comments", () => {
    const files = trackedFiles(/^(?:src|scripts|bench|templates|examples)\/.*\.(?:ts|js|sh|yml|yaml)$|^action\.yml$/);
    expect(bannedIn(files.flatMap(comments))).toEqual([]);
  });
});
