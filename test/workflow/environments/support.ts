/** A project with two environments of a game, live on services of their own or on the embedded one. */
import { join } from "node:path";
import {
  type CliOptions,
  type CliRun,
  runCli,
  scratchFolder,
  TOKEN,
  testService,
  writeFiles,
} from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { ServiceOptions } from "../../support/service/service.ts";

export const MANIFEST = `actions:
  - { custom_id: slay, name: Slay }
criteria:
  - custom_id: ten
    name: Ten
    custom_action_id: slay
    rule: gte:10
criteria_groups:
  - { custom_id: group, name: Group, criteria: [ten] }
rewards:
  - { custom_id: egg, name: Egg }
achievements:
  - { custom_id: slayer, name: Slayer, points: 50, custom_criteria_group_id: group, rewards: [egg] }
`;

export const TESTERS = "criteria:\n  - custom_id: ten\n    rule: gte:2\n";

const PROJECT = `version: 1
games:
  dungeon:
    manifests: game
    prune: true
    environments:
      testers: { embedded: true }
      production: { embedded: true }
`;

export interface TestProject {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  run(argv: readonly string[], more?: Partial<CliOptions>): Promise<CliRun>;
}

/** A project in a folder of its own. `files` by their path below it. */
export async function inProject(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const folder = await scratchFolder();
  const all = { "laurel.yaml": PROJECT, "game/game.yaml": MANIFEST, ...files };
  await writeFiles(folder, all);
  return {
    folder,
    write: (more) => writeFiles(folder, more),
    run: (argv, more = {}) => runCli(argv, { cwd: folder, ...more }),
  };
}

/** The same game on two services, each with a token of its own. */
export async function onTwoServices(
  contents: { readonly testers?: Contents; readonly production?: Contents },
  options: { readonly testers?: ServiceOptions; readonly production?: ServiceOptions } = {},
): Promise<{ project: TestProject; env: Record<string, string>; requests: { method: string }[] }> {
  const requests: { method: string }[] = [];
  const onRequest = (request: { method: string }): unknown => requests.push(request);
  const testers = await testService({ ...options.testers, onRequest });
  const production = await testService({ token: `${TOKEN}-other`, ...options.production, onRequest });
  await testers.seed("t-1", contents.testers ?? {});
  await production.seed("p-1", contents.production ?? {});
  const project = await inProject({
    "laurel.yaml": `version: 1
games:
  dungeon:
    manifests: game
    prune: true
    environments:
      testers: { game_id: t-1, service: { base_url: "${testers.url}", token_env: LAUREL_TESTERS_TOKEN } }
      production: { game_id: p-1, service: { base_url: "${production.url}", token_env: LAUREL_PRODUCTION_TOKEN } }
`,
  });
  const env = { LAUREL_TESTERS_TOKEN: TOKEN, LAUREL_PRODUCTION_TOKEN: `${TOKEN}-other` };
  return { project, env, requests };
}

export function inFolder(project: TestProject, file: string): string {
  return join(project.folder, file);
}
