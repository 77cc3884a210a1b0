/**
 * Where ids allow two answers, names decide: a whole ring of `moved` entries, and a chain behind a free id whose start is
 * declared anew. An answer is contradicted where a declared name is live on a resource to which it gives another id; it is
 * taken if it is the only one that is not.
 */
import { describe, expect, it } from "vitest";
import { desiredGame } from "../../support/games.ts";
import { ModelService, send } from "../../support/model-service.ts";
import { SERVICES, type ServiceShape } from "../../support/service-shapes.ts";
import { planned, planOf } from "./judge.ts";
import { type Injection, injections } from "./recipes.ts";

/** By resource: where it ends. */
type Answer = readonly number[];

interface Form {
  /** Where the entry of a resource leads, of so many. */
  readonly next: (who: number, count: number) => number;
  /** How many of the first resources may have arrived already. */
  readonly arrived: (count: number) => readonly number[];
  readonly isStartDeclared: boolean;
}

const FORMS: Readonly<Record<string, Form>> = {
  ring: { next: (who, count) => (who + 1) % count, arrived: (count) => [0, count], isStartDeclared: false },
  chain: { next: (who) => who + 1, arrived: () => [0], isStartDeclared: false },
  "chain with a new start": {
    next: (who) => who + 1,
    arrived: (count) => Array.from({ length: count + 1 }, (_, place) => place),
    isStartDeclared: true,
  },
};

const idAt = (place: number): string => "abcdef"[place] as string;

function answersOf({ next, arrived }: Form, names: Injection): readonly Answer[] {
  const count = names.length;
  const answers = arrived(count).map((first) => names.map((_, who) => (who < first ? who : next(who, count))));
  const isContradicted = (answer: Answer): boolean =>
    names.some((name, who) => name < count && answer[name] !== next(who, count));
  return answers.length === 1 ? answers : answers.filter((answer) => !isContradicted(answer));
}

/** What is wrong with what is planned and carried out, or nothing. */
function problemOf(form: Form, names: Injection): string | undefined {
  const count = names.length;
  const start = new ModelService(SERVICES.extended as ServiceShape, "ignored").fill({
    achievements: names.map((_, who) => ({ custom_id: idAt(who), name: `N${who}` })),
  });
  const declared = names.map((name, who) => ({ custom_id: idAt(form.next(who, count)), name: `N${name}` }));
  const anew = form.isStartDeclared ? [{ custom_id: idAt(0), name: "New" }] : [];
  const moved = names.map((_, who) => ({ kind: "achievement", from: idAt(who), to: idAt(form.next(who, count)) }));
  const desired = desiredGame({ achievements: [...declared, ...anew] }, { moved });
  const answers = answersOf(form, names);
  const made = planned(desired, start);
  const codes = made.diagnostics.map(({ code }) => code);
  if (answers.length !== 1)
    return codes.includes("unclear-move") ? undefined : `not refused, ${answers.length} answers`;
  if (made.value === undefined) return `refused: ${codes}`;
  const { steps } = made.value;
  // Of many permutations, each is broken off at another place.
  const all = Array.from({ length: Math.max(steps.length, 1) }, (_, index) => index + 1);
  for (const most of all.filter((each) => count < 4 || each % all.length === (names[0] ?? 0) % all.length)) {
    const service = start.copy();
    send(service, steps, { most });
    send(service, planOf(desired, service).steps);
    if (planOf(desired, service).steps.length > 0) return `after ${most} requests: not finished`;
    for (const [who, place] of (answers[0] as Answer).entries()) {
      const found = service.find("achievement", idAt(place))?.who;
      if (found !== `achievement ${idAt(who)}`) return `after ${most} requests: ${idAt(place)} is ${found}`;
    }
  }
  return undefined;
}

describe.each(Object.entries(FORMS))("a %s", (_, form) => {
  it.each([2, 3, 4, 5])("of %i, with every permutation of names, goes where names say, or is refused", (count) => {
    const problems = injections(count, count + 1).flatMap((names) => {
      const problem = problemOf(form, names);
      return problem === undefined ? [] : [`names ${names.map((name) => `N${name}`)}: ${problem}`];
    });
    expect(problems.slice(0, 10).join("\n"), `${problems.length} problems`).toBe("");
  });
});

describe("a ring of four whose names contradict both answers", () => {
  it("is refused, though fewer names contradict one of them", () => {
    // Declared b/N2, c/N0, d/N3, a/N1.
    expect(answersOf(FORMS.ring as Form, [2, 0, 3, 1])).toEqual([]);
    expect(problemOf(FORMS.ring as Form, [2, 0, 3, 1])).toBeUndefined();
  });
});
