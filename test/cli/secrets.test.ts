/**
 * Every command in every format, on a game with two secret achievements whose every text is marked,
 * with everything that they alone use. A page never has the mark, and of most commands no form has
 * it. Commands and formats are those that the command line has, so a new one is covered here by
 * itself; one that needs arguments must be given some below.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { GameChangelog } from "../../src/analysis/impact/changelog.ts";
import type { Economy } from "../../src/analysis/report/economy.ts";
import type { TestedGame } from "../../src/analysis/scenarios/test-game.ts";
import type { Command } from "../../src/cli/command/command.ts";
import { loadCommands, nameOf } from "../../src/cli/commands/index.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import type { ApplyResult } from "../../src/model/events.ts";
import type { DesiredGame } from "../../src/model/model.ts";
import type { SourceFile } from "../../src/model/source.ts";
import { applyDocument } from "../../src/view/apply/document.ts";
import { changelogDocument } from "../../src/view/changelog/document.ts";
import { renderConstants } from "../../src/view/codegen/constants.ts";
import { graphDocument } from "../../src/view/graph/document.ts";
import { diagnosticsDocument } from "../../src/view/parts/diagnostics.ts";
import { planDocument } from "../../src/view/plan/document.ts";
import { planJson } from "../../src/view/plan/json.ts";
import { pullDocument, renameDocument } from "../../src/view/pull/document.ts";
import { reportDocument } from "../../src/view/report/document.ts";
import { testDocument } from "../../src/view/test/document.ts";
import type { GameGraph } from "../../src/workflow/checks.ts";
import type { PulledGame } from "../../src/workflow/pull.ts";
import type { RenamedResource } from "../../src/workflow/rename.ts";
import {
  type CliRun,
  inGame,
  runCli,
  scratchFolder,
  type TestGame,
  writeFiles,
} from "../support/cli.ts";
import { ofRuns } from "../support/runs.ts";
import type { Fault } from "../support/service/faults.ts";
import type { Contents } from "../support/service/panel.ts";
import { commitAll, GIT_ENV } from "../workflow/drift/repository.ts";

const MARK = "Xq7Marker";
/** The mark, and the numbers that a secret takes. */
const SECRET = /Xq7|7,?770,?77\d/;

/** Forms that say what is wrong with invalid files, so that it can be fixed. */
const OPEN_IF_INVALID = ["text", "json", "github", "sarif", "junit"];

/** Arguments without which a command does nothing. */
const ARGUMENTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  init: [
    ["new", "--yes"],
    ["--from-live", "--project", "live.yaml"],
  ],
  plan: [
    [],
    ["--base", "HEAD"],
    ["--verbose", "--no-prune"],
    ["--fail-on", "harder", "--fail-on", "easier", "--fail-on", "unknown"],
  ],
  apply: [["--yes"]],
  pull: [["--check"], ["--check", "--base", "HEAD"]],
  mv: [
    ["achievement/slayer", "slayer-2", "--check"],
    ["achievement/slayer", "saint", "--check"],
    ["achievement/saint", "saint-2", "--check"],
    ["reward/halo", "halo-2", "--check"],
  ],
  graph: [[], ["--achievement", "saint"]],
  test: [[], ["--verbose"]],
  changelog: [["--base", "HEAD"]],
  codegen: [
    ["--language", "typescript"],
    ["--language", "csharp", "--out", "ids.cs", "--check"],
    ["--language", "lua"],
    ["--template", "own.mustache"],
  ],
  rankings: [["renown"]],
  schema: [["manifest"]],
};
/** It runs until it is interrupted, and shows nothing of a game. */
const ENDLESS = ["serve"];

interface Game {
  /** Texts of the secrets end with it, so that two versions differ. */
  readonly version: string;
  /** What a secret takes. */
  readonly threshold?: number;
  readonly pray?: string;
  readonly saint?: string;
  readonly slayer?: string;
  readonly more?: string;
}

