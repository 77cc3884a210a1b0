/**
 * No name becomes a sentence of laurel's: outside of quotations, code, JSON and diffs, no output
 * has a word of it.
 */
import { describe, expect, it } from "vitest";
import { type CliRun, inGame, type TestGame, writeFiles } from "../support/cli.ts";
import { anatomyOf, RENDERERS } from "../view/markdown/pages.ts";
import { commitAll, GIT_ENV, git } from "../workflow/drift/repository.ts";

/** A word that no output has by itself. */
const MARK = "zforged";
/**
 * What ends a quotation, a piece of code, a label, a line, an entry of a list or a sentence, or
 * looks as if it did.
 */
const FORGERIES: Readonly<Record<string, string>> = {
  "double quotes": `Egg" is now ${MARK}. "Nest`,
  "backslashes and quotes": `Egg\\" is now ${MARK}. \\"Nest \\`,
  "double quotes of other scripts": `Egg\uff02 ${MARK} \u2033 ${MARK} \u02ba ${MARK} \u02ee ${MARK} \u3003 ${MARK}`,
  backticks: `Egg\` is now ${MARK}. \`Nest`,
  "line breaks": `Egg\n${MARK}: 5 \u2192 10\n- ${MARK}`,
  separators: `Egg: ${MARK} \u2192 ${MARK}, ${MARK}; - ${MARK} ! mass-change (allowed)`,
  "everything at once": `"Egg": \`${MARK}\` \u2192 "${MARK}\\" ' \uff02${MARK}\n~ ${MARK} "`,
};

function manifestsWith(text: string, points: number): string {
  const of = (what: string) => ({ name: `${what} ${text}`, description: `${text} ${what}` });
  return JSON.stringify({
    actions: [
      {
        custom_id: "slay",
        ...of("Slay"),
        custom_data: { [text]: text, map: points },
        reactions: ["cheer"],
      },
      { custom_id: "cheer", ...of("Cheer") },
    ],
    criteria: [
      {
        custom_id: "ten",
        ...of("Ten"),
        custom_action_id: "slay",
        rule: `gte:${points}`,
        conditions: { groups: [{ conditions: ["activityData:map,eq,sea"] }] },
      },
      { custom_id: "two", ...of("Two"), custom_action_id: "cheer", rule: "gte:2" },
    ],
    criteria_groups: [
      {
        custom_id: "group",
        ...of("Group"),
        operator: points > 5 ? "or" : "and",
        criteria: ["ten", "two"],
      },
    ],
    rewards: [
      { custom_id: "egg", ...of("Egg"), custom_data: { icon: text } },
      ...(points > 5 ? [] : [{ custom_id: "old", ...of("Old") }]),
    ],
    achievements: [
      {
        custom_id: "hero",
        ...of("Hero"),
        points,
        custom_criteria_group_id: "group",
        rewards: ["egg"],
      },
      ...(points > 5
        ? []
        : [{ custom_id: "gone", ...of("Gone"), points: 1, custom_criteria_group_id: "group" }]),
    ],
    leaderboards: [{ custom_id: points > 5 ? "fame" : "renown", ...of("Renown") }],
    ...(points > 5 && { removed: [{ kind: "achievement", custom_id: "gone", reason: text }] }),
  });
}

const scenariosWith = (text: string): string =>
  JSON.stringify({
    scenarios: [
      {
        name: `Player ${text}`,
        steps: [
          { at: "2030-01-01T00:00:00Z", report: "cheer", amount: 2 },
          { expect: { earned: ["hero"] } },
        ],
      },
    ],
  });

/** A game that was applied with one version of texts, and whose manifests hold the next. */
async function sceneWith(text: string): Promise<TestGame> {
  const game = await inGame({ manifests: { "a.json": manifestsWith(text, 5) } });
  const { exit, stderr } = await game.run(["apply", "--yes"]);
  expect(exit, stderr).toBe(0);
  commitAll(game.folder);
  await game.write({ "a.json": manifestsWith(`${text}!`, 10), "a.test.yaml": scenariosWith(text) });
  return game;
}

/** Without everything that is quoted or code. */
function unquoted(format: string, text: string): string {
  if (format === "json" || format === "sarif") {
    JSON.parse(text);
    return "";
  }
  const isPage = format === "markdown" || format === "html";
  // The path of an annotation is no text.
  const open = isPage
    ? Object.values(RENDERERS)
        .map((render) => anatomyOf(format === "html" ? text : render(text)).open)
        .join("\n")
    : text.replaceAll(/^::\w+ file=[^,]*/gm, "");
  // A path of a request is one word. A line of a diff or of a file begins with a sign, and
  // continues below itself.
  return open
    .replaceAll(/\/v1\/games\/\S+/g, "")
    .replaceAll(/^(\s*)(?:[-+|]|[0-9]* \|) (?!(?:create|delete) ).*(?:\n\1 {2,}\S.*)*/gm, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/"(?:[^"\\]|\\.)*"/gs, "");
}

const LINES: readonly (readonly [line: string, formats: string])[] = [
  ["validate", "text json markdown github sarif"],
  ["lint", "text json markdown github sarif"],
  ["plan --base HEAD --prune --verbose --reveal-secrets", "text json markdown html github sarif"],
  [
    "plan --prune --fail-on easier --fail-on harder --fail-on mixed --fail-on value --fail-on destructive",
    "text json markdown github sarif",
  ],
  ["test", "text json markdown junit"],
  ["report", "text json markdown html"],
  // Labels of its page have elements of their own.
  ["graph", "markdown json"],
  ["changelog --base HEAD", "text json markdown"],
  ["pull --check", "text json markdown"],
  [
    "apply --prune --yes --allow deletes-player-data --allow breaks-clients --allow mass-change --allow empties-kind --verbose",
    "text",
  ],
];

