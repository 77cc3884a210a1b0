/**
 * Two applies at one game. The second runs whole between two requests of the first, at every such
 * place.
 */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "vitest";
import { GAME_ID, runCli, scratchFolder, TOKEN } from "../../support/cli.ts";
import type { TestService } from "../../support/service/service.ts";
import {
  CHANGING_GAME,
  EXAMPLE_GAME,
  PROJECTS,
  RIVAL_GAME,
  type Scenario,
} from "../faults/scenarios.ts";
import { type Ordeal, type Stage, sampled, stageFor, tryAll, verdictOn } from "../faults/trial.ts";
import { difference, type RunEnd, stateOf } from "../faults/truth.ts";
import { complaintsAboutEnd } from "./ends.ts";

/** Applies in a folder, with the result as JSON. */
function applied(cwd: string, { flags }: Scenario, { url }: TestService): Promise<RunEnd> {
  const argv = ["apply", "--yes", "--format", "json", "--project", PROJECTS.calm, ...flags];
  return runCli(argv, { cwd, env: { LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: url } });
}

/** The second of the applies comes before the request of that number of the first. */
const meeting = (second: Scenario, index: number): Ordeal => ({
  name: `at request ${index}`,
  trial: async (stage: Stage) => {
    const mine = await scratchFolder();
    const other = await scratchFolder();
    for (const folder of [mine, other]) await cp(stage.folder, folder, { recursive: true });
    await second.write(join(other, "manifests"));
    const problems: string[] = [];
    const judge = (end: RunEnd, service: TestService): void => {
      problems.push(...complaintsAboutEnd(end), ...stage.damage(service));
      const unmet = difference(stage.state, stateOf(service.contents(GAME_ID)));
      if (end.exit === 0 && second === stage.scenario && unmet !== "")
        problems.push(`another game: ${unmet}`);
    };
    let running: TestService | undefined;
    const door = async (number: number, carryOut: () => Promise<Response>): Promise<Response> => {
      if (number === index && running !== undefined)
        judge(await applied(other, second, running), running);
      return carryOut();
    };
    return stage.on({ door }, async (service) => {
      running = service;
      const end = await applied(mine, stage.scenario, service);
      judge(end, service);
      // Another one was at work: of what was told, only a success can be held against the game.
      const left = service.snapshot();
      const repaired = end.exit === 0 ? await stage.repaired(left) : [];
      return verdictOn(stage, end, [...problems, ...repaired], left);
    });
  },
});

/** `every`: they meet at every so manieth request. */
describe.each([
  { first: CHANGING_GAME, second: CHANGING_GAME, every: 7 },
  { first: EXAMPLE_GAME, second: EXAMPLE_GAME, every: 160 },
  { first: CHANGING_GAME, second: RIVAL_GAME, every: 7 },
])("applies of $first.name and of $second.name", ({ first, second, every }) => {
  // One request at a time, so that each place is one and the same.
  const stage = stageFor(first, { concurrency: 1 });

  it("come to one game wherever they meet, without a duplicate, or say why not; running again makes either", () =>
    tryAll(
      stage(),
      sampled(stage().requests, every, 0).map((index) => meeting(second, index)),
    ));
});
