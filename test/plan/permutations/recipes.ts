/**
 * Which scenarios there are. A recipe is a scenario in short: what fast-check prints of one that
 * fails, and makes simpler.
 */
import fc from "fast-check";
import { CREATE_ONLY, type CreateOnly } from "../../support/model-service.ts";
import { SERVICES } from "../../support/service-shapes.ts";
import { SHAPES } from "./scenarios.ts";

/**
 * By resource: where its id or name goes. An index at or above the number of resources is one that
 * nothing had.
 */
export type Injection = readonly number[];

/**
 * What the manifests say beside ids, names and values; about the others: resources that they do not
 * declare.
 */
const MANIFESTS = [
  "plain",
  "ignore",
  "ignore-name",
  "create_only",
  "prune",
  "removed",
  "kept",
  "new",
] as const;

export interface Recipe {
  /** The game, a key of `SHAPES`. */
  readonly game: string;
  readonly ids: Injection;
  readonly names: Injection;
  /** Whether other values go with the resources or stay with the ids. */
  readonly texts: "follow" | "stay";
  /** A key of `SERVICES`. */
  readonly service: string;
  readonly createOnly: CreateOnly;
  readonly manifests: (typeof MANIFESTS)[number];
  /** Resources that this game never had. */
  readonly missing: readonly number[];
  /**
   * Which of several steps that could be sent is: 0 the first one, otherwise the seed of a random
   * one.
   */
  readonly order: number;
}

export function recipes(least: number, most: number): fc.Arbitrary<Recipe> {
  return fc.integer({ min: least, max: most }).chain((count) => {
    const resources = Array.from({ length: count }, (_, who) => who);
    const injection = fc.shuffledSubarray([...resources, count], {
      minLength: count,
      maxLength: count,
    });
    return fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record<Recipe>({
          game: fc.constantFrom(...Object.keys(SHAPES)),
          ids: injection,
          names: fc.oneof({ weight: 2, arbitrary: injection }, fc.constant(resources)),
          texts: fc.constantFrom("follow", "stay"),
          service: fc.constantFrom(...Object.keys(SERVICES)),
          createOnly: fc.constantFrom(...CREATE_ONLY),
          manifests: fc.constantFrom(...MANIFESTS),
          missing: fc.constant([]),
          order: fc.nat(100),
        }),
      },
      // Chains and rings of resources that keep their names.
      fc.record<Recipe>({
        game: fc.constant("rewards alone"),
        ids: injection,
        names: fc.constant(resources),
        texts: fc.constant("follow"),
        service: fc.constant("extended"),
        createOnly: fc.constant("ignored"),
        manifests: fc.constant("plain"),
        missing: fc.subarray(resources),
        order: fc.constant(0),
      }),
    );
  });
}
