/**
 * `laurel validate`: checks the project file, and the manifests and scenarios of the chosen games.
 * Needs no network.
 */
import { validateView } from "../../view/lint/view.ts";
import { maskLoaded } from "../../view/mask/mask.ts";
import { loadGames } from "../../workflow/load-games.ts";
import { type CommandContext, defineCommand, type Flags, type Result } from "../command/command.ts";
import { ofGames } from "../command/options.ts";

const options = {
  ...ofGames("text", "json", "markdown", "github", "sarif"),
} as const;
const examples = [
  ["laurel validate", "Check all games of the project"],
  ["laurel validate --out laurel.sarif", "Write a file for code scanning, too"],
] as const;

export const definition = defineCommand({ options, examples, run });

async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const loaded = await loadGames(flags, context);
  const hasScenarios = loaded.games.some(({ sources }) => sources.scenarios.length > 0);
  const checked = hasScenarios
    ? await (await import("../../workflow/scenarios.ts")).checkScenarios(loaded)
    : loaded;
  const valid = checked.games.map(({ choice, size, overridden }) => {
    return { game: choice.game, resources: size, overridden };
  });
  const { general, byGame } = checked;
  return { view: validateView({ general, byGame, valid }, maskLoaded(checked, flags)) };
}
