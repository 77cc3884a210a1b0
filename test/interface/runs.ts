/** Runs of laurel against literal services, which many facts share. */
import type { LiteralRequest, LiteralState } from "../support/literal/service.ts";
import type { Members } from "../support/literal/values.ts";
import type { Variant } from "../support/literal/variant.ts";
import { type CliRun, TOKEN } from "../support/run-cli.ts";
import { type LiteralGame, type LiteralOptions, openLiteralGame } from "./literal-game.ts";
import { ALLOWED, CREATED, UPDATED } from "./whole-game.ts";

/** A command, with what it requested and what the service had then. */
export interface Phase {
  readonly run: CliRun;
  readonly requests: readonly LiteralRequest[];
  readonly state: LiteralState;
}

/**
 * The phases of the whole game on the most literal service, and of a few games on services of their
 * own.
 */
export interface Runs {
  readonly created: Phase;
  readonly planned: Phase;
  /** A plan after somebody else has changed an action. */
  readonly drifted: Phase;
  readonly updated: Phase;
  readonly emptied: Phase;
  /** Creations whose answers are lost, so that each resource is read back by its own path. */
  readonly readBack: Phase;
  readonly rankings: Phase;
  readonly playerRankings: Phase;
  /** A plan of a game with an unusual id, on a service below a path. */
  readonly elsewhere: Phase;
}

const EMPTY = ["actions", "criteria", "criteria_groups", "rewards", "achievements", "leaderboards"]
  .map((plural) => `${plural}: []\n`)
  .join("");

/** Every request and output of the runs in this file. */
export const seen: { readonly requests: LiteralRequest[]; readonly outputs: string[] } = {
  requests: [],
  outputs: [],
};

async function phase(game: LiteralGame, ...argv: readonly string[]): Promise<Phase> {
  game.service.forget();
  const run = await game.run(...argv);
  const requests = [...game.service.requests];
  seen.requests.push(...requests);
  seen.outputs.push(run.stdout, run.stderr);
  return { run, requests, state: game.service.state() };
}

/**
 * Changes a resource in the admin panel, if laurel has created it: otherwise the facts fail one by
 * one.
 */
function change({ service }: LiteralGame, path: string, members: Members): void {
  if (service.state()[path] !== undefined) service.edit(path, members);
}

export async function runAll(): Promise<Runs> {
  const game = await openLiteralGame();
  await game.write(CREATED);
  const created = await phase(game, "apply", "--yes", "--format", "json");
  const planned = await phase(game, "plan", "--detailed-exitcode");
  change(game, "actions/fight", {
    name: "Other",
    description: "Other.",
    custom_data: { icon: "fist.png", big: 13 },
  });
  change(game, "actions/slay", { custom_id: "slay-2", name: "Slay 2" });
  const drifted = await phase(game, "plan", "--format", "json");
  change(game, "actions/fight", {
    name: "Fight",
    description: "A fight.",
    custom_data: { icon: "fist.png", big: 12 },
  });
  change(game, "actions/slay-2", { ...created.state["actions/slay"] });
  await game.write(UPDATED);
  const updated = await phase(
    game,
    "apply",
    "--yes",
    "--format",
    "json",
    "--allow",
    "breaks-clients",
  );
  const rankings = await phase(game, "rankings", "races", "--query", "time_span=daily");
  const playerRankings = await phase(
    game,
    "rankings",
    "races",
    "--player",
    "ada l/1",
    "--format",
    "json",
  );
  await game.write(EMPTY);
  const emptied = await phase(game, "apply", "--yes", "--prune", "--format", "json", ...ALLOWED);
  await game.close();
  const page = { status: 200, body: "page" } as const;
  const readBack = await once(["apply", "--yes", "--format", "json"], {
    variant: { create: page },
  });
  const elsewhere = await once(["plan"], { gameId: "my game/1", base: "/api" });
  return {
    created,
    planned,
    drifted,
    updated,
    emptied,
    readBack,
    rankings,
    playerRankings,
    elsewhere,
  };
}

/** Runs one command in a game of its own. */
export async function once(
  argv: readonly string[],
  options: LiteralOptions,
  manifest = CREATED,
): Promise<Phase> {
  const game = await openLiteralGame(options);
  await game.write(manifest);
  const result = await phase(game, ...argv);
  await game.close();
  return result;
}

/** Whether a game is created and planned without a difference, and what was not verified. */
export interface Reading {
  readonly exits: readonly [apply: number, plan: number];
  readonly state: LiteralState;
  readonly unseen: Readonly<Record<string, readonly string[]>>;
  readonly requests: readonly LiteralRequest[];
  readonly errors: string;
}

const readings = new Map<string, Promise<Reading>>();

/** Creates the whole game on a variant, once for each variant. */
export function on(variant: Partial<Variant>, settings = ""): Promise<Reading> {
  const key = JSON.stringify([variant, settings]);
  const known = readings.get(key) ?? createOn({ variant, settings });
  readings.set(key, known);
  return known;
}

async function createOn(options: LiteralOptions): Promise<Reading> {
  const game = await openLiteralGame(options);
  await game.write(CREATED);
  const applied = await phase(game, "apply", "--yes", "--format", "json");
  const planned = await phase(game, "plan", "--detailed-exitcode");
  await game.close();
  const [result] = JSON.parse(applied.run.stdout).results;
  const unseen: readonly { readonly address: string; readonly fields: readonly string[] }[] =
    result.not_verified;
  return {
    exits: [applied.run.exit, planned.run.exit],
    state: applied.state,
    unseen: Object.fromEntries(unseen.map(({ address, fields }) => [address, fields])),
    requests: applied.requests,
    errors: applied.run.stderr + applied.run.stdout,
  };
}

export { TOKEN };