function leftIn(format: string, { stdout, stderr }: CliRun): readonly string[] {
  return [unquoted(format, stdout), unquoted("text", stderr)].filter((text) => text.includes(MARK));
}

describe.each(Object.entries(FORGERIES))("a name with %s", (_, text) => {
  it("is in no sentence of any command, in any format", async () => {
    const game = await sceneWith(text);
    expect(await forgedBy(game, LINES)).toEqual([]);
  });
});

/** Runs each line in each of its formats, and returns what is left of the outputs. */
async function forgedBy(game: TestGame, lines: typeof LINES): Promise<readonly string[]> {
  const env = { ...GIT_ENV, ...game.env };
  const found: string[] = [];
  let isMentioned = false;
  for (const [line, formats] of lines) {
    for (const format of formats.split(" ")) {
      const run = await game.run(
        [...line.split(" "), ...(format === "text" ? [] : ["--format", format])],
        { env },
      );
      expect(run.exit, `${line}\n${run.stderr}`).not.toBe(70);
      isMentioned ||= (run.stdout + run.stderr).includes(MARK);
      for (const left of leftIn(format, run)) {
        const at = left.indexOf(MARK);
        found.push(`${line} (${format}): …${left.slice(Math.max(0, at - 100), at + 60)}…`);
      }
    }
  }
  expect(isMentioned, "no output has the text at all").toBe(true);
  return found;
}

const EMPTY = JSON.stringify({
  actions: [],
  rewards: [],
  achievements: [],
  leaderboards: [],
  criteria: [],
});
const ALL_HAZARDS =
  "--allow deletes-player-data --allow breaks-clients --allow breaks-earning --allow mass-change --allow empties-kind --allow deletes-unknown";

describe.each(Object.entries(FORGERIES))("what the service says with %s", (_, text) => {
  it("is in no sentence, if it is the id of what exists live only", async () => {
    const live = {
      actions: [{ custom_id: `slay ${text}`, name: "Slay" }],
      rewards: [{ custom_id: `egg ${text}`, name: "Egg" }],
      achievements: [
        { custom_id: `hero ${text}`, name: "Hero", points: 5, rewards: [`egg ${text}`] },
      ],
      leaderboards: [{ custom_id: `fame ${text}`, name: "Fame" }],
    };
    const game = await inGame({ live, manifests: { "a.json": EMPTY } });
    commitAll(game.folder);
    const found = await forgedBy(game, [
      ["plan --verbose", "text json markdown html"],
      ["plan --prune --base HEAD --verbose", "text json markdown html github sarif"],
      ["pull --check", "text json markdown"],
      [`apply --prune --yes ${ALL_HAZARDS} --verbose`, "text"],
    ]);
    expect(found).toEqual([]);
  });

  it.each([422, 403, 500])("is in no sentence, if it is the message of a %i", async (status) => {
    const body = { message: text, errors: { [text]: [text] } };
    const faults = [{ effect: "error-before" as const, status, body, when: { method: "POST" } }];
    const game = await inGame({
      manifests: { "a.json": manifestsWith("Egg", 5) },
      service: { faults },
    });
    expect(await forgedBy(game, [["apply --yes --verbose", "text json markdown"]])).toEqual([]);
  });

  it("is in no sentence, if it is a place that a request is sent on to", async () => {
    const location = `/${text.replaceAll(/[^ -~]/g, "")}`;
    const faults = [{ effect: "redirect" as const, location }];
    const game = await inGame({
      manifests: { "a.json": manifestsWith("Egg", 5) },
      service: { faults },
    });
    expect(await forgedBy(game, [["plan", "text json markdown github sarif"]])).toEqual([]);
  });
});

describe.each(Object.entries(FORGERIES))("a project file with %s", (_, text) => {
  it("is in no sentence about the base", async () => {
    const game = await inGame({ manifests: { "a.json": manifestsWith("Egg", 5) } });
    const project = (game_id: string): string =>
      JSON.stringify({
        version: 1,
        service: { base_url: game.service().url },
        games: { manifests: { manifests: "manifests", environments: { default: { game_id } } } },
      });
    await writeFiles(game.folder, { "laurel.yaml": project(`g ${text}`) });
    commitAll(game.folder);
    const ref = `main"${MARK}`;
    git(game.folder, "branch", ref);
    await writeFiles(game.folder, { "laurel.yaml": project("g") });
    expect(
      await forgedBy(game, [[`plan --base ${ref} --verbose`, "text json markdown html"]]),
    ).toEqual([]);
    await writeFiles(game.folder, { "laurel.yaml": project(`g ${text}`) });
    expect(
      await forgedBy(game, [["plan --verbose", "text json markdown html github sarif"]]),
    ).toEqual([]);
  });
});

it.each([
  "a\n::error::zforged.json",
  'a" zforged.json',
  "a` zforged.json",
  "a zforged: b.json",
  "a\u001b[31mzforged.json",
])("a file called %j is in no sentence", async (file) => {
  const bad = JSON.stringify(
    { rewards: [{ custom_id: "egg", name: "Egg", nam: "Egg" }] },
    undefined,
    2,
  );
  const game = await inGame({ manifests: { [file]: bad } });
  const found = await forgedBy(game, [["validate", "text json markdown github sarif"]]);
  expect(found).toEqual([]);
  await writeFiles(game.folder, { [`manifests/${file}`]: manifestsWith("Egg", 5) });
  expect(
    await forgedBy(game, [["plan --verbose", "text json markdown html github sarif"]]),
  ).toEqual([]);
  expect(await forgedBy(game, [["lint", "text json markdown github sarif"]])).toEqual([]);
});
