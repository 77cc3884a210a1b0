/**
 * Facts in prose that the code decides: names of functions, variables, files, scripts, flags and
 * codes, limits, and what connects.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ENVIRONMENT_VARIABLES } from "../../scripts/reference/environment-variables.ts";
import { GLOBAL_OPTIONS } from "../../src/cli/command/options.ts";
import { COMMAND_NAMES, COMPLETION, loadCommands, nameOf } from "../../src/cli/commands/index.ts";
import * as limits from "../../src/ground/limits.ts";
import * as library from "../../src/library.ts";
import { CODES } from "../../src/model/codes.ts";
import { runCli, scratchFolder } from "../support/cli.ts";
import { trackedFiles } from "../support/tracked-files.ts";
import { PAGES, textOf } from "./pages.ts";
import { ROOT } from "./reader.ts";

const COMMANDS = await loadCommands();
const FLAGS = new Set(["help", "version", ...Object.keys(GLOBAL_OPTIONS)]);
for (const { options } of COMMANDS) for (const name of Object.keys(options)) FLAGS.add(name);
/** Flags of other programs that pages name alone. */
const OTHER_FLAGS = new Set(["abbrev", "quick", "json", "write", "update", "testTimeout"]);
const VARIABLES = new Set(ENVIRONMENT_VARIABLES.flatMap(({ names }) => names));
/** Names that pages use as examples, or that pipelines read and not laurel. */
const EXAMPLES =
  /^(LAUREL_NAME|LAUREL_BASE_URL|LAUREL_GAME_ID(_\w+)?|LAUREL_DUNGEON_PRODUCTION_TOKEN|LAUREL_GITLAB_TOKEN|LAUREL_FAULTS|LAUREL_KILLS|LAUREL_EXPLORE|LAUREL_FUZZ|LAUREL_LONG)$/;
const GUIDES = PAGES.filter((page) => page !== "CHANGELOG.md");
const CONTRIBUTORS = ["AGENTS.md", "CONTRIBUTING.md"];

/** Words in code within sentences; listings are run by other tests. */
function codeIn(page: string): readonly string[] {
  const prose = textOf(page).replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words);
}

