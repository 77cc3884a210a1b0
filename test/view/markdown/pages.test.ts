/** What pages of Markdown look like, and how the command line makes them. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NO_SECRETS } from "../../../src/analysis/secrets.ts";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import type { Kept } from "../../../src/model/model.ts";
import type { PlanCauses } from "../../../src/plan/cause.ts";
import { inGame } from "../../support/cli.ts";
import { emptyPlan, everyAction, mixedResult, plan, refusals, result, step } from "../sample-plans.ts";
import { OPTIONS, pageOf, renderApplyMarkdown, renderPlansMarkdown, shownGame } from "./pages.ts";

const points = (id: string, before: number, after: number) =>
  step("update", `achievement/${id}`, { fields: [{ path: "/points", before, after }] });

const drifted = plan([points("mine", 5, 10), points("theirs", 7, 5), points("both", 9, 10)]);
const causes: PlanCauses = {
  ref: "origin/main",
  commit: "c",
  has_game: true,
  steps: new Map([
    ["update achievement/mine", { cause: "pending", fields: [{ cause: "pending" }] }],
    ["update achievement/theirs", { cause: "drift", fields: [{ cause: "drift" }] }],
    ["update achievement/both", { cause: "conflict", fields: [{ cause: "conflict", base: 5 }] }],
  ]),
  totals: { pending: 1, drift: 1, conflict: 1 },
};

describe("a page of Markdown", () => {
  it("shows a plan with every action, its hazards and the words to go on first", async () => {
    await expect(pageOf(everyAction, refusals)).toMatchFileSnapshot("expect/plan.md");
  });

  it("separates drift and conflicts from the branch's changes", () => {
    const page = renderPlansMarkdown([shownGame(drifted, [], { causes })], [], OPTIONS);
    expect(page).toContain("Compared with `origin/main`: 1 from this branch, 1 drift, 1 conflict.\n");
    expect(page.match(/^\| `~`.*/gm)).toEqual([
      "| `~` update |  | `achievement/mine` | `points`: `5` → `10` |",
      "| `~` update |  | `achievement/theirs` (drift) | `points`: `7` → `5` |",
      "| `~` update |  | `achievement/both` (conflict) | `points`: `9` → `10` |",
    ]);
    expect(page).toContain("@@ points @@ (conflict: was 5)\n");
  });

  it("gives each of several games a line, and those with changes a part", async () => {
    const games = [
      shownGame(emptyPlan),
      shownGame(plan(everyAction.steps.slice(-1), { game: "forest", kept: everyAction.kept.slice(-2) }), refusals),
      shownGame(plan([points("mine", 5, 10)], { game: "harbour" })),
      {
        game: "mine",
        environment: "local",
        diagnostics: [diagnostic("duplicate-name", "Another reward has the name.", { address: "reward/a" })],
      },
    ];
    await expect(renderPlansMarkdown(games, [], OPTIONS)).toMatchFileSnapshot("expect/several-games.md");
  });

  it("says that there is nothing to do, and nothing more", () => {
    expect(pageOf(emptyPlan)).toBe(
      "## Plan for `dungeon` (`local`)\n\n" +
        "**No changes.** The live game matches the manifests: 132 unchanged.\n\n" +
        "at `http://127.0.0.1:4010`, game id dungeon\n",
    );
  });

  it("counts what is live and not in the manifests", () => {
    const kept: readonly Kept[] = [{ address: "reward/a", reason: "not-pruned" }];
    expect(pageOf(plan([], { kept }, 5))).toContain(
      "**No changes.** The live game matches the manifests: 5 unchanged, 1 kept.",
    );
    const done = result([], { outcome: "done", converged: true });
    expect(renderApplyMarkdown([{ result: done }], [], OPTIONS)).toContain(
      "**No changes.** The live game matches the manifests.\n\nConverged: a new plan has no changes.\n",
    );
  });

  it("shows an apply: the verdict, what failed and why, and what was done", async () => {
    const page = renderApplyMarkdown([{ result: mixedResult, secrets: NO_SECRETS }], [], OPTIONS);
    await expect(page).toMatchFileSnapshot("expect/apply.md");
  });
});

describe("on the command line", () => {
  const manifests = { "game.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" };

  it("the digest on the page is one that apply --expect takes", async () => {
    const game = await inGame({ manifests });
    const { stdout } = await game.run(["plan", "--format", "markdown"]);
    const [, digest = ""] = /Digest `(.*)`/.exec(stdout) ?? [];
    expect((await game.run(["apply", "--yes", "--expect", digest])).exit).toBe(0);
  });

  it("apply --format markdown writes one page at the end", async () => {
    const game = await inGame({ manifests });
    const { stdout, exit } = await game.run(["apply", "--yes", "--format", "markdown"]);
    expect(exit).toBe(0);
    expect(stdout).toBe(
      "## Applied: `manifests` (`default`)\n\n" +
        "**1 step done**.\n\nConverged: a new plan has no changes.\n\n" +
        "<details>\n<summary>1 step done</summary>\n\n- done: `create reward/egg`\n\n</details>\n",
    );
    expect((await game.run(["apply", "--yes", "--format", "markdown"])).stdout).toContain("**No changes.**");
  });

  it("apply --format markdown says why nothing was applied", async () => {
    const game = await inGame({
      manifests: { "game.yaml": "achievements: []\n" },
      live: { achievements: [{ custom_id: "a", name: "A" }] },
    });
    const { stdout, exit } = await game.run(["apply", "--yes", "--prune", "--format", "markdown", "--out", "done.md"]);
    expect(exit).toBe(4);
    expect(stdout).toContain("## Nothing was applied: `manifests` (`default`)\n\n> [!CAUTION]\n");
    expect(stdout).toContain("help: to allow it once, add the flag: `--allow deletes-player-data`");
    expect(await readFile(join(game.folder, "done.md"), "utf8")).toBe(stdout);
  });

  it.each([[], ["--reveal-secrets"]])(
    "problems of a game that could not be planned are on the page: %j",
    async (...flags) => {
      const game = await inGame({ manifests: { "game.yaml": "rewards:\n  - { custom_id: egg, nmae: Egg }\n" } });
      for (const command of [["plan"], ["apply", "--yes"], ["validate"]]) {
        const { stdout } = await game.run([...command, "--format", "markdown", ...flags]);
        expect(stdout, command.join()).toContain("**Unknown field** (`unknown-field`)");
      }
    },
  );
});
