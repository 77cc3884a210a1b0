/**
 * Where ids allow two answers, names decide: a whole ring of `moved` entries, and a chain behind a
 * free id whose start is declared anew. An answer is contradicted where a declared name is live on
 * a resource to which it gives another id; it is taken if it is the only one that is not.
 */
import { expect, it } from "vitest";
import { desiredGame } from "../../support/games.ts";
import { ModelService, send } from "../../support/model-service.ts";
import { SERVICES, type ServiceShape } from "../../support/service-shapes.ts";
import { planned, planOf } from "./judge.ts";
import type { Injection } from "./recipes.ts";

/** By resource: where it ends. */
type Answer = readonly number[];

const idAt = (place: number): string => "abcdef"[place] as string;
/** Where the entry of a resource leads, of so many. */
const nextOf = (isRing: boolean, who: number, count: number): number =>
  isRing ? (who + 1) % count : who + 1;

function answersOf(isRing: boolean, names: Injection): readonly Answer[] {
  const count = names.length;
  const next = (who: number): number => nextOf(isRing, who, count);
  // Of a ring all have arrived already or none, of a chain any number of the first.
  const arrived = isRing ? [0, count] : Array.from({ length: count + 1 }, (_, first) => first);
  const answers = arrived.map((first) => names.map((_, who) => (who < first ? who : next(who))));
  return answers.filter((answer) =>
    names.every((name, who) => name >= count || answer[name] === next(who)),
  );
}

/** What is wrong with what is planned and carried out, or nothing. */
function problemOf(isRing: boolean, names: Injection): string | undefined {
  const count = names.length;
  const start = new ModelService(SERVICES.extended as ServiceShape, "ignored").fill({
    achievements: names.map((_, who) => ({ custom_id: idAt(who), name: `N${who}` })),
  });
  const declared = names.map((name, who) => ({
    custom_id: idAt(nextOf(isRing, who, count)),
    name: `N${name}`,
  }));
  const anew = isRing ? [] : [{ custom_id: idAt(0), name: "New" }];
  const moved = names.map((_, who) => ({
    kind: "achievement",
    from: idAt(who),
    to: idAt(nextOf(isRing, who, count)),
  }));
  const desired = desiredGame({ achievements: [...declared, ...anew] }, { moved });
  const answers = answersOf(isRing, names);
  const made = planned(desired, start);
  const codes = made.diagnostics.map(({ code }) => code);
  if (answers.length !== 1)
    return codes.includes("unclear-move") ? undefined : `not refused, ${answers.length} answers`;
  if (made.value === undefined) return `refused: ${codes}`;
  const { steps } = made.value;
  // Of many permutations, each is broken off at another place.
  const all = Array.from({ length: Math.max(steps.length, 1) }, (_, index) => index + 1);
  for (const most of all.filter(
    (each) => count < 4 || each % all.length === (names[0] ?? 0) % all.length,
  )) {
    const service = start.copy();
    send(service, steps, { most });
    send(service, planOf(desired, service).steps);
    if (planOf(desired, service).steps.length > 0) return `after ${most} requests: not finished`;
    for (const [who, place] of (answers[0] as Answer).entries()) {
      const found = service.find("achievement", idAt(place))?.who;
      if (found !== `achievement ${idAt(who)}`)
        return `after ${most} requests: ${idAt(place)} is ${found}`;
    }
  }
  return undefined;
}

it.each([
  ["ring", 3],
  ["ring", 4],
  ["chain with a new start", 2],
  ["chain with a new start", 4],
])(
  "a %s of %i, with every permutation of names, goes where names say, or is refused",
  (form, count) => {
    const problems = injections(count, count + 1).flatMap((names) => {
      const problem = problemOf(form === "ring", names);
      return problem === undefined ? [] : [`names ${names.map((name) => `N${name}`)}: ${problem}`];
    });
    expect(problems.slice(0, 10).join("\n"), `${problems.length} problems`).toBe("");
  },
);

/** All ways to put so many resources on so many places, one each. */
function injections(resources: number, places: number): readonly Injection[] {
  if (resources === 0) return [[]];
  return injections(resources - 1, places).flatMap((rest) =>
    Array.from({ length: places }, (_, place) => place)
      .filter((place) => !rest.includes(place))
      .map((place) => [...rest, place]),
  );
}