describe.each([...GUIDES, ...CONTRIBUTORS])("%s", (page) => {
  const words = codeIn(page);

  it("names scripts of npm that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const named = [...textOf(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(
      ([, name = ""]) => name,
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it("names files of the repository that exist", () => {
    const paths = words.filter((word) =>
      /^(src|test|scripts|templates|examples|schemas|bench|\.github)\/[\w./-]*\w$/.test(word),
    );
    const known = trackedFiles(/./);
    const isKnown = (path: string): boolean =>
      existsSync(join(ROOT, path)) || known.some((file) => file.endsWith(`/${path}`));
    expect(paths.filter((path) => !/[A-Z]{3}/.test(path) && !isKnown(path))).toEqual([]);
  });

  it("names flags that exist", () => {
    const named = words.flatMap((word) => /^--(?:no-)?([a-z][a-z-]*)/.exec(word)?.[1] ?? []);
    const known = (name: string): boolean => FLAGS.has(name) || OTHER_FLAGS.has(name);
    expect(named.filter((name) => !known(name) && !known(`no-${name}`))).toEqual([]);
  });

  it("names environment variables of laurel that it reads", () => {
    const named = words.flatMap((word) => word.match(/\bLAUREL_[A-Z_]*[A-Z]\b/g) ?? []);
    expect(named.filter((name) => !VARIABLES.has(name) && !EXAMPLES.test(name))).toEqual([]);
  });

  it("names functions of the library that it has", () => {
    const named = words.flatMap((word) => /^([a-z]\w*)\(/.exec(word)?.[1] ?? []);
    const isCode = page === "docs/internals.md" || CONTRIBUTORS.includes(page);
    expect(named.filter((name) => !isCode && !Object.hasOwn(library, name))).toEqual([]);
  });
});

describe("pages that list what the code has", () => {
  const troubleshooting = textOf("docs/guides/troubleshooting.md");

  it("troubleshooting names codes that exist", () => {
    const named = [...troubleshooting.matchAll(/^- \*\*(.*?)\*\*/gm)].flatMap(
      ([, title = ""]) => title.match(/(?<=`)[a-z]+(?:-[a-z0-9]+)+(?=`)/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !Object.hasOwn(CODES, name))).toEqual([]);
  });

  it("security names the commands that connect", () => {
    const [, sentence = ""] =
      /These\s+commands connect: ([^.]*)\./.exec(textOf("docs/guides/security.md")) ?? [];
    const named = [...sentence.matchAll(/`([a-z]+)/g)].map(([, name = ""]) => name);
    const online = COMMANDS.filter(({ isOnline }) => isOnline === true).map(nameOf);
    expect(named.sort()).toEqual(online.sort());
  });

  it("reliability has the limits", () => {
    const [, section = ""] = textOf("docs/guides/reliability.md").split("## Size limits");
    const { MAXIMUM_FILES, MAXIMUM_FILE, MAXIMUM_TEMPLATE, MAXIMUM_ANSWER, sizeInWords } = limits;
    const sizes = [MAXIMUM_FILES, MAXIMUM_FILE, MAXIMUM_TEMPLATE, MAXIMUM_ANSWER].map(sizeInWords);
    const counts = [
      limits.MAXIMUM_RESOURCES,
      limits.MAXIMUM_MEMBERS,
      limits.MAXIMUM_DOCUMENTS,
      limits.MAXIMUM_DEPTH,
    ];
    for (const words of [...sizes, ...counts.map((count) => count.toLocaleString("en-US"))])
      expect(section).toContain(words);
  });

  it("the changelog names the shells of completions, and no others", () => {
    const shells = /\b(?:bash|zsh|fish|powershell)\b/gi;
    expect(COMPLETION.describe.match(shells)).toEqual(["bash", "zsh"]);
    const [line = ""] = /^- `laurel completion` for .*$/m.exec(textOf("CHANGELOG.md")) ?? [];
    expect(line.match(shells)).toEqual(["bash", "zsh"]);
  });

  it("the changelog names flags that exist in what was added", () => {
    const [added = ""] = textOf("CHANGELOG.md").split("### Removed");
    const prose = added.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
    const named = [...prose.matchAll(/`(?:laurel ([a-z]+)[^`]*? )?--([a-z][a-z-]*)/g)];
    expect(named.length).toBeGreaterThan(20);
    for (const [, command, flag = ""] of named) {
      if (command !== undefined) expect(COMMAND_NAMES).toContain(command);
      expect([...FLAGS]).toContain(flag.replace(/^no-/, ""));
    }
  });

  it("editors shows settings that `laurel init` writes", async () => {
    const cwd = await scratchFolder();
    expect((await runCli(["init", "g", "--yes"], { cwd })).exit).toBe(0);
    const written = JSON.parse(readFileSync(join(cwd, "g/.vscode/settings.json"), "utf8"));
    const [, shown = ""] = /```json\n([\s\S]*?)```/.exec(textOf("docs/guides/editors.md")) ?? [];
    expect(written).toMatchObject(JSON.parse(shown));
    expect(Object.keys(written)).toContain("json.schemas");
  });

  it("every published type of a document is that of a command or of problems", () => {
    const types = readFileSync(join(ROOT, "schemas/documents.d.ts"), "utf8");
    const named = [...types.matchAll(/^export type (\w+)Document = (.*)$/gm)];
    expect(named.filter(([, , value = ""]) => value.startsWith("unknown"))).toEqual([]);
    const documents = named.map(([, name = ""]) => name.toLowerCase());
    const { document } = COMMANDS.find((command) => nameOf(command) === "schema")?.options ?? {};
    const written = ["manifest", "overrides", "project", "scenarios"];
    expect(documents.sort()).toEqual(
      (document?.choices ?? [])
        .map(String)
        .filter((name) => !written.includes(name))
        .sort(),
    );
  });
});
