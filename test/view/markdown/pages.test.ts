/**
 * What pages of Markdown look like, and how the command line makes them. Hostile texts on them:
 * ../hostile.test.ts.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NO_SECRETS } from "../../../src/analysis/secrets.ts";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import { NOTHING_KNOWN } from "../../../src/workflow/game.ts";
import { inGame } from "../../support/cli.ts";
import {
  emptyPlan,
  everyAction,
  everythingBeside,
  mixedResult,
  plan,
  result,
  step,
} from "../sample-plans.ts";
import { renderApplyMarkdown, renderPlansMarkdown, shownGame } from "./pages.ts";

describe("a page of Markdown", () => {
  it("shows a plan with every action, its hazards and the words to go on first", async () => {
    await expect(
      renderPlansMarkdown([shownGame(everyAction, everythingBeside)]),
    ).toMatchFileSnapshot("expect/plan.md");
  });

  it("gives each of several games a line, and those with changes a part", () => {
    const changed = plan([
      step("update", "achievement/mine", { fields: [{ path: "/points", before: 5, after: 10 }] }),
    ]);
    const refusals = everythingBeside.refusals.slice(0, 1);
    const problem = diagnostic("duplicate-name", "Another reward has the name.", {
      address: "reward/a",
    });
    const page = renderPlansMarkdown([
      shownGame(emptyPlan),
      shownGame({ ...changed, game: "forest" }, { refusals }),
      shownGame({ ...changed, game: "harbour" }),
      { game: "mine", environment: "local", diagnostics: [problem], known: NOTHING_KNOWN },
    ]);
    expect(page.match(/^(?:#|> (?:\*\*|- )|\*\*|\d).*$/gm)).toEqual([
      "## Plan for 4 games",
      "> **1 error**",
      "> - **Duplicate name** (`duplicate-name`) (`reward/a`): The message is hidden because it may contain a secret. `--reveal-secrets` shows it.",
      '4 games: 1 with changes, 1 without changes, 1 refused ("forest"), 1 invalid ("mine").',
      "### `forest` (`local`)",
      "**1 to update.** 0 unchanged.",
      "> **Refused: 1 hazard not allowed**",
      expect.stringContaining(
        "> - **Would delete player data** (`deletes-player-data`) (`leaderboard/season-1`): ",
      ),
      "### `harbour` (`local`)",
      "**1 to update.** 0 unchanged.",
    ]);
  });

  it("says that there is nothing to do, and nothing more", () => {
    const page = renderPlansMarkdown([
      shownGame(plan([], { kept: [{ address: "reward/a", reason: "not-pruned" }] }, 5)),
    ]);
    expect(page).toContain(
      "**No changes.** The live game matches the manifests: 5 unchanged, 1 kept.",
    );
    expect(renderPlansMarkdown([shownGame(emptyPlan)])).toBe(
      "## Plan for `dungeon` (`local`)\n\n" +
        "**No changes.** The live game matches the manifests: 132 unchanged.\n\n" +
        "at `http://127.0.0.1:4010`, game id dungeon\n",
    );
    expect(
      renderApplyMarkdown([{ result: result([], { outcome: "done", converged: true }) }]),
    ).toContain(
      "**No changes.** The live game matches the manifests.\n\nConverged: a new plan has no changes.\n",
    );
  });

  it("shows an apply: the verdict, what failed and why, and what was done", async () => {
    await expect(
      renderApplyMarkdown([{ result: mixedResult, secrets: NO_SECRETS }]),
    ).toMatchFileSnapshot("expect/apply.md");
  });
});

describe("on the command line", () => {
  it("the digest on the page is one that apply --expect takes, which writes one page at the end", async () => {
    const game = await inGame({
      manifests: { "game.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" },
    });
    const { stdout } = await game.run(["plan", "--format", "markdown"]);
    const [, digest = ""] = /Digest `(.*)`/.exec(stdout) ?? [];
    const applied = await game.run(["apply", "--yes", "--expect", digest, "--format", "markdown"]);
    expect(applied).toMatchObject({ exit: 0 });
    expect(applied.stdout).toBe(
      "## Applied: `manifests` (`default`)\n\n" +
        "**1 step done**.\n\nConverged: a new plan has no changes.\n\n" +
        "<details>\n<summary>1 step done</summary>\n\n- done: `create reward/egg`\n\n</details>\n",
    );
  });

  it("apply --format markdown says why nothing was applied", async () => {
    const live = { achievements: [{ custom_id: "a", name: "A" }] };
    const game = await inGame({ manifests: { "game.yaml": "achievements: []\n" }, live });
    const { stdout, exit } = await game.run([
      "apply",
      "--yes",
      "--prune",
      "--format",
      "markdown",
      "--out",
      "done.md",
    ]);
    expect(exit).toBe(4);
    expect(stdout).toContain("## Nothing was applied: `manifests` (`default`)\n\n> [!CAUTION]\n");
    expect(stdout).toContain("help: to allow it once, add the flag: `--allow deletes-player-data`");
    expect(await readFile(join(game.folder, "done.md"), "utf8")).toBe(stdout);
  });

  it.each([[], ["--reveal-secrets"]])(
    "problems of invalid manifests are on the page: %j",
    async (...flags) => {
      const game = await inGame({
        manifests: { "game.yaml": "rewards:\n  - { custom_id: egg, nmae: Egg }\n" },
      });
      for (const command of [["plan"], ["apply", "--yes"], ["validate"]]) {
        const { stdout } = await game.run([...command, "--format", "markdown", ...flags]);
        expect(stdout, command.join()).toContain("**Unknown field** (`unknown-field`)");
      }
    },
  );
});
