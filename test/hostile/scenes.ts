/** Every place where text from outside comes in, with every command and form that could show it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../src/ground/json.ts";
import { HAZARDS } from "../../src/model/model.ts";
import { scripted } from "../api/support/game-client.ts";
import type { Received, Reply } from "../api/support/scripted-server.ts";
import {
  type CliOptions,
  type CliRun,
  inGame,
  runCli,
  scratchFolder,
  TOKEN,
  writeFiles,
  writeProject,
} from "../support/cli.ts";
import type { Contents } from "../support/service/panel.ts";

const REVIEW = ["text", "json", "markdown", "html", "github", "sarif"] as const;
export type Form = (typeof REVIEW)[number] | "file";

/** Of terminals. */
export const COLUMNS = 80;

/** A run that is still to come, and the form of what it prints. */
export interface Shown {
  readonly line: string;
  readonly form: Form;
  readonly run: () => Promise<CliRun>;
}

export type Scene = (text: string) => AsyncGenerator<Shown>;

type Run = (argv: readonly string[], options?: Partial<CliOptions>) => Promise<CliRun>;

const CONSENT = ["--prune", ...HAZARDS.flatMap((name) => ["--allow", name])];

/**
 * The run in these forms: text on a terminal, everything else as a runner of pipelines gets it,
 * with a log beside it.
 */
function* shown(
  run: Run,
  argv: readonly string[],
  forms: readonly Form[],
  more: Partial<CliOptions> = {},
): Generator<Shown> {
  for (const form of forms) {
    const words = form === "text" || form === "file" ? argv : [...argv, "--format", form];
    const line = words.map((word) => word.slice(0, 40)).join(" ");
    const terminal = {
      isTerminal: true,
      columns: COLUMNS,
      env: { LAUREL_API_TOKEN: TOKEN, FORCE_COLOR: "1" },
      ...more,
    };
    const runner = { ...more, env: { LAUREL_API_TOKEN: TOKEN, GITHUB_ACTIONS: "true" } };
    yield { line, form, run: () => run(words, form === "text" ? terminal : runner) };
  }
}

/** A game with everything in it, to which the texts can be put. */
const MANIFEST = `actions:
  - { custom_id: slay, name: Slay, reactions: [cheer] }
  - { custom_id: cheer, name: Cheer }
criteria:
  - { custom_id: ten, name: Ten, custom_action_id: slay, rule: "gte:10", conditions: { groups: [ { conditions: ["dayOfMonth:last"] } ] } }
criteria_groups:
  - { custom_id: group, name: Group, criteria: [ten] }
rewards:
  - { custom_id: egg, name: Egg, custom_data: { icon: egg.png } }
achievements:
  - { custom_id: hero, name: Hero, points: 5, custom_criteria_group_id: group, rewards: [egg] }
leaderboards:
  - { custom_id: renown, name: Renown }
`;

const LONGEST_ID = 500;
const LONGEST_NAME = 250;

/**
 * The same game with the text in each field that holds text, and one more resource of each kind
 * with it in its id.
 */
function liveWith(text: string): Contents {
  const texts = { name: text, description: text };
  const data = { custom_data: { [text]: text, list: [text, { a: text }] } };
  // No path holds a longer id.
  const other = { custom_id: `${text.slice(0, LONGEST_ID)}2`, name: `${text}2`, description: text };
  const pattern = { rule: text, streak: text, type: text };
  return {
    actions: [
      { custom_id: "slay", ...texts, ...data, reactions: [other.custom_id] },
      { ...other, ...data },
    ],
    criteria: [
      {
        custom_id: "ten",
        ...texts,
        custom_action_id: other.custom_id,
        ...pattern,
        conditions: { [text]: text },
      },
      { ...other, custom_action_id: other.custom_id, ...pattern },
    ],
    criteria_groups: [
      {
        custom_id: "group",
        ...texts,
        operator: text,
        criteria: [other.custom_id],
        criteria_groups: [other.custom_id],
      },
      { ...other, operator: text },
    ],
    rewards: [
      { custom_id: "egg", ...texts, ...data },
      { ...other, ...data },
    ],
    achievements: [
      {
        custom_id: "hero",
        ...texts,
        ...data,
        custom_criteria_group_id: other.custom_id,
        rewards: [other.custom_id],
      },
      { ...other, ...data, is_secret: true },
    ],
    leaderboards: [
      { custom_id: "renown", ...texts, ...data, custom_session_id: text, ordering: text },
      { ...other, type: "session", custom_session_id: text },
    ],
  };
}

