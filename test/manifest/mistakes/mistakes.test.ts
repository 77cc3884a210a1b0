/**
 * Mistakes that people make in files that they write by hand. Each gives one problem, at its place,
 * and the files are right when its help is followed to the letter. The files beside this one show
 * both: problems below `> validate`, and below `> follow` the lines that following changes, with
 * their values. Where the help leaves words to the person, the case has the right text below `> by
 * hand`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { jsonText } from "../../../src/ground/json.ts";
import { localRun, located } from "../../../src/library/run.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { type Part, sourceOf } from "../../../src/manifest/parts.ts";
import type { Diagnostic } from "../../../src/model/diagnostics.ts";
import { loadGames } from "../../../src/workflow/load-games.ts";
import { checkScenarios } from "../../../src/workflow/scenarios.ts";
import { followHelp } from "./follow-help.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".txt"));

const PROJECT = `version: 1
service: { base_url: https://api.example.com }
games:
  dungeon:
    manifests: manifests
    environments: { local: { embedded: true }, production: { game_id: "1" } }
`;

interface Mistake {
  readonly title: string;
  /** The text of the case up to what is expected. */
  readonly given: string;
  /** The file with the mistake. */
  readonly file: string;
  readonly files: ReadonlyMap<string, string | Buffer>;
  /** The right text of the file, where the help does not give all of it. */
  readonly byHand?: string;
}

const scratch = await mkdtemp(join(tmpdir(), "laurel-mistakes-"));
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe.each(FILES)("%s", (name) => {
  const path = join(FOLDER, name);
  const whole = readFileSync(path, "utf8");
  const shown: string[] = [];
  const cases = mistakesIn(whole);

  it.each(cases)("$title", async (mistake) => {
    const folder = join(scratch, basename(name, ".txt"), String(shown.length));
    const found = await validated(folder, mistake.files);
    const text = textOf(mistake, found);
    const right = mistake.byHand ?? (found[0] && followHelp(text, found[0]));
    const after =
      right === undefined
        ? []
        : await validated(
            `${folder}-right`,
            new Map([...mistake.files, [fileOf(mistake, found), right]]),
          );
    const heading = mistake.byHand === undefined ? "> follow\n" : `> by hand\n${mistake.byHand}`;
    const changes = changesShown(mistake, text, right);
    shown.push(
      `=== ${mistake.given}> validate\n${linesOf(found)}${heading}${changes}${after.length === 0 ? "" : `still wrong: ${linesOf(after)}`}`,
    );
    expect.soft(found.map(({ code }) => code)).toHaveLength(1);
    expect.soft(found[0]?.primary?.span.source.name).toBeDefined();
    expect.soft(right).toBeDefined();
    expect.soft(after.map(({ detail }) => detail)).toEqual([]);
  });

  it("is explained as before", async () => {
    await expect(whole.slice(0, whole.search(/^=== /m)) + shown.join("")).toMatchFileSnapshot(path);
  });
});

/** The lines that following the help changes; none where the case has the text itself. */
function changesShown(mistake: Mistake, text: string, right: string | undefined): string {
  if (right === undefined) return "nothing can be followed\n";
  return mistake.byHand === undefined ? changedLines(text, right) : "";
}

/**
 * Sections of the beginning of a file hold for all of its cases; the last of them, without a text,
 * is where mistakes are.
 */
function mistakesIn(whole: string): readonly Mistake[] {
  const [head = "", ...cases] = whole.split(/^=== /m);
  const shared = sectionsIn(head);
  const usual = [...shared.keys()].at(-1) ?? "manifests/game.yaml";
  return cases.map((text) => {
    const [given = "", expected = ""] = text.split(/^> validate\n/m);
    const [, byHand] = expected.split(/^> by hand\n/m);
    const [title = ""] = given.split("\n", 1);
    const sections = sectionsIn(`-- ${usual} --\n${given.slice(title.length + 1)}`);
    const file = [...sections.keys()].filter((name) => name !== "input").at(-1) ?? usual;
    const files = new Map<string, string | Buffer>([
      ["laurel.yaml", PROJECT],
      ...shared,
      ...sections,
    ]);
    const bytes = /^hex ((?:[0-9a-f]{2})+)\n$/.exec(String(files.get(file)))?.[1];
    if (bytes !== undefined) files.set(file, Buffer.from(bytes, "hex"));
    const stillWrong = byHand?.indexOf("still wrong: ") ?? -1;
    return {
      title,
      given,
      file,
      files,
      ...(byHand === undefined
        ? {}
        : { byHand: stillWrong < 0 ? byHand : byHand.slice(0, stillWrong) }),
    };
  });
}

function sectionsIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .split(/^-- (?=.* --$)/m)
      .slice(1)
      .map((section): [string, string] => {
        const [name = ""] = section.split(" --\n", 1);
        return [name, section.slice(name.length + " --\n".length)];
      }),
  );
}

/** The file that the problem is in: where its help is followed. */
function fileOf({ file }: Mistake, [problem]: readonly Diagnostic[]): string {
  return problem?.primary?.span.source.name ?? file;
}

function textOf(mistake: Mistake, found: readonly Diagnostic[]): string {
  return String(mistake.files.get(fileOf(mistake, found)) ?? "");
}

/** What `laurel validate` reports of the files. */
async function validated(
  folder: string,
  files: ReadonlyMap<string, string | Buffer>,
): Promise<readonly Diagnostic[]> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const options = located({ project: join(folder, "laurel.yaml") });
  const loaded = await loadGames(options, localRun(options));
  const { diagnostics } = await checkScenarios(loaded);
  return diagnostics;
}

function linesOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ code, primary, detail, others, help }) => {
      const { source, start } = primary?.span ?? {};
      const place = start === undefined ? "" : `${source?.name}:${start.line}:${start.column} `;
      const more = [
        ...others.map(({ span, text }) => `${span.start.line}:${span.start.column} ${text}`),
        ...help,
      ];
      return [
        `${place}${code}: ${primary?.text ?? detail}`,
        ...more.map((line) => `  ${line}`),
        "",
      ].join("\n");
    })
    .join("");
}

/** The lines of a text that are not in the one before, each with its values. */
function changedLines(before: string, after: string): string {
  const old = before.split("\n");
  const lines = after.split("\n");
  let first = 0;
  while (first < lines.length && old[first] === lines[first]) first += 1;
  let last = lines.length;
  while (last > first && old.at(last - lines.length - 1) === lines[last - 1]) last -= 1;
  const values = parseText("", after).documents.flatMap((root) => valuesIn(root, ""));
  return lines
    .slice(first, last)
    .map((line, index) => {
      const inLine = values
        .filter((value) => value.line === first + index + 1)
        .map(({ words }) => `  ${words}\n`);
      return `${line}\n${inLine.join("")}`;
    })
    .join("");
}

function valuesIn(
  part: Part,
  path: string,
): readonly { readonly line: number; readonly words: string }[] {
  if (part.type === "map")
    return part.members.flatMap(({ name, value }) => valuesIn(value, `${path}/${name}`));
  if (part.type === "list")
    return part.elements.flatMap((value, index) => valuesIn(value, `${path}/${index}`));
  const { line } = sourceOf(part).locate("", "value").start;
  return [{ line, words: `${path} = ${jsonText(part.value)}` }];
}