/**
 * `saint` and `hush` are secret. Comments are between public lines and secret ones, where frames
 * would show them.
 */
function manifest({
  version,
  threshold = 777_0777,
  pray = "",
  saint = "",
  slayer = "",
  more = "",
}: Game): string {
  const mark = `${MARK} ${version}`;
  return `actions:
  # ${mark} is what the altar is for.
  - { custom_id: pray, name: Pray to ${mark}, description: At the ${mark} altar, custom_data: { hint: ${mark} }${pray} }
  - { custom_id: slay, name: Slay }
  - { custom_id: idle, name: Do nothing }
criteria:
  - { custom_id: prayed, name: Prayed to ${mark}, custom_action_id: pray, rule: "gte:${threshold}", conditions: { operator: and, groups: [{ conditions: ["activityData:god,eq,${MARK}"] }] } }
  - { custom_id: slain, name: Slain, custom_action_id: slay, rule: "gte:5" }
criteria_groups:
  - { custom_id: prayers, name: All ${mark} prayers, criteria: [prayed] }
  - { custom_id: kills, name: Kills, criteria: [slain] }
rewards:
  - { custom_id: halo, name: Halo of ${mark}, description: For ${mark} }
  - { custom_id: sword, name: Sword }
achievements:
  # ${mark}: nobody may know.
  - custom_id: saint
    name: ${mark} the saint
    description: Pray 3 times to ${mark}
    is_secret: true
    points: 5
    custom_criteria_group_id: prayers
    rewards: [halo]
    custom_data: { ${MARK}: [${mark}] }${saint}
  # ${mark}: the next one, too.
  - custom_id: hush
    name: ${mark} hush
    is_secret: true
    custom_criteria_group_id: # ${mark}
      custom_id: hushed
      name: ${mark} hushed
      criteria:
        - { custom_id: hushes, name: ${mark} hushes, custom_action_id: slay, rule: "gte:7770778" }
  - { custom_id: slayer, name: Slayer, description: Slay 9, points: 7, custom_criteria_group_id: kills, rewards: [sword]${slayer} }
leaderboards:
  - { custom_id: renown, name: Renown }
${more}`;
}

const SCENARIOS = `scenarios:
  - name: Nobody becomes ${MARK}
    description: For ${MARK}
    steps: [{ name: To ${MARK}, do: pray, amount: 5000000, custom_data: { god: ${MARK} } }, { do: slay, times: 3 }, { do: slay, amount: 9000000 }]
    expect: { earned: [saint, slayer], not_earned: [hush], rewards: [halo], points: 3, earned_at: { hush: 2 }, earned_exactly: [saint] }
  - name: ${MARK} is one
    steps: [{ do: pray, amount: 9000000, custom_data: { god: ${MARK} } }]
    expect: { earned: [saint], earned_at: { saint: 1 } }
`;

const was = (game: Partial<Game> = {}): string => manifest({ version: "old", ...game });
const is = (game: Partial<Game> = {}): string =>
  manifest({ version: "new", threshold: 777_0779, ...game });

function withoutLines(text: string, from: string, until: string): string {
  return text.slice(0, text.indexOf(from)) + text.slice(text.indexOf(until));
}

/** Without the saint, and without the resources of one line with these ids. */
function withoutParts(text: string, ids: readonly string[]): string {
  const lines = withoutLines(text, "  - custom_id: saint", `  # ${MARK} new: the next`).split("\n");
  // A comment would be about the next resource.
  const isLeft = (line: string): boolean =>
    !line.includes("altar is for") && !ids.some((id) => line.includes(`custom_id: ${id},`));
  return lines.filter(isLeft).join("\n");
}