/** Texts of the live game: in plans and in applies. */
async function* fromLive(text: string): AsyncGenerator<Shown> {
  const game = await inGame({ manifests: { "game.yaml": MANIFEST }, live: liveWith(text) });
  yield* shown(game.run, ["plan"], REVIEW);
  yield* shown(game.run, ["plan", "--prune"], REVIEW);
  yield* shown(game.run, ["plan", ...CONSENT, "--verbose", "--reveal-secrets"], REVIEW);
  yield* shown(game.run, ["apply", ...CONSENT], ["text"], { answers: ["no"] });
}

/** An apply changes what is live, so each has a game of its own. */
async function* applied(text: string): AsyncGenerator<Shown> {
  const there: Run = async (argv, more) => {
    const game = await inGame({ manifests: { "game.yaml": MANIFEST }, live: liveWith(text) });
    return game.run([...argv, "--yes", ...CONSENT, "--verbose"], more);
  };
  yield* shown(there, ["apply"], ["text", "json", "markdown"]);
}

/** Texts of the live game in new manifests: with ids that can be written, or with none. */
async function* exported(text: string): AsyncGenerator<Shown> {
  const { rewards = [] } = liveWith(text);
  for (const live of [liveWith(text), { rewards: rewards.slice(0, 1) }]) {
    const game = await inGame({ live });
    const run: Run = async (argv, more) => {
      const cwd = await scratchFolder();
      await writeProject(cwd, { manifests: "made", base_url: game.service().url });
      return runCli(argv, { cwd, env: game.env, ...more });
    };
    yield* shown(run, ["init", "--from-live"], ["text"]);
  }
}

/** Texts of manifests: where they may stand, and where they are mistakes. */
async function* fromManifests(text: string): AsyncGenerator<Shown> {
  const quoted = JSON.stringify(text);
  // As much of it as a name, a description and data may hold.
  const first = text.slice(0, LONGEST_NAME);
  const last = text.slice(-LONGEST_NAME);
  const valid = {
    custom_id: "egg",
    name: first,
    description: last,
    custom_data: { [text.slice(0, 60)]: text.slice(60, 120) },
  };
  const files: readonly Readonly<Record<string, string>>[] = [
    { "game.yaml": `rewards:\n  - ${JSON.stringify(valid)}\n` },
    {
      "game.yaml": `rewards:
  - { custom_id: ${quoted}, name: Egg }
  - { custom_id: a, name: Same }
  - { custom_id: b, name: Same, ${quoted}: 1 }
  - { custom_id: c, name: ${quoted} }
  - { custom_id: c, name: ${quoted} }
  - { custom_id: d, name: [${quoted}] }
criteria:
  - { custom_id: e, name: E, custom_action_id: ${quoted}, rule: ${quoted}, type: ${quoted} }
achievements:
  - { custom_id: f, name: F, points: ${quoted}, rewards: [${quoted}] }
moved:
  - { kind: reward, from: ${quoted}, to: ${quoted} }
removed:
  - { kind: ${quoted}, custom_id: x, reason: ${quoted} }
${quoted}: []
`,
    },
    {
      "game.yaml": `# ${text}\nrewards:\n  - { custom_id: egg, name: ${text} ${quoted} }\n`,
      "other.json": `{"rewards": [{"${text}": }]}`,
    },
    { "game.yaml": `rewards:\n  - { custom_id: egg, name: Egg, nmae: 1 } # ${text}\n` },
  ];
  for (const [index, manifests] of files.entries()) {
    const game = await inGame({ manifests });
    yield* shown(game.run, ["validate"], ["text", "json", "markdown", "github", "sarif"]);
    yield* shown(game.run, ["plan"], REVIEW);
    if (index === 0) yield* shown(game.run, ["apply", "--yes", "--verbose"], ["text"]);
  }
}

