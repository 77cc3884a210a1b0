/**
 * Resources exchange ids and names in every way, with links between them and with changes that replace them. Every plan
 * is broken off after every request and carried on, on a service that knows which resource is
 * which. `npm run test:explore` tries more of them, with more resources.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.ts";
import { judge } from "./judge.ts";
import type { Pick } from "./model-service.ts";
import { type Injection, injections, type Scenario, SHAPES, scenario } from "./scenarios.ts";

const TEXTS = ["follow", "stay"] as const;
const PROFILES = ["extended", "documented"] as const;
const CREATE_ONLY = ["ignored", "taken", "refused"] as const;

/** Every scenario of so many resources, ids and names possibly new ones. */
function* scenariosOf(name: string, resources: number): Generator<Scenario> {
  const ways = injections(resources, resources + 1);
  const taken = SHAPES[name]?.replaced.length === 0 ? (["ignored"] as const) : CREATE_ONLY;
  for (const ids of ways)
    for (const names of ways)
      for (const texts of TEXTS)
        for (const profile of PROFILES)
          for (const createOnly of taken) yield scenario(name, ids, names, texts, profile, createOnly);
}

/** Some scenario of so many resources. */
function arbitraryScenario(least: number, most: number): fc.Arbitrary<Scenario> {
  return fc
    .tuple(fc.constantFrom(...Object.keys(SHAPES)), fc.integer({ min: least, max: most }))
    .chain(([name, resources]) =>
      fc
        .tuple(
          injection(resources),
          injection(resources),
          fc.constantFrom(...TEXTS),
          fc.constantFrom(...PROFILES),
          fc.constantFrom(...CREATE_ONLY),
        )
        .map(([ids, names, texts, profile, createOnly]) => scenario(name, ids, names, texts, profile, createOnly)),
    );
}

function injection(resources: number): fc.Arbitrary<Injection> {
  const places = Array.from({ length: resources + 1 }, (_, place) => place);
  return fc.shuffledSubarray(places, { minLength: resources, maxLength: resources });
}

describe.each(Object.keys(SHAPES))("two %s", (name) => {
  it("exchange ids and names, wherever an apply is broken off", () => {
    for (const each of scenariosOf(name, 2)) expect(judge(each).problems, each.title).toEqual([]);
  });
});

/** Chains and rings of rewards that keep their names; this game never had some of them. */
function* incomplete(resources: number): Generator<Scenario> {
  const names = Array.from({ length: resources }, (_, who) => who);
  const some = Array.from({ length: 2 ** resources - 2 }, (_, bits) => names.filter((who) => ((bits + 1) >> who) & 1));
  for (const ids of injections(resources, resources + 1))
    for (const missing of some) yield scenario("rewards alone", ids, names, "follow", "extended", "ignored", missing);
}

describe("a game that lacks resources which the entries are about", () => {
  it("has the others exchange ids, wherever it is broken off", () => {
    for (const each of [...incomplete(2), ...incomplete(3)]) {
      expect(judge(each).problems, each.title).toEqual([]);
    }
  });
});

describe("resources", () => {
  it("up to four exchange ids and names, wherever an apply is broken off", () => {
    fc.assert(
      fc.property(arbitraryScenario(3, 4), (each) => {
        expect(judge(each).problems, each.title).toEqual([]);
      }),
      runs(120),
    );
  });

  it("up to twelve do", () => {
    fc.assert(
      fc.property(arbitraryScenario(5, 12), (each) => {
        expect(judge(each).problems, each.title).toEqual([]);
      }),
      runs(6),
    );
  });

  it("do in any order that respects the needs, as steps may be sent side by side", () => {
    fc.assert(
      fc.property(arbitraryScenario(2, 4), fc.infiniteStream(fc.nat(1000)), (each, numbers) => {
        const pick: Pick = (ready) => ready[(numbers.next().value ?? 0) % ready.length] as (typeof ready)[number];
        expect(judge(each, pick).problems, each.title).toEqual([]);
      }),
      runs(80),
    );
  });
});