/** A game in a repository: files of the base, which were applied, and files of today. */
interface Situation {
  readonly base: string;
  readonly today: string;
  /** Beside the game; the name of a file in the folder of manifests. */
  readonly others?: Readonly<Record<string, string>>;
  /** What somebody changed in the panel after the apply: the kind, the id and the fields. */
  readonly panel?: readonly (readonly [
    kind: string,
    id: string,
    fields: Contents[string][number],
  ])[];
  /** Whether files of today have errors: only pages hide what is wrong with them. */
  readonly isInvalid?: boolean;
  /** What happens to requests of `apply`. */
  readonly faults?: readonly Fault[];
}

const SITUATIONS: Readonly<Record<string, Situation>> = {
  "what only a secret uses begins to count for something public": {
    base: was(),
    today: is({ pray: ", reactions: [slay]" }),
  },
  "what is next to a secret is warned of, and a secret as well": {
    base: was(),
    today: is({ slayer: `, custom_data: '{"a": 1}'` })
      .replace("name: Slay }", `name: Slay, custom_data: '{"a": 1}' }`)
      .replace(`custom_data: { ${MARK}: [${MARK} new] }`, `custom_data: '{"${MARK}": 1}'`),
  },
  "a public line below a secret is wrong": {
    base: was(),
    today: is().replace("name: Slay }", "nme: Slay }").replace("points: 7", "points: seven"),
    isInvalid: true,
  },
  "secrets change": { base: was(), today: is({ more: "# end\n" }) },
  "what only a secret uses counts no longer for something public": {
    base: was({ pray: ", reactions: [slay]" }),
    today: is(),
  },
  "a secret gets another id": {
    base: was(),
    today: is({ more: "moved:\n  - { kind: achievement, from: saint, to: martyr }\n" }).replace(
      "custom_id: saint",
      "custom_id: martyr",
    ),
  },
  "what only a secret uses gets another id": {
    base: was({ pray: ", reactions: [slay]" }),
    today: is({ more: "moved:\n  - { kind: action, from: pray, to: beg }\n" })
      .replace("custom_id: pray", "custom_id: beg")
      .replace("custom_action_id: pray", "custom_action_id: beg"),
  },
  "a secret is deleted": {
    base: was({ pray: ", reactions: [slay]" }),
    today: withoutParts(
      is({
        more: `removed:\n  - { kind: achievement, custom_id: saint, reason: ${MARK} is dead }\n`,
      }),
      ["pray", "prayed", "prayers", "halo"],
    ),
  },
  "a secret is new": {
    base: withoutLines(was(), "  - custom_id: saint", "  # Xq7Marker old: the next"),
    today: is(),
  },
  "something public becomes a secret": {
    base: was().replace("    is_secret: true\n", ""),
    today: is(),
  },
  "an override changes a secret": {
    base: was(),
    today: was(),
    others: {
      "overrides/default.yaml": `achievements:\n  - { custom_id: saint, name: ${MARK} there, points: 9 }\nrewards:\n  - { custom_id: halo, name: ${MARK} halo }\n`,
    },
  },
  "the live game has other secrets": {
    base: was(),
    today: was(),
    panel: [
      ["achievement", "saint", { name: `${MARK} live`, points: 12 }],
      ["criterion", "prayed", { rule: "gte:7770775" }],
      ["reward", "halo", { name: `${MARK} halo live` }],
      ["achievement", "slayer", { name: "Slayer of dragons" }],
    ],
  },
  "both sides change secrets": {
    base: was(),
    today: is(),
    panel: [
      ["achievement", "saint", { name: `${MARK} live` }],
      ["reward", "halo", { name: `${MARK} halo live` }],
      ["criterion", "prayed", { rule: "gte:7770775" }],
    ],
  },
  "lint finds secrets beside what is public": {
    base: was(),
    today: is({ slayer: ", custom_data: {}" })
      .replace("name: Do nothing", `name: pray to ${MARK.toUpperCase()} NEW`)
      .replace("name: Slayer,", "name: Slayer Of The Saint,"),
  },
  "a secret is wrong": {
    base: was(),
    today: is({ pray: ", colour: red" }).replace("is_secret: true", "is_secret: yes please"),
    isInvalid: true,
  },
  "a reference of a secret leads nowhere": {
    base: was(),
    today: is()
      .replace("rewards: [halo]", `rewards: [hallo]`)
      .replace("custom_action_id: slay, rule", "custom_action_id: sly, rule"),
    isInvalid: true,
  },
  "a text is not YAML": {
    base: was(),
    today: is().replace("name: Slay }", "name: Slay"),
    isInvalid: true,
  },
  "scenarios are wrong": {
    base: was(),
    today: is(),
    others: {
      "wrong.test.yaml": `scenarios:
  # ${MARK} is next.
  - name: About ${MARK}
    steps: [{ do: pry, times: 2 }, { name: ${MARK}, do: pray }, { name: ${MARK}, do: pray }]
    expect: { earned: [saintt] }
  - name: About ${MARK}
    steps: [{ do: pray, at: "${MARK}" }]
    expect: { earned: [saint] }
  - name: Again ${MARK}
    steps: [{ do: pray }]
    expect: { not_earned: [saint] }
  - name: Again ${MARK}
    steps: [{ do: pray }]
    expect: { not_earned: [saint] }
`,
    },
  },
  "scenarios have another shape": {
    base: was(),
    today: is(),
    others: {
      "wrong.test.yaml": `scenarios:\n  - name: [${MARK}]\n    ${MARK}: 1\n    steps: [{ do: pray }]\n    expect: { earned: [saint] }\n`,
    },
  },
  "a file of scenarios is not YAML": {
    base: was(),
    today: is(),
    others: { "wrong.test.yaml": `scenarios:\n  - name: "${MARK}\n` },
    isInvalid: true,
  },
  "the name of a secret is taken": {
    base: was(),
    today: was().replace("custom_id: saint", "custom_id: saintly"),
  },
  "a secret differs only in case": {
    base: was(),
    today: was()
      .replace("custom_id: saint", "custom_id: Saint")
      .replace(`name: ${MARK} old the saint`, `name: ${MARK} OLD the saint`),
  },
  "a secret refers to what is nowhere": {
    base: was(),
    today: withoutLines(is(), "actions:", "criteria:").replace(
      "custom_action_id: pray",
      "custom_action_id: nowhere",
    ),
  },
  "a step fails": {
    base: was(),
    today: is(),
    faults: [
      {
        effect: "error-before",
        status: 422,
        body: { message: `The name ${MARK} is bad`, errors: { name: `${MARK} is bad` } },
        when: { method: "PUT", path: "achievements/saint$" },
      },
    ],
  },
  "a live secret cannot be written": {
    base: was(),
    today: was(),
    panel: [["achievement", "saint", { name: `${MARK} ${"long ".repeat(500)}` }]],
  },
};

