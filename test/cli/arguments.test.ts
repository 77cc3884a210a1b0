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

describe("flags", () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["plan --env production", { env: "production" }],
    ["plan --env=production", { env: "production" }],
    ["plan --base=a=b", { base: "a=b" }],
    ["--color never plan", { color: "never" }],
    ["--env production plan --prune", { env: "production", prune: true }],
    ["plan", { color: "auto", format: "text" }],
    ["plan --no-prune", { prune: false }],
    ["plan --prune=false", { prune: false }],
    ["plan --game a --game b", { game: ["a", "b"] }],
    ["plan --game a", { game: ["a"] }],
    ["rankings points --limit 007", { leaderboard: "points", limit: 7 }],
    ["rankings --limit 5 points", { leaderboard: "points", limit: 5 }],
    ["apply plan.json --yes", { plan: "plan.json", yes: true }],
    ["apply --yes -- --strange-name.json", { plan: "--strange-name.json", yes: true }],
    ["rankings 12", { leaderboard: "12" }],
    ["init --ci github,gitlab --ci shell", { ci: ["github", "gitlab", "shell"] }],
    ["plan --game a,b", { game: ["a,b"] }],
  ])("of `%s` reach the command", (line, flags) => {
    expect(flagsOf(line)).toMatchObject(flags);
  });

  it("that are not given are absent or empty lists, so that the project file can decide", () => {
    const given = Object.entries(flagsOf("plan")).filter(([, value]) => !Array.isArray(value) || value.length > 0);
    expect(Object.fromEntries(given)).toEqual({ color: "auto", format: "text", logFormat: "text" });
  });

  it.each<[string, string]>([
    ["plan --env production --env staging", "--env is given more than once."],
    ["plan --prune --no-prune", "--prune and --no-prune contradict each other."],
    ["plan --prune --prune", "--prune is given more than once."],
    ["plan --verzion", "Unknown argument: --verzion\nDid you mean --version?\n"],
    ["--verzion", "Unknown argument: --verzion\nDid you mean --version?\n"],
    ["-v", "Unknown argument: -v\nDid you mean --version, or --verbose?\n"],
    ["plan --enviroment local", "Unknown argument: --enviroment\nDid you mean --env?\n"],
    ["plan --outt x", "Unknown argument: --outt\nDid you mean --out?\n"],
    ["plan --outt=x y", "Unknown argument: --outt\nDid you mean --out?\n"],
    ["rankings --playr lea", "Unknown argument: --playr\nDid you mean --player?\n"],
    ["apply --dry-run", "Unknown argument: --dry-run\n`laurel plan` shows what an apply would do"],
    ["plan --json", "Unknown argument: --json\nCommands that have a JSON form take --format json.\n"],
    ["init --ci github,jenkins", '--ci cannot be "jenkins". Choose from: "github"'],
    ["init --ci github,", '--ci cannot be "". Choose from'],
    ["help plna", "Did you mean `laurel plan`?"],
    ["plan --env --prune", "--env needs a value."],
    ["plan --env=", "--env needs a value."],
    ["plan --prune=maybe", "--prune takes no value."],
    ["plan --no-env", "Unknown argument: --no-env"],
    ["plan --no-prun", "Unknown argument: --no-prun"],
    ["plan apply", "Unknown argument: apply"],
    ["plan --no-prune=true", "Unknown argument: --no-prune"],
    ["plan -p", "Unknown argument: -p"],
    ["plan -", "Unknown argument: -"],
    ["plan a --whatever", "Unknown argument: --whatever"],
    ["plan --__proto__ x", "Unknown argument: --__proto__"],
    ["plan --token=secret", "Unknown argument: --token\n"],
    ["plan --env -1", "--env needs a value."],
    ["plan --env -x", "--env needs a value."],
    ["apply -5", "Unknown argument: -5"],
    ["apply ---", "Unknown argument: ---"],
    ["apply --plan x", "Unknown argument: --plan"],
    ["apply --yes true", "--yes takes no value."],
    ["plan -- x", "Unknown argument: x"],
    ["apply a -- b", "Unknown argument: b"],
    ["plan --get-yargs-completions", "Unknown argument: --get-yargs-completions"],
    ["plan --env.x y", "Unknown argument: --env.x"],
    ["plan --gameId y", "Unknown argument: --gameId"],
    ["plan --constructor", "Unknown argument: --constructor"],
    ["rankings points --limit many", "--limit needs a whole number."],
    ["rankings points --limit -1", "--limit needs a value."],
    ["rankings points --limit 1.5", "--limit needs a whole number."],
    ["rankings points --limit 1e3", "--limit needs a whole number."],
    ["rankings points --limit 99999999999999999999", "--limit needs a whole number."],
    ["plan --format=JSON", '--format cannot be "JSON". Choose from: "text", "json"'],
    ["apply a.json b.json", "Unknown argument: b.json"],
    ["rankings --limit 5", "needs <leaderboard>"],
    ["", "Name a command."],
    ["--bogus", "Unknown argument: --bogus"],
    ["constructor", "Unknown command: constructor"],
  ])("of `%s` are refused", (line, words) => {
    const found = read(line);
    expect(found).toMatchObject({ type: "mistake", mistake: expect.stringContaining(words) });
  });
});

