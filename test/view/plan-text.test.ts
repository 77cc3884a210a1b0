import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IMPACT_CLASS_NAMES, type ImpactClass } from "../../src/analysis/impact/classes.ts";
import type { Impact } from "../../src/analysis/impact/impacts.ts";
import { diagnostic } from "../../src/model/diagnostics.ts";
import { type Action, HAZARDS, type Plan, type Step } from "../../src/model/model.ts";
import { renderGamesLine, renderPlanText } from "../../src/view/plan/plan-text.ts";
import type { TextView } from "../../src/view/text/layout.ts";
import { markerStyle, plainStyle } from "../../src/view/text/style.ts";
import { everyAction, hostilePlan, plan, refusals, step } from "./sample-plans.ts";

const wide: TextView = { style: markerStyle, width: 100, verbose: false };
const plain: TextView = { ...wide, style: plainStyle };

describe("a plan as text", () => {
  it("shows every action with its fields, dangers, notes and what stays", async () => {
    await expect(renderPlanText({ plan: everyAction, refusals }, wide)).toMatchFileSnapshot(
      "expect/plan-every-action.txt",
    );
  });

  it("shows everything kept and unchanged members with --verbose", async () => {
    const text = renderPlanText({ plan: everyAction, refusals: [] }, { ...plain, verbose: true });
    expect(text).toContain('      unchanged:\n        custom_id  "gold-coin"\n        name       "Gold coin"\n');
    expect(text.match(/^ {2}reward\/old-/gm)).toHaveLength(12);
    expect(text).not.toContain("--verbose");
  });

  it("does not claim that the whole game is right when only targets were looked at", () => {
    const partial = plan([], { kept: [{ address: "action/jump", reason: "not-targeted" }] }, 3);
    const text = renderPlanText({ plan: partial, refusals: [] }, plain);
    expect(text).toContain("No changes. The targeted resources match the manifests (3 resources unchanged).");
    expect(text).toContain("1 resource differs but is not targeted:\n  action/jump\n");
  });

  it("names no flag for a refusal that no flag lifts", () => {
    const text = renderPlanText({ plan: everyAction, refusals: [diagnostic("taken-name", "Taken.")] }, plain);
    expect(text).toContain("Refused: taken-name; see the problems.");
    expect(text).not.toContain("To go ahead");
  });

  it("keeps hostile text harmless, in every place", async () => {
    const text = renderPlanText({ plan: hostilePlan, refusals: [] }, { ...plain, verbose: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(text.match(/owned\\u0007\\r\\n\\u009b2J\\u202egnp\.exe\\u2066/g)?.length).toBeGreaterThanOrEqual(17);
  });

  it("shows a difference that is only in the last line's end", () => {
    const change = { path: "/custom_data", before: "a\nb", after: "a\nb\n" };
    const text = renderPlanText(
      { plan: plan([step("update", "reward/x", { fields: [change] })]), refusals: [] },
      plain,
    );
    expect(text).toContain('- "a\\nb"');
    expect(text).toContain('+ "a\\nb\\n"');
  });
});

/** So many creations, with these steps among them. */
function longPlan(count: number, others: readonly Step[] = []): Plan {
  const creations = Array.from({ length: count }, (_, index) => step("create", `action/new-${index}`));
  return plan(creations.toSpliced(count / 2, 0, ...others));
}

const impact = (name: ImpactClass, steps: readonly string[], sentence: string): Impact => {
  return { class: name, address: "achievement/x", sentence, because: [], steps };
};

describe("a long plan as text", () => {
  it("shows every step of 40, and of 41 only counts", () => {
    expect(renderPlanText({ plan: longPlan(40), refusals: [] }, plain)).toContain("  + create   action/new-39\n");
    const text = renderPlanText({ plan: longPlan(41), refusals: [] }, plain);
    expect(text).toContain("          create\n  action      41\n  41 changes (--verbose shows all)\n");
    expect(text).not.toContain("action/new-");
  });

  it("counts each kind and action, and shows what needs a look between the counts and the rest", () => {
    const others = [
      step("attach", "achievement/x", { id: "attach x", link: { name: "rewards", member: "egg" } }),
      step("delete", "leaderboard/old", { hazards: [{ name: "deletes-player-data", sentence: "Scores are lost." }] }),
    ];
    const refused = [diagnostic("deletes-player-data", "Scores are lost.")];
    expect(renderPlanText({ plan: longPlan(1200, others), refusals: refused }, plain)).toContain(`
               create  delete  attach
  action        1,200       -       -
  achievement       -       -       1
  leaderboard       -       1       -

  - delete   leaderboard/old
      ! deletes-player-data: Scores are lost.

  1,201 more changes (--verbose shows all)
`);
  });

  it("folds nothing that is refused, dangerous, harmful or a conflict, whatever the plan", () => {
    const actions: readonly Action[] = ["create", "update", "rename", "delete", "attach", "detach"];
    const someStep = fc.record({
      action: fc.constantFrom(...actions),
      hazards: fc.subarray([...HAZARDS], { maxLength: 2 }),
      isRefused: fc.boolean(),
      impact: fc.option(fc.constantFrom(...IMPACT_CLASS_NAMES), { nil: undefined }),
      cause: fc.constantFrom("pending" as const, "drift" as const, "conflict" as const),
    });
    const somePlan = fc.array(fc.record({ quiet: fc.nat(60), step: someStep }), { maxLength: 30 });
    fc.assert(
      fc.property(somePlan, fc.subarray([...HAZARDS]), (parts, refusedHazards) => {
        const quiet = (count: number, index: number) =>
          Array.from({ length: count }, (_, each) => step("create", `reward/quiet-${index}-${each}`));
        const special = parts.map(({ step: { action, hazards } }, index) =>
          step(action, `action/step-${index}.`, {
            id: `step ${index}`,
            hazards: hazards.map((name) => ({ name, sentence: `Sentence ${index}.` })),
            ...(action === "attach" || action === "detach" ? { link: { name: "rewards", member: "egg" } } : {}),
          }),
        );
        const steps = parts.flatMap((part, index) => [...quiet(part.quiet, index), special[index] as Step]);
        const impacts = parts.flatMap(({ step: { impact: name } }, index) =>
          name === undefined ? [] : [impact(name, [`step ${index}`], `Impact ${index}.`)],
        );
        const refusals = [
          ...refusedHazards.map((name) => diagnostic(name, "Refused.")),
          ...special.flatMap(({ address }, index) =>
            parts[index]?.step.isRefused ? [diagnostic("taken-name", "Taken.", { address })] : [],
          ),
        ];
        const text = renderPlanText(
          {
            plan: plan(steps),
            refusals,
            impact: impacts,
            causes: {
              ...{ ref: "main", commit: "c", has_game: true, totals: { pending: 0, drift: 0, conflict: 0 } },
              steps: new Map(parts.map((part, index) => [`step ${index}`, { cause: part.step.cause, fields: [] }])),
            },
          },
          plain,
        );
        for (const [index, { step: one }] of parts.entries()) {
          const isHarmful = one.impact !== undefined && IMPACT_CLASS_NAMES.indexOf(one.impact) > 3;
          const isLost = one.action === "delete";
          if (one.hazards.length > 0 || one.isRefused || isHarmful || isLost || one.cause === "conflict")
            expect(text).toContain(`action/step-${index}.`);
          for (const name of one.hazards) {
            const allowed = refusedHazards.includes(name) ? "" : " (allowed)";
            expect(text).toContain(`! ${name}${allowed}: Sentence ${index}.`);
          }
          if (isHarmful) expect(text).toContain(`Impact ${index}.`);
        }
        const shown = text.match(/^ {2}[+~=*<>-] /gm)?.length ?? 0;
        const more = Number(/(\d+)(?: more)? changes? \(--verbose/.exec(text.replaceAll(",", ""))?.[1] ?? 0);
        expect(shown + more).toBe(steps.length);
        if (steps.length <= 40) expect(more).toBe(0);
      }),
    );
  });
});

describe("what a plan means to players", () => {
  const changes = [step("update", "criterion/a", { id: "a" }), step("update", "criterion/b", { id: "b" })];

  it("is beside the change that leads to it alone, and in a list where several do", () => {
    const given = [
      impact("harder", ["a"], "Slayer needs 20."),
      impact("mixed", ["a", "b"], "Veteran changes."),
      impact("cosmetic", ["b"], "A text."),
    ];
    const text = renderPlanText({ plan: plan(changes), refusals: [], impact: given }, plain);
    expect(text).toContain("  ~ update   criterion/a\n      harder: Slayer needs 20.\n");
    expect(text).toContain(
      "Impact on players: 1 mixed, 1 harder, 1 cosmetic\n  mixed  Veteran changes.\n  and 1 above, with its change\n  and 1 more; --verbose lists all\n",
    );
  });
});

it("the line of several games names those that could not be fully verified", () => {
  const not_verified = [{ address: "action/a", fields: ["reactions"] }] as const;
  const games = [{ game: "a", outcome: "no-changes", not_verified } as const, { game: "b", outcome: "done" } as const];
  const words = '2 games: 1 done, 1 without changes; game "a" could not be fully verified.\n';
  expect(renderGamesLine(games, plain)).toBe(words);
});
