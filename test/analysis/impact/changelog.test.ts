/** `laurel changelog`: what players are shown, and what they are not. */
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";
import { commitAll, GIT_ENV, git } from "../../workflow/drift/repository.ts";

/** `settings`: of the game, as members of a flow mapping. */
const projectWith = (settings: string): string =>
  `version: 1\ngames: { arena: { manifests: game, ${settings} } }\n`;
const PROJECT = projectWith("prune: true, environments: { local: { embedded: true } }");

const BEFORE = `actions:
  - { custom_id: act-match, name: Finish a match }
  - { custom_id: act-cat, name: Feed the cat }
criteria:
  - { custom_id: crit-match, name: Matches, custom_action_id: act-match, rule: gte:50 }
  - { custom_id: crit-cat, name: Cats, custom_action_id: act-cat }
criteria_groups:
  - { custom_id: grp-match, name: Matches, criteria: [crit-match] }
  - { custom_id: grp-cat, name: Cats, criteria: [crit-cat] }
rewards:
  - { custom_id: rew-hat, name: Hat }
achievements:
  - { custom_id: ach-veteran, name: Veteran, points: 50, custom_criteria_group_id: grp-match, rewards: [rew-hat] }
  - { custom_id: ach-old, name: Old times, points: 5, custom_criteria_group_id: grp-match }
  - { custom_id: ach-cat, name: Cat person, is_secret: true, points: 7, custom_criteria_group_id: grp-cat }
leaderboards:
  - { custom_id: lb-season, name: Season, type: custom }
`;

const AFTER = withoutLine(BEFORE, "ach-old")
  .replace("gte:50", "gte:500")
  .replace(
    "ach-veteran, name: Veteran, points: 50",
    "ach-hand, name: Old hand, description: Five hundred, points: 60",
  )
  .replace("points: 7", "points: 9")
  .replace(
    "achievements:\n",
    `achievements:
  - { custom_id: ach-first, name: First match, description: Play once., points: 10, custom_criteria_group_id: grp-cat }
  - { custom_id: ach-hush, name: Hush, is_secret: true, custom_criteria_group_id: grp-cat }
`,
  )
  .replace("name: Season", "name: Season of snow")
  .concat("moved:\n  - { kind: achievement, from: ach-veteran, to: ach-hand }\n");

function withoutLine(text: string, id: string): string {
  return text.replace(new RegExp(`^.*custom_id: ${id},.*\\n`, "m"), "");
}

async function changelog(
  before: string | undefined,
  after: string,
  ...flags: readonly string[]
): Promise<CliRun> {
  const cwd = await scratchFolder();
  await writeFiles(
    cwd,
    before === undefined ? {} : { "laurel.yaml": PROJECT, "game/game.yaml": before },
  );
  commitAll(cwd);
  git(cwd, "tag", "v1");
  await writeFiles(cwd, { "laurel.yaml": PROJECT, "game/game.yaml": after });
  return runCli(["changelog", "--base", "v1", ...flags], { cwd, env: { ...GIT_ENV } });
}

/** Files of one commit, without the project file. */
type Files = Readonly<Record<string, string>>;

interface Change {
  readonly project: string;
  readonly before: Files;
  readonly after: Files;
  readonly flags?: readonly string[];
}

/** The sentences of a changelog, and what is noted for whoever publishes it. */
async function sentencesOf({ project, before, after, flags = [] }: Change) {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "laurel.yaml": project, ...before });
  commitAll(cwd);
  git(cwd, "rm", "-rq", "game");
  await writeFiles(cwd, after);
  const argv = ["changelog", "--base", "HEAD", "--format", "json", ...flags];
  const { exit, stdout, stderr } = await runCli(argv, { cwd, env: { ...GIT_ENV } });
  expect(exit, stderr).toBe(0);
  expect(schemaProblems(SCHEMAS.changelog, stdout)).toEqual([]);
  const [{ entries }] = JSON.parse(stdout).games;
  return {
    sentences: entries.map(({ sentence }: { sentence: string }) => sentence),
    notes: stderr,
  };
}