describe("help and version", () => {
  it.each<[string, RegExp]>([
    ["--help", /^laurel <command> \[flags\]/],
    ["-h", /^laurel <command> \[flags\]/],
    ["help", /^laurel <command> \[flags\]/],
    ["help plan", /^laurel plan\n/],
    ["plan --help", /^laurel plan\n/],
    ["--help plan", /^laurel plan\n/],
    ["rankings -h --limit nonsense", /^laurel rankings <leaderboard>\n/],
    ["--version", /^1\.2\.3\n$/],
    ["plan --version", /^1\.2\.3\n$/],
    ["rankings --version", /^1\.2\.3\n$/],
  ])("are printed for `%s`", (line, text) => {
    expect(read(line)).toEqual({ type: "text", text: expect.stringMatching(text) });
  });

  it.each(["plna --help", "help plna", "plna --version", "frobnicate --help"])("are refused for `%s`", (line) => {
    expect(read(line)).toMatchObject({ type: "mistake", mistake: expect.stringContaining("Unknown command") });
  });

  it("are values after `--` and as positionals", () => {
    expect(flagsOf("apply -- --help")).toMatchObject({ plan: "--help" });
    expect(flagsOf("apply help")).toMatchObject({ plan: "help" });
  });

  it("list the flags of the command before those of all commands", () => {
    const found = read("plan --help");
    const text = found.type === "text" ? found.text : "";
    const order = ["laurel plan", "Flags:", "--detailed-exitcode", "Common flags:", "--log-format", "Examples:"];
    expect(order.map((words) => text.indexOf(words)).every((at, index, all) => at > (all[index - 1] ?? -1))).toBe(true);
  });
});

describe("the command table", () => {
  it.each(COMMANDS.map((spec) => [spec.command, spec] as const))("says of `%s` what the reader needs", (_, spec) => {
    const places = [...spec.command.matchAll(/[<[]([a-z-]+)[>\]]/g)].map(([, place]) => place);
    expect(Object.keys(spec.positionals)).toEqual(places);
    for (const [name, flag] of Object.entries<FlagSpec>({ ...GLOBAL_FLAGS, ...spec.flags, ...spec.positionals })) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(name).not.toMatch(/^no-/);
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

  it("gives a flag the same form in every command, so that it can stand before the command", () => {
    const forms = new Map<string, Set<string>>();
    for (const { flags } of COMMANDS) {
      for (const [name, { type }] of Object.entries(flags))
        forms.set(name, (forms.get(name) ?? new Set()).add(type === "boolean" ? "without a value" : "with a value"));
    }
    expect([...forms].filter(([, each]) => each.size > 1)).toEqual([]);
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
