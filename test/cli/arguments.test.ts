/** Reading command lines: what reaches a command, and what is refused instead of being guessed at. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameOf } from "../../src/cli/args/command.ts";
import { type CommandLine, readCommandLine } from "../../src/cli/args/command-line.ts";
import { COMMANDS } from "../../src/cli/args/command-table.ts";
import { GLOBAL_FLAGS } from "../../src/cli/args/flag-specs.ts";
import { runs } from "../support/runs.ts";

const read = (line: string): CommandLine => readCommandLine(line.split(" ").filter(Boolean), COMMANDS, GLOBAL_FLAGS);
const flagsOf = (line: string): Readonly<Record<string, unknown>> => {
  const read_ = read(line);
  if (read_.asks !== "run") throw new Error(JSON.stringify(read_));
  return read_.flags;
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

  it("that are not given are absent, so that the project file can decide", () => {
    expect(Object.keys(flagsOf("plan")).sort()).toEqual(["color", "format", "log-format"]);
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
    ["plan --outt=x y", "Unknown arguments: --outt, y\nDid you mean --out?\n"],
    ["rankings --playr lea", "Unknown argument: --playr\nDid you mean --player?\n"],
    ["apply --dry-run", "Unknown argument: --dry-run\n`laurel plan` shows what an apply would do"],
    ["plan --json", "Unknown argument: --json\nCommands that have a JSON form take --format json.\n"],
    ["init --ci github,jenkins", '--ci cannot be "jenkins". It can be: github'],
    ["init --ci github,", "--ci needs a value."],
    ["help plna", "Did you mean `laurel plan`?"],
    ["plan --env --prune", "--env needs a value."],
    ["plan --env=", "--env needs a value."],
    ["plan --prune=maybe", "--prune takes no value."],
    ["plan --no-env", "Unknown argument: --no-env"],
    ["plan --no-prune=true", "Unknown argument: --no-prune"],
    ["plan -p", "Unknown argument: -p"],
    ["plan -", "Unknown argument: -"],
    ["plan a --whatever", "Unknown arguments: a, --whatever"],
    ["plan --__proto__ x", "Unknown argument"],
    ["plan --constructor", "Unknown argument: --constructor"],
    ["rankings points --limit 1e3", "--limit needs a whole number."],
    ["rankings points --limit 99999999999999999999", "--limit needs a whole number."],
    ["plan --format=JSON", '--format cannot be "JSON". It can be: text, json'],
    ["apply a.json b.json", "Unknown argument: b.json"],
    ["rankings --limit 5", "needs <leaderboard>"],
    ["", "Name a command."],
    ["--bogus", "Unknown argument: --bogus"],
    ["constructor", "There is no such command: constructor"],
  ])("of `%s` are refused", (line, words) => {
    const found = read(line);
    expect(found.asks).toBe("nothing");
    if (found.asks === "nothing") expect(found.mistake).toContain(words);
  });
});

describe("help and version", () => {
  it.each<[string, CommandLine["asks"], string | undefined]>([
    ["--help", "help", undefined],
    ["-h", "help", undefined],
    ["help", "help", undefined],
    ["help plan", "help", "plan"],
    ["plan --help", "help", "plan"],
    ["--help plan", "help", "plan"],
    ["rankings -h --limit nonsense", "help", "rankings"],
    ["--version", "version", undefined],
    ["plan --version", "version", undefined],
    ["plna --help", "nothing", undefined],
  ])("`%s` asks for %s", (line, asks, name) => {
    const found = read(line);
    expect(found.asks).toBe(asks);
    const spec = found.asks === "help" ? found.spec : undefined;
    expect(spec === undefined ? undefined : nameOf(spec)).toBe(name);
  });

  it("are not asked for behind `--`, where only words stand", () => {
    expect(read("apply -- --help")).toMatchObject({ asks: "run", flags: { plan: "--help" } });
  });
});

describe("the command table", () => {
  it.each(COMMANDS.map((spec) => [spec.command, spec] as const))("says of `%s` what the reader needs", (_, spec) => {
    const places = [...spec.command.matchAll(/[<[]([a-z-]+)[>\]]/g)].map(([, place]) => place);
    expect(Object.keys(spec.positionals)).toEqual(places);
    for (const [name, flag] of Object.entries({ ...GLOBAL_FLAGS, ...spec.flags, ...spec.positionals })) {
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
      expect([line, read(words).asks]).toEqual([line, "run"]);
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
      const found = readCommandLine(argv, COMMANDS, GLOBAL_FLAGS);
      if (found.asks !== "run") return;
      const known = { ...GLOBAL_FLAGS, ...found.spec.flags, ...found.spec.positionals };
      for (const [name, value] of Object.entries(found.flags)) {
        const flag = known[name];
        const values = flag?.array === true ? (value as readonly unknown[]) : [value];
        for (const each of values) expect(typeof each).toBe(flag?.type);
      }
    }),
    runs(500),
  );
});