/** The service's own words, wherever it has some. */
function answersWith(text: string): readonly ((received: Received) => Reply)[] {
  const header = text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, "").slice(0, 4000);
  const words = { message: text, errors: { [text]: [text, text], name: text } };
  const isList = ({ method, path }: Received): boolean =>
    method === "GET" && !/rankings|reactions|rewards\//.test(path);
  const empty = {
    body: { data: [], meta: { current_page: 1, last_page: 1, per_page: 100, total: 0 } },
  };
  return [
    (received) => (isList(received) ? empty : { status: 422, body: words }),
    () => ({ status: 403, body: words, headers: { "x-request-id": header } }),
    () => ({
      status: 502,
      body: `<html><head><title>${text}</title><script>${text}</script></head><body>${text}</body></html>`,
    }),
    () => ({ status: 302, headers: { location: `https://evil.example/${header}` } }),
    () => ({ status: 400, body: text }),
    () => ({ status: 429, body: words, headers: { "retry-after": header } }),
    () => ({
      body: {
        data: [{ custom_id: text, name: { a: text }, points: text }],
        meta: { [text]: text, last_page: text },
      },
    }),
    () => ({ body: text }),
    () => ({ body: { data: { [text]: text }, message: text } }),
    () => ({ status: 200, headers: { "content-type": header }, body: [text] }),
  ];
}

/** The others say the same in the same places. */
const ANSWERS_IN_EVERY_FORM = 3;

/** Texts of errors, headers and answers that are none. */
async function* fromErrors(text: string): AsyncGenerator<Shown> {
  for (const [index, answer] of answersWith(text).entries()) {
    const server = await scripted(answer);
    const cwd = await scratchFolder();
    await writeFiles(join(cwd, "game"), {
      "a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
    });
    await writeProject(cwd, { manifests: "game", base_url: server.url });
    const run: Run = (argv, more) =>
      runCli(argv, { cwd, env: { LAUREL_API_TOKEN: TOKEN }, ...more });
    yield* shown(
      run,
      ["plan", "--verbose"],
      index < ANSWERS_IN_EVERY_FORM ? REVIEW : ["text", "json", "markdown"],
    );
    if (index < ANSWERS_IN_EVERY_FORM)
      yield* shown(run, ["apply", "--yes", "--verbose"], ["text", "json", "markdown"]);
    yield* shown(run, ["rankings", "renown"], ["text"]);
    yield* shown(run, ["init", "--from-live"], ["text"]);
    await server.close();
  }
}

/** Names that players gave themselves. */
async function* fromPlayers(text: string): AsyncGenerator<Shown> {
  const row = (rank: number): JsonObject => ({
    time_span: text,
    score: 10 - rank,
    rank,
    custom_player_id: `${text}${rank}`,
  });
  const server = await scripted(() => ({
    body: { data: [row(0), row(1)], meta: { last_page: 1 } },
  }));
  const cwd = await scratchFolder();
  await writeProject(cwd, { manifests: "game", base_url: server.url });
  const run: Run = (argv, more) => runCli(argv, { cwd, env: { LAUREL_API_TOKEN: TOKEN }, ...more });
  yield* shown(run, ["rankings", "renown"], ["text", "json"]);
}

/** Names of files, branches and whatever else a pipeline puts into a command line. */
async function* fromNames(text: string): AsyncGenerator<Shown> {
  const name = text.replaceAll(/[/\\\0\p{Surrogate}]/gu, "_").slice(0, 60);
  const word = text.replaceAll(/[\0\p{Surrogate}]/gu, "_").slice(0, 20_000);
  const game = await inGame({
    manifests: { [`${name}.yaml`]: "rewards: [ { custom_id: egg, nmae: x } ]\n" },
  });
  yield* shown(game.run, ["validate"], ["text", "json", "markdown", "github", "sarif"]);
  await game.write({ [`${name}.yaml`]: "rewards: [ { custom_id: egg, name: x } ]\n" });
  yield* shown(game.run, ["plan", "--out", `${name}.json`], ["text"]);
  const lines: readonly (readonly string[])[] = [
    [word],
    ["plan", word],
    ["plan", `--${word}`],
    ["plan", "--format", word],
    ["plan", "--target", word],
    ["plan", "--base", word],
    ["rankings", word],
    ["rankings", "x", "--player", word],
    ["init", word.slice(0, 60), "--yes", "--game", word],
    ["schema", word],
    ["completion", word],
  ];
  for (const line of lines) yield* shown(game.run, line, ["text", "file"]);
  await writeFile(
    join(game.folder, "laurel.yaml"),
    `version: 1\ngames:\n  ${JSON.stringify(text)}: { manifests: ${JSON.stringify(text)} }\n`,
  );
  yield* shown(game.run, ["validate"], ["text"]);
}

export const SCENES: Readonly<Record<string, Scene>> = {
  "the live game": fromLive,
  "the live game, applied": applied,
  "the live game, exported": exported,
  manifests: fromManifests,
  "the service's errors": fromErrors,
  players: fromPlayers,
  "names and command lines": fromNames,
};