const UNCOMMITTED = { "game.test.yaml": SCENARIOS };

async function gameIn({
  base,
  today,
  others = {},
  panel = [],
  faults = [],
}: Situation): Promise<TestGame> {
  const game = await inGame({
    service: { faults },
    manifests: { "game.yaml": base, ...UNCOMMITTED },
  });
  const applied = await game.run(["apply", "--yes"]);
  expect(applied.exit, applied.stdout + applied.stderr).toBe(0);
  commitAll(game.folder);
  for (const [kind, id, fields] of panel) await game.service().edit("g", kind, id, fields);
  await game.write({ "game.yaml": today, ...others });
  const project = await readFile(join(game.folder, "laurel.yaml"), "utf8");
  await writeFiles(game.folder, {
    "ids.cs": `// ${MARK}\n`,
    "own.mustache": "{{#kinds}}{{#constants}}{{id}}: {{comment}}\n{{/constants}}{{/kinds}}",
    "live.yaml": project.replace('"manifests"', '"fresh"').replace("  manifests:", "  fresh:"),
  });
  return game;
}

interface Run {
  readonly command: string;
  readonly format: string;
  readonly argv: readonly string[];
}

function runsOf(command: Command): readonly Run[] {
  const name = nameOf(command);
  const { choices } = command.options.format ?? {};
  return (ARGUMENTS[name] ?? [[]]).flatMap((more) =>
    choices === undefined
      ? [{ command: name, format: "text", argv: [name, ...more] }]
      : choices.map((choice) => {
          const format = String(choice);
          return { command: name, format, argv: [name, ...more, "--format", format] };
        }),
  );
}

