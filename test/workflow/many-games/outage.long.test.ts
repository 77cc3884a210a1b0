/** Many games on a service that goes in the middle of a run. What is then on it: `faults`; when it is given up: `test/api`. */
import { expect, it } from "vitest";
import { movingClock, runCli, testService } from "../../support/cli.ts";
import { printedCommands } from "../../support/printed-commands.ts";
import { ENV, gameNames, manyGames } from "./games.ts";

it.each([
  ["planned", 90, ["plan"]],
  ["applied", 300, ["apply", "--yes"]],
])(
  "200 games whose service goes while they are %s: the run ends in time, and says how to go on",
  async (_, from, argv) => {
    const clock = movingClock();
    let seen = 0;
    const service = await testService({
      faults: [{ effect: "drop-before", when: { from } }],
      onRequest: () => {
        seen += 1;
      },
    });
    const cwd = await manyGames({ names: gameNames(200), url: service.url });
    const begun = clock.now();
    const run = await runCli(argv, { cwd, env: ENV, clock });
    expect(run.exit, run.stderr.slice(-1000)).toBe(1);
    expect((clock.now() - begun) / 1000).toBeLessThanOrEqual(62);
    expect(seen).toBeLessThan(from + 60);
    if (argv[0] === "apply") expect(printedCommands(`${run.stdout}\n${run.stderr}`)[0]).toEqual(argv);
  },
);
