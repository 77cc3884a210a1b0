/** Plans for a terminal and as pages of HTML. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IMPACT_CLASS_NAMES, type Impact, type ImpactClass } from "../../src/analysis/impact/impacts.ts";
import { NO_SECRETS } from "../../src/analysis/secrets.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import type { Plan } from "../../src/model/model.ts";
import type { PlanCauses } from "../../src/plan/cause.ts";
import { gamesLine } from "../../src/view/games.ts";
import { type PlansToShow, planDocument } from "../../src/view/plan.ts";
import type { PlanToShow } from "../../src/view/plan-changes.ts";
import { plainStyle } from "../../src/view/render/document.ts";
import { renderHtml } from "../../src/view/render/html.ts";
import type { TextView } from "../../src/view/render/layout.ts";
import { renderText } from "../../src/view/render/text.ts";
import { inGame } from "../support/cli.ts";
import { everyAction, hostilePlan, plan, refusals, step } from "./sample-plans.ts";

const view: TextView = { style: plainStyle, width: 100, verbose: false };

function runOf(shown: PlanToShow): PlansToShow {
  const { game, environment } = shown.plan;
  return { byGame: [{ game, environment, diagnostics: [], value: { ...shown, secrets: NO_SECRETS } }] };
}

function textOf(made: Plan, refused: readonly Diagnostic[] = [], more: Partial<PlanToShow> = {}, how = view): string {
  return renderText(planDocument(runOf({ plan: made, refusals: refused, ...more })), how);
}

function pageOf(made: Plan, refused: readonly Diagnostic[] = [], more: Partial<PlanToShow> = {}): string {
  const document = planDocument(runOf({ plan: made, refusals: refused, ...more }));
  return renderHtml(document, { styles: [], scripts: [], hash: String });
}

const impact = (name: ImpactClass, sentence: string): Impact => {
  return { class: name, address: "achievement/x", sentence, because: [], steps: [] };
};

describe("a plan as text", () => {
  it.each([80, 120])(
    "shows every action with its fields, dangers, notes and what stays, in %i columns",
    async (width) => {
      await expect(textOf(everyAction, refusals, {}, { ...view, width })).toMatchFileSnapshot(
        `expect/plan-${width}.txt`,
      );
    },
  );

  it("shows everything kept with --verbose", () => {
    const text = textOf(everyAction, [], {}, { ...view, verbose: true });
    expect(text.match(/^ {2}reward\/old-/gm)).toHaveLength(12);
    expect(text).not.toContain("--verbose");
  });

  it("does not claim that the whole game is right when only targets were looked at", () => {
    const text = textOf(plan([], { kept: [{ address: "action/jump", reason: "not-targeted" }] }, 3));
    expect(text).toContain("No changes. The targeted resources match the manifests: 3 unchanged, 1 kept.");
    expect(text).toContain("Different, but not targeted:\n  action/jump\n");
  });

  it("keeps hostile text harmless, in every place", () => {
    const text = textOf(hostilePlan, [], {}, { ...view, verbose: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(text.match(/owned\\u0007\\r\\n\\u009b2J\\u202egnp\.exe\\u2066/g)?.length).toBeGreaterThanOrEqual(12);
  });

  it("shows a difference that is only in the last line's end", () => {
    const change = { path: "/custom_data", before: "a\nb", after: "a\nb\n" };
    const text = textOf(plan([step("update", "reward/x", { fields: [change] })]));
    expect(text).toContain('- "a\\nb"');
    expect(text).toContain('+ "a\\nb\\n"');
  });

  it("folds fields and never changes: one line for each of up to 200, whatever their cause", () => {
    const kinds = fc.constantFrom("create" as const, "update" as const, "delete" as const);
    const one = fc.record({
      action: kinds,
      cause: fc.constantFrom("pending" as const, "drift" as const, "conflict" as const),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 260 }), (parts) => {
        const steps = parts.map(({ action }, index) =>
          step(action, `action/step-${index}.`, { fields: [{ path: "/name", before: "a", after: "b" }] }),
        );
        const causes: PlanCauses = {
          ...{ ref: "main", commit: "c", has_game: true, totals: { pending: 0, drift: 0, conflict: 0 } },
          steps: new Map(steps.map(({ id }, index) => [id, { cause: parts[index]?.cause ?? "drift", fields: [] }])),
        };
        const lines = textOf(plan(steps), [], { causes }).split("\n");
        const shown = lines.filter((line) => /^ {2}[+~-] /.test(line));
        expect(shown).toHaveLength(Math.min(steps.length, 200));
        for (const [index, line] of shown.entries()) {
          const { cause = "pending" } = parts[index] ?? {};
          expect(line).toContain(`action/step-${index}.${cause === "pending" ? "" : ` (${cause})`}`);
        }
        const left = steps.length - 200;
        if (left > 0) expect(lines).toContain(`  and ${left} more change${left === 1 ? "" : "s"}; --verbose lists all`);
        expect(lines.some((line) => line.includes('"a" -> "b"'))).toBe(
          steps.length <= 40 && parts.some(({ action }) => action === "update"),
        );
      }),
      { numRuns: 30 },
    );
  });

  it("offers the narrow way first, and the project file for no hazard about players", () => {
    const text = textOf(everyAction, refusals);
    const places = ["removed:", "--allow deletes-player-data"].map((words) => text.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("lists what players notice, the gravest first, and counts texts", () => {
    const given = IMPACT_CLASS_NAMES.map((name) => impact(name, `It is ${name}.`));
    const text = textOf(everyAction, [], { impact: given });
    expect(text).toContain("What this means for players: 1 destructive");
    expect(text).toContain("  harder: It is harder.\n");
    expect(text).not.toContain("It is cosmetic.");
    expect(textOf(everyAction, [], { impact: given }, { ...view, verbose: true })).toContain(
      "cosmetic: It is cosmetic.",
    );
  });

  it("ends a run over several games with a line that names those that need attention", () => {
    const games = [{ game: "a", outcome: "no-changes" } as const, { game: "b", outcome: "refused" } as const];
    const words = '2 games: 1 without changes, 1 refused ("b").\n';
    expect(renderText({ title: "", blocks: [gamesLine(games)] }, view)).toBe(words);
  });
});

describe("a plan as a page of HTML", () => {
  it("begins with what it means for players, and ends with the digest", () => {
    const page = pageOf(everyAction, refusals, { impact: [impact("harder", "It needs 20.")] });
    const parts = [
      "What this means for players",
      "It needs 20.",
      "2 to create",
      "Refused",
      "<table",
      "<details><summary>Kept, or not verified",
      '<p class="muted">Digest ',
    ];
    const places = parts.map((part) => page.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  it("runs no script, and loads nothing", () => {
    const page = pageOf(hostilePlan);
    expect(page).toContain("script-src 'none'");
    expect(page).not.toMatch(/<script|\s(?:src|action|on\w+)=|href="(?!#)|url\(|@import/);
  });

  it.each(["text", "json", "markdown", "html"])("hides secrets as %s, unless --reveal-secrets", async (format) => {
    const manifests = `actions:
  - { custom_id: bell, name: The felines' bell }
criteria:
  - { custom_id: rings, name: Nine rings, custom_action_id: bell, rule: "gte:9000", conditions: { groups: [{ conditions: ["month:7"] }] } }
criteria_groups:
  - { custom_id: cats, name: The felines, criteria: [rings] }
achievements:
  - { custom_id: cats, name: All forty cats, description: Feed them all, is_secret: true, points: 5, custom_criteria_group_id: cats }
  - { custom_id: open, name: Open to all }
`;
    const live = { achievements: [{ custom_id: "cats", name: "All thirty cats", is_secret: true }] };
    const game = await inGame({ manifests: { "a.yaml": manifests }, live });
    const words = /forty|thirty|Feed them|Nine rings|9000|month:7|felines/;
    const masked = await game.run(["plan", "--format", format, "--fail-on", "harder", "--fail-on", "easier"]);
    expect(masked.stdout + masked.stderr).not.toMatch(words);
    expect(masked.stdout).toContain("achievement/cats");
    expect(masked.stdout).toContain("(secret)");
    if (format === "html") expect(masked.stdout).toContain("<code>--reveal-secrets</code> shows them.");
    const shown = await game.run(["plan", "--format", format, "--reveal-secrets"]);
    for (const word of ["All thirty cats", "Nine rings", "month:7"]) expect(shown.stdout).toContain(word);
    const applied = await game.run(["apply", "--yes", "--format", format === "html" ? "text" : format]);
    expect(applied.stdout + applied.stderr).not.toMatch(words);
  });
});
