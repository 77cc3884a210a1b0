/** Every fault at every request of an apply, each run judged by what is on the service. */
import { describe, it } from "vitest";
import { FAULTS } from "./faults-at.ts";
import {
  CHANGING_GAME,
  CHANGING_LISTED_GAME,
  CHANGING_PLAIN_GAME,
  CHANGING_SILENT_GAME,
  EXAMPLE_GAME,
} from "./scenarios.ts";
import { openSuite, sampled } from "./suite.ts";
import { underFaults } from "./trial.ts";

/** Outside of a whole run, each fault is tried at every so manieth request. */
describe.each([
  [CHANGING_GAME, 4],
  [CHANGING_PLAIN_GAME, 8],
  [CHANGING_LISTED_GAME, 16],
  [CHANGING_SILENT_GAME, 16],
  [EXAMPLE_GAME, 150],
] as const)("an apply of $name", (scenario, step) => {
  const suite = openSuite("Fault matrix", scenario);

  it.each(FAULTS.map((fault, row) => [fault.name, fault, row] as const))(
    "ends whole or tells the truth with %s at any request",
    (name, fault, row) =>
      suite.tryAll(
        name,
        sampled(suite.stage().requests, step, row).map((index) => {
          return { name: `${name} at request ${index}`, trial: underFaults(fault.at(index)) };
        }),
      ),
  );
});