describe("laurel changelog", () => {
  it("prints what players would notice, in their words, and names no secret", async () => {
    const { exit, stdout, stderr } = await changelog(BEFORE, AFTER);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expect(stdout).toBe(`What is new

arena since v1

New achievements
  New achievement "First match" (10 points).
  1 secret one

Changed achievements
  "Veteran" is now called "Old hand" and has another description.
  "Old hand" now needs 500 of "Finish a match" instead of 50.
  "Old hand" is now worth 60 points instead of 50.
  1 secret one

Removed achievements
  The achievement "Old times" (5 points) is deleted, with the badges of everybody who has it.

Leaderboards
  The leaderboard "Season" is now called "Season of snow".
`);
  });

  it("is JSON by its schema, and names secrets with --reveal-secrets alone", async () => {
    const { stdout } = await changelog(BEFORE, AFTER, "--format", "json");
    expect(schemaProblems(SCHEMAS.changelog, stdout)).toEqual([]);
    expect(JSON.parse(stdout).games[0]).toMatchObject({
      secret: { new: 1, changed: 1, removed: 0 },
    });
    expect(stdout).not.toContain("Cat person");
    const revealed = await changelog(BEFORE, AFTER, "--reveal-secrets");
    expect(revealed.stdout).toContain('"Cat person" is now worth 9 points instead of 7.');
    expect(revealed.stdout).toContain('New secret achievement "Hush" (1 point).');
    expect(revealed.stdout).not.toContain("secret one");
  });

  it("has everything as new where the commit does not have the game", async () => {
    const { stdout } = await changelog(undefined, BEFORE);
    expect(stdout).toMatch(
      /^What is new\n\narena, which v1 does not have\n\nAll of it counts as new. Some may have been live before.\n\nNew achievements\n.*"Old times"/s,
    );
  });

  it("shows a secret that is one no more, and not one that becomes one or goes", async () => {
    const shown = BEFORE.replace("Cat person, is_secret: true", "Cat lover");
    const { stdout } = await changelog(BEFORE, shown);
    expect(stdout).toContain('  The secret "Cat lover" is shown to all players.\n');
    expect(stdout).not.toContain("Cat person");
    const hidden = await changelog(shown, BEFORE);
    const gone = await changelog(BEFORE, withoutLine(BEFORE, "ach-cat"));
    expect(hidden.stdout).toMatch(/Changed achievements\n {2}1 secret one\n$/);
    expect(gone.stdout).toMatch(/Removed achievements\n {2}1 secret one\n$/);
  });

  it("shows what is deleted while something else gets its id", async () => {
    const achievement = withoutLine(BEFORE, "ach-old")
      .replace("custom_id: ach-veteran", "custom_id: ach-old")
      .concat("moved:\n  - { kind: achievement, from: ach-veteran, to: ach-old }\n");
    expect((await changelog(BEFORE, achievement)).stdout).toMatch(
      /\n\nRemoved achievements\n {2}The achievement "Old times" \(5 points\) is deleted, .*\n$/,
    );
    const criterion = withoutLine(BEFORE, "crit-match")
      .replace("custom_id: crit-cat, ", "custom_id: crit-match, ")
      .replace("name: Cats, criteria: [crit-cat]", "name: Cats, criteria: [crit-match]")
      .concat("moved:\n  - { kind: criterion, from: crit-cat, to: crit-match }\n");
    expect((await changelog(BEFORE, criterion)).stdout).toContain(
      '"Veteran" now needs 1 of "Feed the cat" instead of 50 of "Finish a match".',
    );
  });

  it("says so when players would notice nothing", async () => {
    const quiet = BEFORE.replace("rule: gte:50", "rule: gt:49").replace(
      "name: Matches, criteria",
      "name: All, criteria",
    );
    const { stdout } = await changelog(BEFORE, quiet);
    expect(stdout).toBe("What is new\n\narena since v1\n\nNothing new for players.\n");
  });

  it("needs manifests without errors", async () => {
    const wrong = await changelog(BEFORE, AFTER.replace("act-cat }", "act-ct }"));
    expect({ exit: wrong.exit, stdout: wrong.stdout }).toEqual({ exit: 3, stdout: "" });
    const before = await changelog(BEFORE.replace("name: Hat", "nme: Hat"), AFTER);
    expect({ exit: before.exit, stdout: before.stdout }).toEqual({ exit: 3, stdout: "" });
    expect(before.stderr).toContain("choose a commit whose manifests are valid\n");
  });
});

