/** `laurel test`: plays the scenarios of the chosen games. Needs no network. */
import { totalsOf } from "../../analysis/scenarios/test-game.ts";
import { renderTestJson } from "../../view/scenarios/test-json.ts";
import { renderTestJunit } from "../../view/scenarios/test-junit.ts";
import { renderTestText } from "../../view/scenarios/test-text.ts";
import { type TestResult, testGames } from "../../workflow/scenarios.ts";
import type { Flags } from "../command/command.ts";
import { EXIT, type ExitCode } from "../command/exit-codes.ts";
import { FORMATS } from "../command/formats.ts";
import { output, texts, whichGame } from "../command/options.ts";
import { type Forms, printResult } from "../output/outputs.ts";
import type { CommandContext } from "../terminal/reporter.ts";

export const options = {
  ...whichGame,
  filter: { ...texts, describe: "Only scenarios with this in their name or file; repeatable" },
  ...output(FORMATS.test),
} as const;

export const examples = [
  ["laurel test", "Run all scenarios below the manifests"],
  ["laurel test --filter streak --verbose", "Run some of them, and show everything that happens"],
  ["laurel test --out test.xml", "Write a JUnit report, in a pipeline"],
] as const;

const FORMS: Forms<"test", TestResult> = {
  text: ({ games, isSeveral }, view) => renderTestText(games, { ...view, isSeveral }),
  json: ({ games, diagnostics }) => renderTestJson(games, diagnostics),
  junit: ({ games, diagnostics }) => renderTestJunit(games, diagnostics),
};

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  let failed = 0;
  const make = async () => {
    const result = await testGames(flags, context);
    failed = totalsOf(result.games).failed;
    return result;
  };
  const code = await printResult("test", { flags, context, forms: FORMS, make });
  return code === EXIT.done && failed > 0 ? EXIT.failed : code;
}