let commands: readonly Command[] = [];
beforeAll(async () => {
  commands = (await loadCommands()).filter((command) => !ENDLESS.includes(nameOf(command)));
});

/**
 * Runs a command as a job of a pipeline does, and returns what it put into the job's summary as
 * well.
 */
async function runInJob(
  game: TestGame,
  argv: readonly string[],
): Promise<CliRun & { readonly summary: string }> {
  const summary = join(game.folder, "summary.md");
  await writeFile(summary, "");
  const env = { ...GIT_ENV, ...game.env, GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
  const run = await game.run(argv, { env });
  return { ...run, summary: await readFile(summary, "utf8") };
}

/** The lines that hold a secret. */
function leaksIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => SECRET.test(line));
}

/** The lines of a run that hold a secret, in outputs that were not asked for it. */
async function leaksOf(
  { format, argv }: Run,
  game: TestGame,
  { isInvalid = false }: Situation,
): Promise<readonly string[]> {
  const { stdout, stderr, summary, exit } = await runInJob(game, argv);
  // A command that needs other arguments is not tested.
  expect(stderr, argv.join(" ")).not.toMatch(/^laurel: /m);
  expect(exit, stderr).not.toBe(70);
  const isOpen = isInvalid && OPEN_IF_INVALID.includes(format);
  return [
    ...leaksIn(isOpen ? "" : stdout),
    ...leaksIn(isInvalid ? "" : stderr),
    ...leaksIn(summary),
  ];
}

/** `npm run types` fails if one of these compiles: each command takes masked values only. */
it("no view takes a value that was not masked", () => {
  const raw: never[] = [];
  const unmasked = (value: unknown): void => expect(value).toBeUndefined();
  const views = (): void => {
    // @ts-expect-error A plan has to be masked.
    unmasked(planDocument({ byGame: raw, isStopped: false }));
    // @ts-expect-error So has what a document in JSON is made of.
    unmasked(planJson({ byGame: raw, isStopped: false }, raw));
    // @ts-expect-error And the result of an apply.
    unmasked(applyDocument([{} as ApplyResult]));
    // @ts-expect-error A pull.
    unmasked(pullDocument([{} as PulledGame]));
    // @ts-expect-error A rename.
    unmasked(renameDocument({} as RenamedResource));
    // @ts-expect-error Played scenarios.
    unmasked(testDocument([{} as TestedGame]));
    // @ts-expect-error A graph.
    unmasked(graphDocument([{} as GameGraph]));
    // @ts-expect-error An economy.
    unmasked(reportDocument([{ game: "a", economy: {} as Economy }]));
    // @ts-expect-error A changelog.
    unmasked(changelogDocument([{} as GameChangelog]));
    // @ts-expect-error Constants of a game.
    unmasked(renderConstants({} as SourceFile, {} as DesiredGame));
    // @ts-expect-error Problems of validate and lint, as for every command.
    unmasked(diagnosticsDocument([{} as Diagnostic]));
  };
  expect(views).toBeTypeOf("function");
});

/** `npm test` tries the first ones. */
const CHOSEN = Object.keys(SITUATIONS).slice(0, ofRuns(Object.keys(SITUATIONS).length, 3));

/** Milliseconds for one situation, in which all commands run in all formats, on a busy machine. */
const LONG = 300_000;

