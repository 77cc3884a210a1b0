/** `laurel test`: runs the scenarios of the chosen games. Needs no network. */
import { totalsOf } from "../../analysis/scenarios/test-game.ts";
import { NO_SECRETS } from "../../analysis/secrets.ts";
import { concealAll, concealTests } from "../../view/concealment.ts";
import { testDocument } from "../../view/test/document.ts";
import { testJson } from "../../view/test/json.ts";
import { renderTestJunit } from "../../view/test/junit.ts";
import { testGames } from "../../workflow/scenarios.ts";
import {
  type CommandContext,
  EXIT,
  exitCodeOf,
  type Flags,
  type Result,
} from "../command/command.ts";
import { ofGames, texts } from "../command/options.ts";

export const options = {
  filter: { ...texts, describe: "Only scenarios with this in their name or file; repeatable" },
  ...ofGames("text", "json", "markdown", "junit"),
} as const;
export const examples = [
  ["laurel test --filter streak --verbose", "Run some scenarios, and show everything that happens"],
  ["laurel test --out test.xml", "Write a JUnit report, in a pipeline"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const { revealSecrets = false } = flags;
  const tested = await testGames(flags, context);
  const secrets = new Map(
    tested.games.map(({ game, secrets }) => [game, revealSecrets ? NO_SECRETS : secrets]),
  );
  const secretsIn = (game: string) => secrets.get(game) ?? NO_SECRETS;
  // A job's log and a test report reach as many people as a comment does.
  const games = tested.games.map((game) => concealTests(game, secretsIn(game.game)));
  const ofGame = [...tested.byGame].flatMap(([game, problems]) =>
    concealAll(problems, secretsIn(game)),
  );
  const diagnostics = [...tested.general, ...ofGame];
  return {
    diagnostics,
    code: exitCodeOf(diagnostics, totalsOf(games).failed > 0 ? EXIT.failed : EXIT.done),
    json: () => testJson(games, diagnostics),
    document: () => testDocument(games),
    problemsForPages: () => [
      ...(revealSecrets ? tested.general : concealAll(tested.general)),
      ...ofGame,
    ],
    forms: { junit: () => renderTestJunit(games, diagnostics) },
  };
}
