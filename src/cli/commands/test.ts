/** `laurel test`: runs the scenarios of the chosen games. Needs no network. */
import { totalsOf } from "../../analysis/scenarios/test-game.ts";
import { renderTestJunit } from "../../view/junit.ts";
import { testDocument } from "../../view/scenarios.ts";
import { testGames } from "../../workflow/scenarios.ts";
import { type CommandContext, EXIT, exitCodeOf, type Flags, type Result } from "../command/command.ts";
import { output, texts, whichGame } from "../command/options.ts";

export const options = {
  filter: { ...texts, describe: "Only scenarios with this in their name or file; repeatable" },
  ...whichGame,
  ...output("text", "json", "markdown", "junit"),
} as const;
export const examples = [
  ["laurel test --filter streak --verbose", "Run some scenarios, and show everything that happens"],
  ["laurel test --out test.xml", "Write a JUnit report, in a pipeline"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const { games, diagnostics } = await testGames(flags, context);
  return {
    diagnostics,
    code: exitCodeOf(diagnostics, totalsOf(games).failed > 0 ? EXIT.failed : EXIT.done),
    json: (view) => ["test", { ...view.testMembers(games), diagnostics }],
    document: () => testDocument(games),
    forms: { junit: () => renderTestJunit(games, diagnostics) },
  };
}
