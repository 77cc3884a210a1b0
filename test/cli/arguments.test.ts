/** Reading command lines: what reaches a command, and what is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FlagSpec, type FlagSpecs, GLOBAL_FLAGS, memberOf, nameOf } from "../../src/cli/args/command.ts";
import { readCommandLine } from "../../src/cli/args/command-line.ts";
import { COMMANDS } from "../../src/cli/commands/table.ts";
import { runs } from "../support/runs.ts";

const SURROUNDINGS = { version: "1.2.3", cwd: "/" };
const readWords = (argv: readonly string[]) => readCommandLine(argv, COMMANDS, GLOBAL_FLAGS, SURROUNDINGS);
const read = (line: string) => readWords(line.split(" ").filter(Boolean));
const flagsOf = (line: string): Readonly<Record<string, unknown>> => {
  const found = read(line);
  if (found.type !== "run") throw new Error(JSON.stringify(found));
  return found.flags;
};

/** Positionals that share the name of a flag, and its meaning, but not its form. */
const POSITIONALS_TOO = ["plan"];

describe("flags", () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["plan --env production", { env: "production" }],
    ["plan --env=production", { env: "production" }],
    ["--env production plan --prune", { env: "production", prune: true }],
    ["plan", { format: "text" }],
    ["plan --no-color", { noColor: true }],
    ["--no-color plan", { noColor: true }],
    ["plan -v", { verbose: true }],
    ["-q plan", { quiet: true }],
    ["plan --no-prune", { prune: false }],
    ["plan --prune=false", { prune: false }],
    ["plan --game a --game b", { game: ["a", "b"] }],
    ["plan --game a", { game: ["a"] }],
    ["rankings points --query a=7 --query b", { leaderboard: "points", query: ["a=7", "b"] }],
    ["rankings -- --strange-name", { leaderboard: "--strange-name" }],
    ["init --ci github,gitlab --ci shell", { ci: ["github", "gitlab", "shell"] }],
    ["plan --game a,b", { game: ["a,b"] }],
    ["mv --no-moved reward/egg dragon-egg", { address: "reward/egg", newId: "dragon-egg", moved: false }],
  ])("of `%s` reach the command", (line, flags) => {
    expect(flagsOf(line)).toMatchObject(flags);
  });

  it("that are not given are absent or empty lists, so that the project file can decide", () => {
    const given = Object.entries(flagsOf("plan")).filter(([, value]) => !Array.isArray(value) || value.length > 0);
    expect(Object.fromEntries(given)).toEqual({ format: "text" });
  });

  it.each<[string, string]>([
    ["plan --env production --env staging", "--env is given more than once."],
    ["plan --prune --no-prune", "--prune and --no-prune contradict each other.\nLeave one of them out."],
    ["plan --verzion", "Unknown flag: --verzion\nDid you mean --version?"],
    ["-v", "No command is given."],
    ["plan -v -v", "--verbose is given more than once."],
    ["apply --auto-approve", "Unknown flag: --auto-approve\nDid you mean --yes?"],
    ["plan --no-colour", "Unknown flag: --no-colour\nDid you mean --no-color?"],
    ["apply --dry-run", "Unknown flag: --dry-run\nRun `laurel plan` instead: it shows what an apply would do"],
    ["plan --json", "Unknown flag: --json\nCommands with a JSON format take --format json."],
    ["init --ci github,jenkins", '--ci cannot be "jenkins".\nChoose from: github, '],
    ["plna", "Unknown command: plna\nDid you mean `laurel plan`?"],
    ["plan --env --prune", "--env needs a value."],
    ["plan --prune=maybe", "--prune takes no value."],
    ["plan --no-env", "Unknown flag: --no-env"],
    ["plan apply", "Unexpected argument: apply"],
    ["plan --no-prune=true", "Unknown flag: --no-prune"],
    ["plan --__proto__ x", "Unknown flag: --__proto__"],
    ["plan --token=secret", "Unknown flag: --token\nSet the token in an environment variable"],
    ["plan --env -1", "--env needs a value."],
    ["apply --yes true", "--yes takes no value."],
    ["mv reward/egg egg-2 egg-3", "Unexpected argument: egg-3"],
    ["mv reward/egg", "`laurel mv` needs <new-id>."],
    ["plan --get-yargs-completions", "Unknown flag: --get-yargs-completions"],
    ["plan --env.x y", "Unknown flag: --env.x"],
    ["plan --constructor", "Unknown flag: --constructor"],
    ["serve --port many", "--port needs a whole number."],
    ["serve --port -1", "--port needs a value."],
    ["serve --port 99999999999999999999", "--port needs a whole number."],
    ["plan --format=JSON", '--format cannot be "JSON".\nChoose from: text, json'],
    ["apply a.json", "Unexpected argument: a.json"],
    ["rankings --player 5", "needs <leaderboard>"],
    ["constructor", "Unknown command: constructor"],
  ])("of `%s` are refused", (line, words) => {
    const found = read(line);
    expect(found).toMatchObject({ type: "mistake", mistake: expect.stringContaining(words) });
  });
});

