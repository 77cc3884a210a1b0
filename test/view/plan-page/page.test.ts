/** `laurel plan --format html`: what is on the page, in which order, and what is kept from it. */
import { describe, expect, it } from "vitest";
import { sha256Base64 } from "../../../src/files/hash.ts";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import { inGame } from "../../support/cli.ts";
import { shownGame } from "../markdown/pages.ts";
import { emptyPlan, everyAction, refusals } from "../sample-plans.ts";
import { ASSETS, planPage } from "./pages.ts";

const positions = (page: string, ...words: readonly string[]): readonly number[] =>
  words.map((each) => {
    expect(page).toContain(each);
    return page.indexOf(each);
  });

describe("the page of a plan", () => {
  const page = planPage([shownGame(everyAction, refusals)], {});

  it("shows what matters first: summary, refusals and how to allow them, allowed hazards, changes, the rest", () => {
    const places = positions(
      page,
      "<h1>Plan for dungeon (local)</h1>",
      "to create, 2 to update",
      "Refused: 2 hazards are not allowed.",
      "<code>--allow deletes-player-data --allow empties-kind</code>",
      "<code>allow: [deletes-player-data, empties-kind]</code>",
      "Allowed hazards:",
      "<h3>Changes</h3>",
      "14 resources kept, 24 resources not verified",
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(page).not.toContain("laurel apply");
  });

  it("has a row for every change, with every field, its place and notes", () => {
    expect(page.match(/<tr id="[a-z_]+\/[^"]+" class="change"/g)?.length).toBe(everyAction.steps.length);
    for (const { address } of everyAction.steps) expect(page).toContain(`<code>${address}</code>`);
    expect(page).toContain("<del>- The king pays for proof.</del>");
    expect(page).toContain("declared at <code>games/dungeon/achievements.yaml:40</code>");
    expect(page).toContain("Note: The service is not known to change");
  });

  it("leads from a danger to its change", () => {
    const [, anchor] =
      /deletes any scores of players, which cannot be brought back\. <a href="#([^"]+)">/.exec(page) ?? [];
    expect(page).toContain(`<tr id="${anchor}" class="change" data-change="delete"`);
  });

  it("lists several games, those first that need attention, and each with its own section", () => {
    const quiet = { ...emptyPlan, game: "quiet" };
    const broken = { game: "broken", diagnostics: [diagnostic("unreadable-file", "x.yaml does not exist.")] };
    const several = planPage([shownGame(quiet), broken, shownGame(everyAction, refusals)]);
    const places = positions(several, "<h1>Plan for 3 games</h1>", ">broken</th>", ">dungeon</a>", ">quiet</a>");
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(several).toContain("⚠ not planned</strong> · 1 error");
    expect(several).toContain("x.yaml does not exist.");
    const [, anchor = ""] = /<a href="#(g\d)">dungeon<\/a>/.exec(several) ?? [];
    expect(several).toContain(`<h2 id="${anchor}name">dungeon`);
  });

  it("runs its own script only, and loads nothing", () => {
    expect(page).toContain(`script-src 'sha256-${sha256Base64(ASSETS.scripts[0] ?? "")}'`);
    expect(page.match(/<script/g)?.length).toBe(1);
    expect(page).not.toMatch(/\s(?:src|action|on\w+)=|href="(?!#)|url\(|@import/);
  });
});

describe("laurel plan --format html", () => {
  const SECRET = `
achievements:
  - { custom_id: cats, name: All forty cats, description: Feed them all, is_secret: true, points: 5 }
  - { custom_id: open, name: Open to all }
`;

  it("hides secrets, unless --reveal-secrets", async () => {
    const live = { achievements: [{ custom_id: "cats", name: "All thirty cats", is_secret: true }] };
    const game = await inGame({ manifests: { "a.yaml": SECRET }, live });
    const masked = await game.run(["plan", "--format", "html"]);
    expect(masked.exit, masked.stderr).toBe(0);
    expect(masked.stdout).not.toMatch(/cats(?! cats)[^<"]* fed|forty|thirty|Feed them/);
    expect(masked.stdout).toContain("achievement/cats");
    expect(masked.stdout).toContain("<code>--reveal-secrets</code> shows them.");
    expect(masked.stdout).toContain("Open to all");
    const shown = await game.run(["plan", "--format", "html", "--reveal-secrets"]);
    expect(shown.stdout).toContain("All thirty cats");
    expect(shown.stdout).toContain("All forty cats");
  });

  it("draws what the changes are part of, and leads from there to the changes; secrets are masked", async () => {
    const manifests = {
      "a.yaml": `
actions: [{ custom_id: feed, name: Feed }, { custom_id: jump, name: Jump }]
criteria: [{ custom_id: fed, name: Forty cats fed, custom_action_id: feed }]
criteria_groups: [{ custom_id: all, name: All forty cats fed, criteria: [fed] }]
achievements: [{ custom_id: cats, name: Cats, custom_criteria_group_id: all, is_secret: true, points: 2 }]
`,
    };
    const live = { actions: [{ custom_id: "jump", name: "Jump" }] };
    const game = await inGame({ manifests, live });
    const { stdout } = await game.run(["plan", "--format", "html"]);
    expect(stdout).toContain("<h3>Affected resources</h3>");
    expect(stdout.match(/<a class="node /g)?.length).toBe(4);
    expect(stdout).toMatch(/<a class="node act create" href="#action\/feed"/);
    expect(stdout).not.toContain("forty");
    expect(stdout).not.toContain("Forty");
  });
});
