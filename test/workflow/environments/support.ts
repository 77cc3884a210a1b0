/** A project with two environments of a game, each on the embedded service. */
import { join } from "node:path";
import { type CliOptions, type CliRun, runCli, scratchFolder, writeFiles } from "../../support/cli.ts";

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

export function inFolder(project: TestProject, file: string): string {
  return join(project.folder, file);
}