describe("help and version", () => {
  it.each<[string, RegExp]>([
    ["", /laurel <command> \[flags\]/],
    ["--help", /laurel <command> \[flags\]/],
    ["-h", /laurel <command> \[flags\]/],
    ["plan --help", /\n {2}laurel plan \[flags\]\n/],
    ["--help plan", /\n {2}laurel plan \[flags\]\n/],
    ["rankings -h --query nonsense", /\n {2}laurel rankings <leaderboard> \[flags\]\n/],
    ["--version", /^1\.2\.3\n$/],
    ["plan --version", /^1\.2\.3\n$/],
    ["rankings --version", /^1\.2\.3\n$/],
  ])("are printed for `%s`", (line, text) => {
    expect(read(line)).toEqual({ type: "text", text: expect.stringMatching(text) });
  });

  it.each(["plna --help", "help", "version", "plna --version", "frobnicate --help"])("are refused for `%s`", (line) => {
    expect(read(line)).toMatchObject({ type: "mistake", mistake: expect.stringContaining("Unknown command") });
  });

  it("are values after `--` and as positionals", () => {
    expect(flagsOf("rankings -- --help")).toMatchObject({ leaderboard: "--help" });
    expect(flagsOf("rankings help")).toMatchObject({ leaderboard: "help" });
  });
});

describe("the command table", () => {
  it.each(COMMANDS.map((spec) => [spec.command, spec] as const))("says of `%s` what the reader needs", (_, spec) => {
    const places = [...spec.command.matchAll(/[<[]([a-z-]+)[>\]]/g)].map(([, place]) => place);
    expect(Object.keys(spec.positionals)).toEqual(places);
    for (const [name, flag] of Object.entries<FlagSpec>({ ...GLOBAL_FLAGS, ...spec.flags, ...spec.positionals })) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(name).not.toMatch(/^no-(?!color$)/);
      expect(flag.describe).toMatch(/^[A-Z]/);
      if (flag.default !== undefined) expect(flag.choices ?? [flag.default]).toContain(flag.default);
      if (flag.type === "boolean")
        expect([flag.array, flag.choices, flag.default]).toEqual([undefined, undefined, undefined]);
    }
    for (const [line] of spec.examples) expect(line).toContain(`laurel ${nameOf(spec)}`);
  });

  it("has examples that can be read", () => {
    for (const [line] of COMMANDS.flatMap(({ examples }) => examples)) {
      const words = /laurel ([^>)|]*)/.exec(line)?.[1] ?? "";
      expect([line, read(words).type]).toEqual([line, "run"]);
    }
  });

  /** Each name with what every command that has it says of it, positionals included. */
  const uses = new Map<string, { readonly command: string; readonly flag: FlagSpec }[]>();
  for (const { command, flags, positionals } of COMMANDS) {
    for (const [name, flag] of Object.entries({ ...flags, ...positionals }))
      uses.set(name, [...(uses.get(name) ?? []), { command, flag }]);
  }
  const meaningOf = ({ describe, note = "" }: FlagSpec): string => describe.slice(0, describe.length - note.length);

  it.each([...uses].filter(([name]) => !POSITIONALS_TOO.includes(name)))(
    "gives --%s one meaning, one description and one form",
    (_, each) => {
      expect(new Set(each.map(({ flag }) => meaningOf(flag))).size).toBe(1);
      expect(new Set(each.map(({ flag }) => flag.value)).size).toBe(1);
      expect(new Set(each.map(({ flag }) => flag.group)).size).toBe(1);
      // A flag may stand before the command, and so takes a value everywhere or nowhere.
      expect(new Set(each.map(({ flag }) => flag.type)).size).toBe(1);
      for (const { flag } of each) expect(flag.describe.endsWith(flag.note ?? "")).toBe(true);
    },
  );
});

