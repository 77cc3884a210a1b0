/** A saved plan is carried out as it was made, or not at all: edits by hand are noticed. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { sha256 } from "../../../src/files/hash.ts";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import { parsePlanFile } from "../../../src/plan/plan-file.ts";
import { renderPlansJson, withCauses } from "../../../src/view/plan/plan-json.ts";
import { flat, PLAN_FILE, type PlanDocument, savedScene } from "./scene.ts";

type Plan = PlanDocument["plans"][number];

const NO_CAUSES = { pending: 0, drift: 0, conflict: 0 };

/** Edits stand for a person with an editor, who is not held back by `readonly`. */
type Open = Record<string, unknown> & { [name: string]: never };

/** Some of the changes below, through the command. */
const EDITS: readonly (readonly [string, (plan: Plan) => void])[] = [
  ["a request's body", (plan) => set(plan.steps[0]?.request.body ?? {}, "name", "Edited")],
  ["steps in another order", (plan) => void plan.steps.reverse()],
  ["a step's needs", (plan) => set(plan.steps.at(-1) ?? {}, "needs", [plan.steps[0]?.id])],
  ["what is allowed", (plan) => set(plan, "allowed", ["empties-kind"])],
  ["the digest", (plan) => set(plan, "digest", `sha256:${"0".repeat(64)}`)],
];

function set(target: object, name: string, value: unknown): void {
  (target as Open)[name] = value as never;
}

describe("a plan that was edited by hand", () => {
  it.each(EDITS)("is refused before anything is asked: %s", async (_, edit) => {
    const game = await savedScene();
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
    const game = await savedScene();
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

  it("is refused when the same plan is in the file twice, even with a seal that matches", async () => {
    const game = await savedScene();
    await game.forge(({ plans }) => void plans.push(...plans.slice(0, 1)));
    const run = await game.apply();
    expect(run.exit).toBe(3);
    expect(flat(run)).toContain("two plans for the same game");
  });
});

/** A value in a document, with what replaces it: `undefined` removes it. */
interface Edit {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Changes every leaf, removes every member and element, and adds one to every object and list. */
function everyEdit(value: unknown, path: Edit["path"] = []): readonly Edit[] {
  const removal = path.length === 0 ? [] : [{ path, value: undefined }];
  if (Array.isArray(value)) {
    const inner = value.flatMap((element, index) => everyEdit(element, [...path, index]));
    return [...removal, ...inner, { path: [...path, value.length], value: value[0] ?? "added" }];
  }
  if (typeof value === "object" && value !== null) {
    const inner = Object.entries(value).flatMap(([name, member]) => everyEdit(member, [...path, name]));
    return [...removal, ...inner, { path: [...path, "added"], value: "added" }];
  }
  return [...removal, { path, value: otherLeaf(value) }];
}

function otherLeaf(value: unknown): unknown {
  if (typeof value === "string") return value.endsWith("0") ? `${value.slice(0, -1)}1` : `${value.slice(0, -1)}0`;
  if (typeof value === "number") return value + 1;
  return typeof value === "boolean" ? !value : 0;
}

function edited(document: PlanDocument, { path, value }: Edit): string {
  const copy = structuredClone(document);
  const last = path.at(-1) as string;
  const holder = path.slice(0, -1).reduce<object>((at, name) => Object(at)[name], copy);
  if (value !== undefined) set(holder, last, value);
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else Reflect.deleteProperty(holder, last);
  return JSON.stringify(copy);
}

describe("every single change of a plan file", () => {
  const read = (text: string): ReturnType<typeof parsePlanFile> =>
    parsePlanFile({ file: PLAN_FILE, text }, catalog, sha256);

  it("leaves nothing to apply: each leaf changed, each member removed, one added everywhere", async () => {
    const game = await savedScene();
    const document = await game.document();
    expect(read(JSON.stringify(document)).value).toHaveLength(1);
    const edits = everyEdit(document);
    expect(edits.length).toBeGreaterThan(400);
    const missed = edits.filter((edit) => read(edited(document, edit)).value !== undefined);
    expect(missed).toEqual([]);
  });

  it("leaves nothing to apply either where causes, a shard and a game without a plan are in it", async () => {
    const game = await savedScene();
    const [plan] = (await game.document()).plans;
    if (plan === undefined) throw new Error("no plan was saved");
    const causes = { ref: "main", commit: "c0ffee", has_game: true, steps: new Map(), totals: { ...NO_CAUSES } };
    const games = [
      { game: plan.game, environment: plan.environment, outcome: "changes" },
      { game: "other", outcome: "failed" },
    ] as const;
    const problem = { ...diagnostic("service-unreachable", "The service did not answer."), game: "other" };
    const text = renderPlansJson([withCauses(plan, causes)], [problem], sha256, games, { shard: { index: 1, of: 2 } });
    const document = JSON.parse(text) as PlanDocument;
    expect(read(text).value).toHaveLength(1);
    expect(everyEdit(document).filter((edit) => read(edited(document, edit)).value !== undefined)).toEqual([]);
  });

  it("is refused before any request, outside of the plans as well as inside", async () => {
    const game = await savedScene();
    const document = await game.document();
    const outside = everyEdit({ ...document, plans: [] }).filter(({ path }) => path[0] !== "plans");
    game.forget();
    for (const edit of outside) {
      await writeFile(join(game.folder, PLAN_FILE), edited(document, edit));
      const run = await game.apply();
      expect([3, 4], `${JSON.stringify(edit)} ${flat(run)}`).toContain(run.exit);
    }
    expect(game.requests()).toEqual([]);
  });
});
