/** A project with two environments on one service, and what its commands print. */
import { join } from "node:path";
import { beforeEach, expect, onTestFinished } from "vitest";
import * as laurel from "../../src/library.ts";
import { scratchFolder, testService, writeFiles } from "../support/cli.ts";
import type { TestService } from "../support/service/service.ts";

export const GAME = `actions: [{ custom_id: jump, name: Jump }, { custom_id: nap, name: Nap }]
criteria: [{ custom_id: jumps, name: Jumps, custom_action_id: jump, rule: "gte:10" }]
criteria_groups: [{ custom_id: jumper, name: Jumper, criteria: [jumps] }]
rewards: [{ custom_id: boots, name: Boots }]
achievements:
  - { custom_id: jumper, name: Jumper, description: Jump ten times, points: 30, custom_criteria_group_id: jumper, rewards: [boots] }
`;
const SCENARIOS = `scenarios:
  - name: Ten jumps
    steps: [{ do: jump, times: 10 }]
    expect: { earned: [jumper] }
`;
export const PROJECT = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}" }
lint:
  rules: { unused-action: error }
  budget: { max_points: 20 }
games:
  garden:
    manifests: game
    actions: { jump: { amount: measure, effort: 0.5 } }
    environments:
      staging: { game_id: garden-staging, prune: true, allow: [deletes-player-data] }
      production: { game_id: garden }
`;

/** Of the test that runs. */
export interface TestProject {
  folder: string;
  service: TestService;
  env: Readonly<Record<string, string>>;
}

export const project = {} as TestProject;

beforeEach(async () => {
  const [folder, service] = [await scratchFolder(), await testService()];
  const env = { LAUREL_BASE_URL: service.url, LAUREL_API_TOKEN: service.token };
  Object.assign(project, { folder, service, env });
  await writeFiles(folder, {
    "laurel.yaml": PROJECT,
    "game/game.yaml": GAME,
    "game/overrides/staging.yaml": "criteria: [{ custom_id: jumps, rule: gte:2 }]\n",
    "game/jumps.test.yaml": SCENARIOS,
  });
});

export async function load(environment?: string): Promise<laurel.Game> {
  const options = environment === undefined ? {} : { environment };
  const { value, diagnostics } = await laurel.loadProject(join(project.folder, "laurel.yaml"), options);
  expect(diagnostics).toEqual([]);
  return (value as readonly laurel.Game[])[0] as laurel.Game;
}

export async function open(game: laurel.Game): Promise<laurel.Connection> {
  const { value, diagnostics } = await laurel.connectGame(game, { variables: project.env });
  expect(diagnostics).toEqual([]);
  const connection = value as laurel.Connection;
  onTestFinished(() => connection.close());
  return connection;
}

export async function planned(game: laurel.Game, connection: laurel.Connection) {
  const live = (await laurel.readLive(connection, game)).value as laurel.LiveGame;
  return { live, plan: laurel.plan(connection, game, live).value as laurel.Plan };
}