describe("the help", () => {
  const DOCUMENTATION = "https://example.com/blob/main/docs";
  const helpOf = (words: readonly string[], columns?: number): string => {
    const found = readCommandLine(words, COMMANDS, GLOBAL_FLAGS, {
      ...SURROUNDINGS,
      documentation: DOCUMENTATION,
      ...(columns === undefined ? {} : { columns }),
    });
    if (found.type !== "text") throw new Error(JSON.stringify(found));
    return found.text;
  };

  it.each([undefined, 200, 100, 80, 60, 40])("fits in a terminal of %s columns", (columns) => {
    const width = Math.min(columns ?? 100, 100);
    for (const name of ["", ...COMMANDS.map(nameOf)]) {
      const lines = helpOf([name, "--help"].filter(Boolean), columns).split("\n");
      // Command lines and addresses stay whole, to be copied.
      const long = lines.filter((line) => line.length > width && !/^ {2}\S*laurel |https:|^ {2}\S+$/.test(line));
      expect(long).toEqual([]);
      if (width === 100) expect(lines.filter((line) => line.length > 100)).toEqual([]);
    }
  });

  it.each(COMMANDS.map((spec) => [nameOf(spec), spec] as const))("of %s has all there is to say", (name, spec) => {
    const text = helpOf([name, "--help"]);
    for (const flag of Object.keys({ ...spec.flags, ...GLOBAL_FLAGS, help: {}, version: {} }))
      expect(text).toMatch(new RegExp(`^  (-[a-z], )?--${flag}( |$)`, "m"));
    for (const [line] of spec.examples) expect(text).toContain(`\n  ${line}\n`);
    expect(text).toMatch(/\nNetwork: .*\.\n/);
    expect(text).toContain(`\nDocumentation: ${DOCUMENTATION}/reference/commands.md#${name}\n`);
    expect(text).not.toMatch(/\[(string|boolean|array|number)\]/);
  });

  it("lists every command under a title", () => {
    const text = helpOf([]);
    for (const { command } of COMMANDS) expect(text).toContain(`\n  ${command} `);
    expect(text.match(/^[A-Z].*:$/gm)).toEqual(
      ["Usage", "Start", "Check", "Change", "See", "Tools", "Common flags"].map((title) => `${title}:`),
    );
  });
});

it("never throws, and lets only what is declared through", () => {
  const names = COMMANDS.flatMap((spec) => [nameOf(spec), ...Object.keys(spec.flags).map((flag) => `--${flag}`)]);
  const word = fc.oneof(fc.constantFrom(...names, "--", "-", "--no-prune", "=", "a", "1", ""), fc.string());
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
      const found = readWords(argv);
      if (found.type !== "run") return;
      const specs: FlagSpecs = { ...GLOBAL_FLAGS, ...found.spec.flags, ...found.spec.positionals };
      const known = new Map(Object.entries(specs).map(([name, flag]) => [memberOf(name), flag]));
      for (const [name, value] of Object.entries(found.flags)) {
        const flag = known.get(name);
        if (name === "script") continue;
        expect(Array.isArray(value)).toBe(flag?.array === true);
        for (const each of [value].flat()) expect(typeof each).toBe(flag?.type);
      }
    }),
    runs(500),
  );
});
