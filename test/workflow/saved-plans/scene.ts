/** A game with something to create, to update and to delete, and a plan of it in a file. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Contents } from "../../../src/emulator/panel.ts";
import { sha256 } from "../../../src/files/hash.ts";
import type { HazardName, Plan, Step } from "../../../src/model/model.ts";
import { withSeal } from "../../../src/plan/plan-file.ts";
import { type CliOptions, type CliRun, type GameOptions, inGame, runCli, type TestGame } from "../../support/cli.ts";

export const LIVE: Contents = {
  actions: [{ custom_id: "slay", name: "Slay", description: "Old" }],
  criteria: [{ custom_id: "ten", name: "Ten", custom_action_id: "slay", rule: "gte:10" }],
  criteria_groups: [
    { custom_id: "slayers", name: "Slayers", criteria: ["ten"] },
    { custom_id: "left-over", name: "Left over" },
  ],
  rewards: [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "shell", name: "Shell" },
  ],
  achievements: [
    { custom_id: "slayer", name: "Slayer", points: 10, custom_criteria_group_id: "slayers", rewards: ["shell"] },
  ],
};

/** Updates an action and an achievement, attaches and detaches a reward, makes a reward and deletes a group. */
export const MANIFESTS: Readonly<Record<string, string>> = {
  "game.yaml": `actions:
  - { custom_id: slay, name: Slay, description: New }
criteria:
  - { custom_id: ten, name: Ten, custom_action_id: slay, rule: gte:10 }
criteria_groups:
  - { custom_id: slayers, name: Slayers, criteria: [ten] }
rewards:
  - { custom_id: egg, name: Egg }
  - { custom_id: shell, name: Shell }
  - { custom_id: crown, name: Crown }
achievements:
  - { custom_id: slayer, name: Slayer, points: 50, custom_criteria_group_id: slayers, rewards: [egg] }
`,
};

export const PLAN_FILE = "plan.json";

export interface PlanDocument {
  format: number;
  plans: (Plan & { allowed: HazardName[]; steps: Step[] })[];
  games: { game: string; environment?: string; outcome: string }[];
  diagnostics: { code: string; severity: string }[];
  seal: string;
}

export interface Scene extends TestGame {
  /** Saves a plan and gives back what was printed. */
  save(...flags: readonly string[]): Promise<CliRun>;
  /** Applies the saved plan with nothing but the token. */
  apply(flags?: readonly string[], options?: Partial<CliOptions>): Promise<CliRun>;
  document(): Promise<PlanDocument>;
  /** Writes the document after a change by hand. */
  edit(change: (document: PlanDocument) => void): Promise<void>;
  /** The same with a seal that matches, as by a forger. */
  forge(change: (document: PlanDocument) => void): Promise<void>;
}

export async function scene(options: GameOptions = {}): Promise<Scene> {
  const game = await inGame({ live: LIVE, manifests: MANIFESTS, ...options });
  const file = join(game.folder, PLAN_FILE);
  const document = async (): Promise<PlanDocument> => JSON.parse(await readFile(file, "utf8"));
  // Its getter would be read once only by a spread.
  const own = {
    save: (...flags: readonly string[]) => game.run(["plan", "--prune", "--out", PLAN_FILE, ...flags]),
    apply: (flags: readonly string[] = [], more: Partial<CliOptions> = {}) =>
      runCli(["apply", PLAN_FILE, "--yes", ...flags], { cwd: game.folder, env: game.env, ...more }),
    document,
    edit: async (change: (document: PlanDocument) => void) => {
      const edited = await document();
      change(edited);
      await writeFile(file, JSON.stringify(edited));
    },
    forge: (change: (document: PlanDocument) => void) =>
      own.edit((edited) => {
        change(edited);
        Object.assign(edited, withSeal(edited, sha256));
      }),
  };
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(game)) as Scene;
}

/** The same with a plan that was saved. */
export async function savedScene(options: GameOptions = {}): Promise<Scene> {
  const game = await scene(options);
  await game.save();
  return game;
}

/** The output without line breaks, which depend on the width. */
export function flat({ stdout, stderr }: CliRun): string {
  return `${stdout} ${stderr}`.replace(/\s+/g, " ");
}
