/** The judge of exchanged ids complains about planners that make mistakes. */
import { expect, it } from "vitest";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import type { Step } from "../../../src/model/model.ts";
import { judge, type Planner, planned } from "./judge.ts";
import type { Recipe } from "./recipes.ts";

const RECIPE: Recipe = {
  game: "rewards of achievements",
  ids: [1, 0, 3],
  names: [1, 0, 2],
  texts: "follow",
  service: "extended",
  createOnly: "ignored",
  manifests: "plain",
  missing: [],
  order: 0,
};

/** A planner whose steps are changed. */
const withSteps =
  (change: (steps: readonly Step[]) => readonly Step[]): Planner =>
  (...given) => {
    const made = planned(...given);
    return made.value === undefined
      ? made
      : { ...made, value: { ...made.value, steps: change(made.value.steps) } };
  };

const refusing: Planner = () => ({ diagnostics: [diagnostic("taken-name", "Refused.")] });

/** Each id moves on to the next one, so that the last must move first. */
const CHAIN: Partial<Recipe> = { game: "rewards alone", ids: [1, 2, 3], names: [0, 1, 2] };

it("an honest planner passes", () => {
  expect(judge(RECIPE)).toBe("done");
});

it.each<[string, RegExp, Planner, Partial<Recipe>?]>([
  [
    "that forgets the last step",
    /has rewards .* instead of/,
    withSteps((steps) => steps.slice(0, -1)),
  ],
  ["that plans nothing", /has description .* instead of/, withSteps(() => [])],
  ["that reverses the order", /no step can be sent/, withSteps((steps) => [...steps].reverse())],
  [
    "that takes the wrong order",
    /422 .* is taken/,
    withSteps((steps) => [...steps].reverse().map((step) => ({ ...step, needs: [] }))),
    CHAIN,
  ],
  [
    "that writes another name",
    /unclear-move/,
    withSteps((steps) =>
      steps.map((step) => ({
        ...step,
        request: { ...step.request, body: { ...step.request.body, name: `Other ${step.id}` } },
      })),
    ),
  ],
  [
    "that deletes and creates in place of a rename",
    /is reward made \d+ instead of/,
    (desired, service) => planned({ ...desired, moved: [] }, service, true),
    { ...CHAIN, manifests: "prune", ids: [1], names: [1] },
  ],
  ["that refuses everything", /^planning: refused: taken-name/, refusing],
  [
    "that never says what nobody can see",
    /and it is not said/,
    (...given) => {
      const made = planned(...given);
      return made.value === undefined
        ? made
        : { ...made, value: { ...made.value, not_verified: [] } };
    },
    { service: "rewards ignored", game: "achievements that exchange rewards and groups" },
  ],
])("a planner %s is caught", (_, complaint, planner, more = {}) => {
  expect(() => judge({ ...RECIPE, ...more }, planner)).toThrow(complaint);
});