describe("what is secret is in no output that was not asked for it", { timeout: LONG }, () => {
  it.each(CHOSEN)("%s", async (name) => {
    const situation = SITUATIONS[name] as Situation;
    const leaks: Record<string, readonly string[]> = {};
    const shared = await gameIn(situation);
    for (const run of commands.flatMap(runsOf)) {
      const { command, argv } = run;
      // What `apply` writes, others would no longer show.
      const game = command === "apply" ? await gameIn(situation) : shared;
      const found = await leaksOf(run, game, situation);
      if (found.length > 0) leaks[argv.join(" ")] = found;
    }
    expect(leaks).toEqual({});
  });
});

it("is shown by each command that has --reveal-secrets", { timeout: LONG }, async () => {
  const game = await gameIn({ base: was(), today: is({ pray: ", reactions: [slay]" }) });
  const revealing = commands.filter(({ options }) => "reveal-secrets" in options);
  const silent: string[] = [];
  for (const command of revealing) {
    const name = nameOf(command);
    const outputs: string[] = [];
    for (const { argv } of runsOf(command)) {
      const { stdout, stderr } = await runInJob(game, [...argv, "--reveal-secrets"]);
      outputs.push(stdout, stderr);
    }
    if (!outputs.some((output) => SECRET.test(output))) silent.push(name);
  }
  // Of what is valid, they show no texts.
  expect(silent).toEqual(["init", "validate"]);
});

it("mistakes of an earlier commit tell nothing of what today's manifests keep secret", async () => {
  const game = await gameIn({ base: was(), today: is() });
  await writeFiles(game.folder, { "manifests/game.yaml": was().replace("gte:", "gtx:") });
  commitAll(game.folder);
  await writeFiles(game.folder, { "manifests/game.yaml": is() });
  for (const command of ["pull --check", "plan", "changelog"]) {
    for (const format of ["text", "json", "markdown"]) {
      const argv = [...command.split(" "), "--base", "HEAD", "--format", format];
      const { stdout, stderr, exit } = await runInJob(game, argv);
      expect(exit, stderr).toBe(3);
      expect([...leaksIn(stdout), ...leaksIn(stderr)], argv.join(" ")).toEqual([]);
    }
  }
});

describe("problems of the project file are shown on pages", () => {
  const files = (name: string, text: string) => ({ [name]: text, "game/game.yaml": was() });
  const project = (environment: string): string =>
    `version: 1\ngames: { g: { manifests: game, environments: { ${environment}: { embedded: true } } } }\n`;

  it.each(["laurel.yaml", "studio.yaml"])("%s", async (name) => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, files(name, `${project("local")}gmes: {}\n`));
    for (const command of ["validate", "plan", "changelog --base HEAD"]) {
      const argv = [...command.split(" "), "--project", name, "--format", "markdown"];
      const { stdout, stderr } = await runCli(argv, { cwd });
      expect(command.startsWith("changelog") ? stderr : stdout, command).toContain('no key "gmes"');
    }
  });

  it("also of an earlier commit", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, files("studio.yaml", `${project("local")}gmes: {}\n`));
    commitAll(cwd);
    await writeFiles(cwd, files("studio.yaml", project("local")));
    const argv = ["plan", "--base", "HEAD", "--project", "studio.yaml", "--format", "markdown"];
    const { stdout } = await runCli(argv, { cwd, env: GIT_ENV });
    expect(stdout).toContain('no key "gmes"');
  });

  it("and those of other files called like it are not", async () => {
    const cwd = await scratchFolder();
    const override = `rewards:\n  - { custom_id: halo, name: ${MARK} halo, ${MARK}: 1 }\n`;
    await writeFiles(cwd, {
      ...files("laurel.yaml", project("laurel")),
      "game/overrides/laurel.yaml": override,
    });
    const { stdout, exit } = await runCli(["validate", "--format", "markdown"], { cwd });
    expect(exit).toBe(3);
    expect(stdout).toContain("`game/overrides/laurel.yaml:2`");
    expect(stdout).not.toContain(MARK);
  });
});
