/** Reading command lines: what reaches a command, and what is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COMMAND_NAMES,
  COMPLETION,
  isArgument,
  loadCommands,
} from "../../src/cli/commands/index.ts";
import { readLine } from "../../src/cli/program.ts";
import type { ProcessPorts } from "../../src/cli/terminal/ports.ts";
import { helpLines } from "../../src/view/parts/problems.ts";
import { outputOfWidth, testPorts } from "../support/run-cli.ts";
import { runs } from "../support/runs.ts";

const portsOf = (columns: number | undefined): ProcessPorts =>
  testPorts({
    version: "1.2.3",
    homepage: "https://example.com",
    stdout: outputOfWidth(columns),
  });
const readWords = (argv: readonly string[], columns?: number) => readLine(argv, portsOf(columns));
const read = (line: string, columns?: number) =>
  readWords(line.split(" ").filter(Boolean), columns);

async function mistakeIn(argv: readonly string[]): Promise<string | undefined> {
  const { problems } = await readWords(argv);
  return problems?.map(({ detail, help }) => [detail, ...helpLines(help)].join("\n")).join();
}

describe("flags", () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["plan --env production", { env: "production" }],
    ["--env production plan --prune", { env: "production", prune: true }],
    ["plan", { format: "text" }],
    ["plan --no-color", { color: false }],
    ["plan -v", { verbose: true }],
    ["-q plan", { quiet: true }],
    ["plan --game a --game b", { game: ["a", "b"] }],
    ["plan --fail-on harder --fail-on mixed", { failOn: ["harder", "mixed"] }],
    ["apply --expect 0123456789abcdef", { expect: ["0123456789abcdef"] }],
    ["rankings points --query a=7 --query b=", { leaderboard: "points", query: ["a=7", "b="] }],
    ["rankings 007 --player 007", { leaderboard: "007", player: "007" }],
    [
      "mv --check reward/egg dragon-egg",
      { address: "reward/egg", newId: "dragon-egg", check: true },
    ],
    ["serve --port 8080", { port: "8080" }],
  ])("of `%s` reach the command", async (line, flags) => {
    expect((await read(line)).flags).toMatchObject(flags);
  });

  it("that are not given are absent, so that the project file can decide", async () => {
    const { flags } = await read("plan");
    for (const name of ["prune", "base", "verbose", "game", "target", "allow", "failOn"])
      expect(flags).not.toHaveProperty(name);
  });

  it.each<[string, string]>([
    ["plan --expect 0123456789abcdef", "expect"],
    ["plan --env production --env staging", "--env is given more than once."],
    ["plan --quiet --verbose", "quiet"],
    ["plan --changed", "base"],
    ["pull --prefer live", "base"],
    ["init --env production", "from-live"],
    ["init --from-live --ci github", "ci"],
    ["codegen --language lua --check", "out"],
    ["changelog", "base"],
    ["plan --verzion", "verzion"],
    ["drift", "Unknown command: drift\nthe commands are init, validate, lint, "],
    ["-v", "No command is given."],
    ["plan --env --prune", "env"],
    ["plan --env=", "--env needs a value."],
    ["plan apply", "apply"],
    ["plan --__proto__ x", "proto"],
    ["mv reward/egg", "Not enough"],
    ["mv reward/egg egg-2 egg-3", "egg-3"],
    ["plan --env.x y", "env.x"],
    ["plan --format=JSON", "JSON"],
    ["init --ci jenkins", "jenkins"],
    ["lint --explain no-such-rule", "no-such-rule"],
  ])("of `%s` are refused", async (line, words) => {
    expect(await mistakeIn(line.split(" "))).toContain(words);
  });

  it("of every command need a value, and have no negation unless they are switches", async () => {
    const commands = await loadCommands();
    for (const command of commands) {
      const name = command.command.split(" ")[0] ?? "";
      for (const [option, { type }] of Object.entries(command.options)) {
        if (type === "boolean" || isArgument(command, option)) continue;
        for (const words of [
          [`--${option}`],
          [`--${option}`, ""],
          [`--${option}=`],
          [`--no-${option}`],
        ]) {
          expect(await mistakeIn([name, ...words]), [name, ...words].join(" ")).toBeDefined();
        }
      }
    }
  });

  it("are named without their values, which may be secret", async () => {
    expect(await mistakeIn(["plan", "--token=secret"])).not.toContain("secret");
  });
});

describe("help and version", () => {
  it.each<[string, RegExp]>([
    ["", /Plan and apply a game[\s\S]*laurel plan /],
    ["-h", /laurel <command> \[flags\]/],
    ["plan --help", /^laurel plan\n/],
    ["--help plan", /^laurel plan\n/],
    ["rankings -h --query nonsense", /^laurel rankings <leaderboard>\n/],
    ["--version", /^1\.2\.3\n$/],
    ["plan --version", /^1\.2\.3\n$/],
    ["completion", /_laurel_yargs_completions|compdef/],
  ])("are printed for `%s`", async (line, text) => {
    const { command, text: printed } = await read(line);
    expect(command).toBeUndefined();
    expect(printed).toMatch(text);
  });

  it("fit on a screen", async () => {
    expect((await read("--help", 100)).text.split("\n").length).toBeLessThanOrEqual(31);
    for (const columns of [60, 80, 100]) {
      for (const name of ["", ...COMMAND_NAMES]) {
        const lines = (await read(`${name} --help`, columns)).text.split("\n");
        // Command lines and addresses stay whole, to be copied.
        expect(
          lines.filter((line) => line.length > columns && !/laurel|https:|^\s*\S+$/.test(line)),
        ).toEqual([]);
      }
    }
  });
});

it("examples can be read", async () => {
  for (const command of await loadCommands()) {
    for (const [line] of command.examples) {
      const words = /laurel ([^>)|]*)/.exec(line)?.[1] ?? "";
      expect([line, (await read(words)).command]).toEqual([line, command]);
    }
  }
});

it("any words are read or refused", async () => {
  const flags = (await loadCommands()).flatMap(({ options }) =>
    Object.keys(options).map((flag) => `--${flag}`),
  );
  const names = [...COMMAND_NAMES, COMPLETION.command, ...flags];
  const word = fc.oneof(
    fc.constantFrom(...names, "--", "-", "--no-prune", "=", "a", "1", ""),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 6 }), async (argv) => {
      const mistake = await mistakeIn(argv);
      if (mistake !== undefined) expect(mistake).toMatch(/\S/);
    }),
    runs(200),
  );
});
