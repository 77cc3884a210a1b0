/** `laurel test`: runs the scenarios of the chosen games. Needs no network. */
import { totalsOf } from "../../analysis/scenarios/test-game.ts";
import { makeMask } from "../../view/mask/mask.ts";
import { testView } from "../../view/test/view.ts";
import { testGames } from "../../workflow/scenarios.ts";
import {
  type CommandContext,
  defineCommand,
  EXIT,
  exitCodeOf,
  type Flags,
  type Result,
} from "../command/command.ts";
import { ofGames, texts } from "../command/options.ts";

const options = {
  filter: { ...texts, describe: "Only scenarios with this in their name or file; repeatable" },
  ...ofGames("text", "json", "markdown", "junit"),
} as const;
const examples = [
  ["laurel test --filter streak --verbose", "Run some scenarios, and show everything that happens"],
  ["laurel test --out test.xml", "Write a JUnit report, in a pipeline"],
] as const;

export const definition = defineCommand({ options, examples, run });

async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const tested = await testGames(flags, context);
  const view = testView(tested, makeMask(tested.byGame, flags));
  const { failed } = totalsOf(tested.games);
  return { view, code: exitCodeOf(view.problems.all, failed > 0 ? EXIT.failed : EXIT.done) };
}
