/**
 * What a command prints that stops: one document on stdout where JSON is wanted, and advice with
 * the words that were meant.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../src/cli/command/command.ts";
import { COMMAND_NAMES, isArgument, loadCommands } from "../../src/cli/commands/index.ts";
import { readLine } from "../../src/cli/program.ts";
import { inGame, runCli, scratchFolder } from "../support/cli.ts";
import { outputOfWidth, testPorts } from "../support/run-cli.ts";
import { runs } from "../support/runs.ts";
import { SCHEMAS, schemaProblems } from "../support/schemas.ts";

const ARGUMENTS: Readonly<Record<string, string>> = {
  mv: "reward/egg egg-2",
  rankings: "points",
  changelog: "--base main",
};

interface Printed {
  readonly diagnostics: readonly { readonly code: string }[];
}

/** The one document on stdout, with the codes that stderr names. */
function documentIn(stdout: string, stderr: string): Printed {
  const document: Printed = JSON.parse(stdout);
  for (const { code } of document.diagnostics)
    expect(stderr).toContain(code === "usage" ? "laurel: " : `[${code}]`);
  return document;
}

describe("JSON on stdout", () => {
  it("is one document of every command that finds no project", async () => {
    const cwd = await scratchFolder();
    const commands = (await loadCommands()).filter(({ options }) =>
      options.format?.choices?.includes("json"),
    );
    expect(commands.length).toBeGreaterThan(10);
    for (const { command } of commands) {
      const name = command.split(" ")[0] ?? "";
      const argv = `${name} ${ARGUMENTS[name] ?? ""} --format json`.split(" ").filter(Boolean);
      const { stdout, stderr, exit } = await runCli(argv, { cwd });
      expect(exit).toBe(3);
      expect([name, documentIn(stdout, stderr).diagnostics]).toMatchObject([
        name,
        [{ code: "no-project" }],
      ]);
    }
  });

  it.each([
    ["apply", 64, "not-confirmed"],
    ["rankings points --query a", 64, "usage"],
    ["rankings points", 1, "service-refused"],
    ["plan --out nowhere/plan.md", 1, ""],
    ["plan --out plan.txt", 64, "usage"],
    ["plan --no-such-flag", 64, "usage"],
    ["apply --expect", 64, "usage"],
    ["plan apply", 64, "usage"],
  ])("is one document of `%s`", async (line, exit, code) => {
    const game = await inGame({
      manifests: { "a.yaml": "rewards: [{ custom_id: egg, name: Egg }]\n" },
    });
    const run = await game.run([...line.split(" "), "--format", "json"]);
    if (code === "") return expect(() => JSON.parse(run.stdout)).not.toThrow();
    const document = documentIn(run.stdout, run.stderr);
    expect([run.exit, document.diagnostics]).toMatchObject([exit, [{ code }]]);
    expect(schemaProblems(SCHEMAS.diagnostics, run.stdout)).toEqual([]);
  });

  it("is not followed by another document where `pull` may not write", async () => {
    const live = { rewards: [{ custom_id: "panel", name: "Panel" }] };
    const game = await inGame({ live, manifests: { "a.yaml": "rewards: []\n" } });
    const run = await game.run(["pull", "--format", "json"]);
    expect([run.exit, schemaProblems(SCHEMAS.pull, run.stdout)]).toEqual([64, []]);
    expect(run.stderr).toContain("error[not-confirmed]");
  });
});

it.each([
  ["no", 1],
  [undefined, 1],
  ["yes", 0],
])("`pull` that is answered %j ends with %i", async (answer, exit) => {
  const live = { rewards: [{ custom_id: "panel", name: "Panel" }] };
  const game = await inGame({ live, manifests: { "a.yaml": "rewards: []\n" } });
  const run = await game.run(["pull"], { answers: [answer] });
  expect(run.exit).toBe(exit);
  expect(run.stderr.includes("Nothing was changed.")).toBe(exit === 1);
  expect((await game.run(["pull", "--check"])).exit).toBe(exit === 1 ? 2 : 0);
});

const PORTS = testPorts({ version: "1.2.3", homepage: "", stdout: outputOfWidth(100) });

describe("advice", () => {
  it("about a wrong line names its own command, whatever the values are", async () => {
    for (const command of await loadCommands()) {
      const name = command.command.split(" ")[0] ?? "";
      if (command.options.project === undefined) continue;
      for (const other of COMMAND_NAMES) {
        const argv = [
          name,
          ...(ARGUMENTS[name] ?? "").split(" ").filter(Boolean),
          "--project",
          other,
          "--bogus",
        ];
        const [problem] = (await readLine(argv, PORTS)).problems ?? [];
        expect([argv, problem?.help]).toMatchObject([argv, [{ command: `laurel ${name} --help` }]]);
      }
    }
  });

  it("has the line that gives the same flags", async () => {
    const apply =
      (await loadCommands()).find(({ command }) => command === "apply") ?? expect.fail();
    const names = Object.entries(apply.options).filter(([name]) => !isArgument(apply, name));
    const word = fc.constantFrom("apply", "plan", "a b", "it's", "--yes", "$x", "ä", "-v", "a,b");
    const values = names.map(
      ([name, { type, array, choices }]): [string, fc.Arbitrary<unknown>] => {
        const one: fc.Arbitrary<unknown> =
          choices === undefined
            ? word.filter((text) => !text.startsWith("-"))
            : fc.constantFrom(...choices);
        const many: fc.Arbitrary<unknown> =
          array === true ? fc.array(one, { minLength: 1, maxLength: 3 }) : one;
        const value: fc.Arbitrary<unknown> = type === "boolean" ? fc.boolean() : many;
        return [
          name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
          fc.option(value, { nil: undefined }),
        ];
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.record(Object.fromEntries(values)), async (flags) => {
        const whole = { ...flags, base: "main", format: flags.format ?? "text" };
        const line = commandLine("apply", apply.options, whole);
        const words = (line.match(/'(?:[^']|'\\'')*'|\S+/g) ?? []).map((part) =>
          part.startsWith("'") ? part.slice(1, -1).replaceAll("'\\''", "'") : part,
        );
        const { flags: read, problems } = await readLine(words.slice(1), PORTS);
        expect([line, problems]).toEqual([line, undefined]);
        for (const [name, value] of Object.entries(whole))
          expect([line, name, read[name]]).toEqual([line, name, value]);
      }),
      runs(60, 25),
    );
  });

  it("after an apply of expected plans is to plan the same games", async () => {
    const when = { method: "POST" };
    const manifests = { "a.yaml": "rewards: [{ custom_id: egg, name: Egg }]\n" };
    const game = await inGame({
      manifests,
      service: { faults: [{ effect: "error-before", status: 422, when }] },
    });
    const { plans } = JSON.parse((await game.run(["plan", "--format", "json"])).stdout);
    const expected = [
      "apply",
      "--game",
      "manifests",
      "--expect",
      plans[0].digest,
      "--env=default",
      "-v",
      "--yes",
    ];
    const run = await game.run(expected);
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain(
      "have that plan reviewed:\n  laurel plan --game manifests --env default --verbose\n",
    );
    const again = await game.run(["apply", "--yes"]);
    expect(again.stderr).toContain(
      "to finish, run this; what is done is not repeated:\n  laurel apply --yes\n",
    );
  });
});
