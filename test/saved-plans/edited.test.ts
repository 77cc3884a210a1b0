/** A saved plan is carried out as it was made, or not at all: edits by hand are noticed. */
import { describe, expect, it } from "vitest";
import { flat, type PlanDocument, scene } from "./scene.ts";

type Plan = PlanDocument["plans"][number];
/** Edits stand for a person with an editor, who is not held back by `readonly`. */
type Open = Record<string, unknown> & { [name: string]: never };

const EDITS: readonly (readonly [string, (plan: Plan) => void])[] = [
  ["a request's body", (plan) => set(plan.steps[0]?.request.body ?? {}, "name", "Edited")],
  ["a request's path", (plan) => set(plan.steps[0]?.request ?? {}, "path", "rewards/egg")],
  ["a step left out", (plan) => void plan.steps.pop()],
  ["steps in another order", (plan) => void plan.steps.reverse()],
  ["a step's needs", (plan) => set(plan.steps.at(-1) ?? {}, "needs", [plan.steps[0]?.id])],
  ["a step's hazards", (plan) => set(plan.steps[0] ?? {}, "hazards", [{ name: "mass-change", sentence: "No." }])],
  ["a field that is shown", (plan) => set(plan.steps[0] ?? {}, "fields", [])],
  ["where a step comes from", (plan) => set(plan.steps[0] ?? {}, "origin", { file: "b.yaml", line: 1, column: 1 })],
  ["the game's id", (plan) => set(plan, "game_id", "h")],
  ["the service's address", (plan) => set(plan, "base_url", "https://elsewhere.example")],
  ["the environment", (plan) => set(plan, "environment", "production")],
  ["what is allowed", (plan) => set(plan, "allowed", ["empties-kind"])],
  ["the summary", (plan) => set(plan.summary, "delete", 0)],
  ["what is kept", (plan) => set(plan, "kept", [{ address: "reward/a", reason: "ignored" }])],
  ["the live state that it stands on", (plan) => set(plan.basis.touched[0]?.live?.body ?? {}, "name", "Edited")],
  ["a touched resource left out", (plan) => set(plan.basis, "touched", plan.basis.touched.slice(1))],
  ["the digest", (plan) => set(plan, "digest", `sha256:${"0".repeat(64)}`)],
  ["the digest of the live state", (plan) => set(plan.basis, "live", `sha256:${"0".repeat(64)}`)],
  ["the seal", (plan) => set(plan, "seal", `sha256:${"0".repeat(64)}`)],
];

function set(target: object, name: string, value: unknown): void {
  (target as Open)[name] = value as never;
}

describe("a plan that was edited by hand", () => {
  it.each(EDITS)("is refused before anything is asked: %s", async (_, edit) => {
    const game = await scene();
    await game.save();
    const before = JSON.stringify(await game.document());
    await game.edit(({ plans }) => plans.forEach(edit));
    expect(JSON.stringify(await game.document())).not.toBe(before);
    game.forget();
    const run = await game.apply();
    expect(run.exit).toBe(4);
    expect(flat(run)).toContain("edited-plan");
    expect(game.requests()).toEqual([]);
  });

  it("is not one that only looks different: other blanks, other order of members", async () => {
    const game = await scene();
    await game.save();
    await game.edit((document) => {
      const reversed = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(reversed);
        if (typeof value !== "object" || value === null) return value;
        const members = Object.entries(value).reverse();
        return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]));
      };
      document.plans = reversed(document.plans) as PlanDocument["plans"];
    });
    const run = await game.apply();
    expect(run.exit, flat(run)).toBe(0);
  });

  it("is refused when the same plan stands in the file twice", async () => {
    const game = await scene();
    await game.save();
    await game.edit(({ plans }) => void plans.push(...plans.slice(0, 1)));
    const run = await game.apply();
    expect(run.exit).toBe(3);
    expect(flat(run)).toContain("two plans for the same game");
  });
});