const LOCAL = "environments: { local: { embedded: true } }";
const TWO = "environments: { live: { game_id: a }, test: { game_id: b, prune: true } }";
const OLD = "ach-old";
const DELETED =
  'The achievement "Old times" (5 points) is deleted, with the badges of everybody who has it.';
const BOARD = 'The leaderboard "Season" is deleted: players lose any scores.';
const CHEAPER = '"Veteran" is now worth 7 points instead of 50.';

const file = (text: string): Files => ({ "game/game.yaml": text });
const entry = (members: string): string =>
  `removed:\n  - { kind: achievement, custom_id: ${OLD}, reason: Done${members} }\n`;
const replaced = (from: string, to: string): string => BEFORE.replace(from, to);
/** A change of one text in the file, since a commit that has it as it was. */
const edited = (from: string, to: string): Change => ({
  project: PROJECT,
  before: file(BEFORE),
  after: file(replaced(from, to)),
});

/** Each sentence, in a situation in which it is true and in those in which it would not be. */
const TABLE: readonly (readonly [
  situation: string,
  change: Change,
  sentences: readonly string[],
  note?: string,
])[] = [
  [
    "deleted, because prune is on",
    { project: PROJECT, before: file(BEFORE), after: file(withoutLine(BEFORE, OLD)) },
    [DELETED],
  ],
  [
    "deleted in between, because another one has its id",
    {
      project: projectWith(LOCAL),
      before: file(BEFORE),
      after: file(
        withoutLine(BEFORE, OLD)
          .replace("custom_id: ach-veteran", `custom_id: ${OLD}`)
          .concat(`moved:\n  - { kind: achievement, from: ach-veteran, to: ${OLD} }\n`),
      ),
    },
    [DELETED],
  ],
  [
    "not deleted, because prune is off",
    { project: projectWith(LOCAL), before: file(BEFORE), after: file(withoutLine(BEFORE, OLD)) },
    [],
    "achievement/ach-old",
  ],
  [
    "not deleted, because prune is off in the default environment",
    {
      project: projectWith(
        `prune: true, default_environment: a, environments: { a: { game_id: a, prune: false }, b: { game_id: b } }`,
      ),
      before: file(BEFORE),
      after: file(withoutLine(BEFORE, OLD)),
    },
    [],
    "achievement/ach-old",
  ],
  [
    "not deleted, because prune is off in one of the environments",
    { project: projectWith(TWO), before: file(BEFORE), after: file(withoutLine(BEFORE, OLD)) },
    [],
    "Name an environment with --env",
  ],
  [
    "deleted in the environment that is named",
    {
      project: projectWith(TWO),
      before: file(BEFORE),
      after: file(withoutLine(BEFORE, OLD)),
      flags: ["--env", "test"],
    },
    [DELETED],
  ],
  [
    "deleted by an entry, although prune is off",
    {
      project: projectWith(LOCAL),
      before: file(BEFORE),
      after: file(withoutLine(BEFORE, OLD) + entry("")),
    },
    [DELETED],
  ],
  [
    "not deleted, because an entry keeps it",
    {
      project: PROJECT,
      before: file(BEFORE),
      after: file(withoutLine(BEFORE, OLD) + entry(", keep: true")),
    },
    [],
    "achievement/ach-old",
  ],
  [
    "a leaderboard deleted",
    {
      project: PROJECT,
      before: file(BEFORE),
      after: file(
        `${withoutLine(BEFORE, "lb-season")}`.replace("leaderboards:", "leaderboards: []"),
      ),
    },
    [BOARD],
  ],
  [
    "a leaderboard not deleted, because its kind is no longer managed",
    {
      project: PROJECT,
      before: file(BEFORE),
      after: file(withoutLine(BEFORE, "lb-season").replace("leaderboards:\n", "")),
    },
    [],
    "leaderboard/lb-season",
  ],
  [
    "not new, because the commit did not manage its kind",
    {
      project: PROJECT,
      before: file(withoutLine(BEFORE, "lb-season").replace("leaderboards:\n", "")),
      after: file(BEFORE),
    },
    [],
    "leaderboards",
  ],
  [
    "a leaderboard replaced",
    edited("type: custom", "type: custom, ordering: smaller-is-better"),
    ['The leaderboard "Season" is replaced: players lose any scores.'],
  ],
  [
    "a leaderboard not replaced, because it is left alone",
    edited("type: custom", "type: custom, ordering: smaller-is-better, create_only: true"),
    [],
  ],
  [
    "a leaderboard not replaced, because the field is ignored",
    edited("type: custom", "type: custom, ordering: smaller-is-better, ignore: [ordering]"),
    [],
  ],
  ["worth something else", edited("points: 50", "points: 7"), [CHEAPER]],
  ...["ignore: [points]", "create_only: true"].map(
    (policy) =>
      [
        `worth the same, because of ${policy}`,
        edited("points: 50", `points: 7, ${policy}`),
        [],
      ] as const,
  ),
  ...["ignore: [points]", "create_only: true"].map(
    (policy) =>
      [
        `of unknown worth before, because of ${policy}`,
        {
          project: PROJECT,
          before: file(replaced("points: 50", `points: 50, ${policy}`)),
          after: file(replaced("points: 50", "points: 7")),
        },
        [],
      ] as const,
  ),
  [
    "earned as before, because the criterion is left alone",
    edited("rule: gte:50", "rule: gte:90, create_only: true"),
    [],
  ],
  [
    "called as before, because the name is ignored",
    edited("name: Veteran", "name: Old hand, ignore: [name]"),
    [],
  ],
  [
    "giving the same, because the rewards are ignored",
    edited("rewards: [rew-hat]", "rewards: [], ignore: [rewards]"),
    [],
  ],
  [
    "earned as before, because the kind of a part is no longer managed",
    {
      project: PROJECT,
      before: file(BEFORE),
      after: file(
        withoutLine(withoutLine(BEFORE, "crit-match"), "crit-cat").replace("criteria:\n", ""),
      ),
    },
    [],
  ],
  [
    "earned as before, because the commit did not manage the kind of a part",
    {
      project: PROJECT,
      before: file(
        withoutLine(withoutLine(BEFORE, "crit-match"), "crit-cat").replace("criteria:\n", ""),
      ),
      after: file(BEFORE),
    },
    [],
  ],
  [
    "worth as much as before in the environment, because of an override",
    {
      project: PROJECT,
      before: file(BEFORE),
      after: {
        ...file(replaced("points: 50", "points: 7")),
        "game/overrides/local.yaml": "achievements:\n  - { custom_id: ach-veteran, points: 50 }\n",
      },
    },
    [],
  ],
  [
    "worth something else in the environment alone",
    {
      project: PROJECT,
      before: file(BEFORE),
      after: {
        ...file(BEFORE),
        "game/overrides/local.yaml": "achievements:\n  - { custom_id: ach-veteran, points: 7 }\n",
      },
    },
    [CHEAPER],
  ],
  [
    "not deleted, but renamed",
    {
      project: PROJECT,
      before: file(BEFORE),
      after: file(
        `${replaced("custom_id: ach-old", "custom_id: ach-older")}moved:\n  - { kind: achievement, from: ach-old, to: ach-older }\n`,
      ),
    },
    [],
  ],
];

describe("no sentence for players is false", () => {
  it.each(TABLE.map(([situation, ...rest]) => [situation, rest] as const))(
    "%s",
    async (_, [change, sentences, note = ""]) => {
      const found = await sentencesOf(change);
      expect(found.sentences).toEqual(sentences);
      if (note === "") expect(found.notes).toBe("");
      else expect(found.notes).toContain(note);
    },
  );
});
