/** What is secret stays out of pages of Markdown: it is marked in random games, and the mark is looked for. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { impactOfPlan } from "../../../src/analysis/impact/plan-impact.ts";
import { MASK, NO_SECRETS, secretsOf } from "../../../src/analysis/secrets.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { DesiredGame, LiveGame } from "../../../src/model/model.ts";
import { causesOf } from "../../../src/plan/cause.ts";
import { refusals } from "../../../src/plan/hazards.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { concealImpact } from "../../../src/view/concealment.ts";
import { planned } from "../../plan/planning.ts";
import { arbitraryManifests, type Manifests } from "../../support/arbitrary-game.ts";
import { inGame, runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import { desiredGame, type GameText, liveGame, shortHash, TARGET } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import { commitAll, GIT_ENV } from "../../workflow/drift/repository.ts";
import { plan, result } from "../sample-plans.ts";
import { type MarkdownOptions, OPTIONS, renderApplyMarkdown, renderPlansMarkdown, shownGame } from "./pages.ts";

const MARK = "Xq7Marker";

const isHidden = ({ is_secret }: JsonObject): boolean => is_secret === true;
const achievementsIn = (game: GameText): readonly JsonObject[] => game.achievements ?? [];

/** The same game, where whatever a secret achievement says holds the mark. */
function marked(game: GameText, secret: ReadonlySet<string>, side: string): GameText {
  const achievements = achievementsIn(game).map((each) => {
    const id = String(each.custom_id);
    if (!secret.has(id)) return each;
    return {
      ...each,
      name: `${MARK} ${side} the ${id} of shadows`,
      description: `Nobody knows ${MARK} ${side} "${id}"\nof the second line ${MARK}`,
      custom_data: { [`${MARK}Key`]: [`${MARK} ${side} hint`, { deep: `${MARK}Deep` }] },
    };
  });
  return game.achievements === undefined ? game : { ...game, achievements };
}

/** Ids that are secret on one side, whatever they are called on the other. */
function secretIds(sides: readonly GameText[], { moved }: Manifests["entries"]): ReadonlySet<string> {
  const ids = new Set(
    sides.flatMap((game) => achievementsIn(game).filter(isHidden)).map((each) => String(each.custom_id)),
  );
  for (const { kind, from, to } of [...moved, ...moved]) {
    if (kind === "achievement" && (ids.has(from) || ids.has(to))) ids.add(from).add(to);
  }
  return ids;
}

function pageFor(
  desired: DesiredGame,
  live: LiveGame,
  base: DesiredGame,
  prune: boolean,
  options: MarkdownOptions,
): string {
  const how = { prune, targets: [], scalars: "native" as const };
  const { value, diagnostics } = makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, how);
  if (value === undefined) {
    return renderPlansMarkdown([{ game: "demo", environment: "test", diagnostics }], [], options);
  }
  const causes = causesOf(value, { desired, live, base: { ref: "main", commit: "c", game: base } }, catalog);
  const secrets = secretsOf({ plan: value, desired, live }, catalog);
  const game = shownGame(value, refusals(value.steps, new Set()), { causes, secrets, diagnostics });
  const failed = value.steps.map(({ id, action, address, fields }) => ({
    id,
    action,
    address,
    status: "failed" as const,
    diagnostic: diagnostic("step-failed", `The service said: ${JSON.stringify(fields)}`, { address }),
  }));
  const applied = renderApplyMarkdown([{ result: result(failed), secrets }], [], options);
  return renderPlansMarkdown([game], [], options) + applied;
}

describe("texts of secret achievements", () => {
  it("are on no page, whatever changes, for whatever reason", () => {
    fc.assert(
      fc.property(
        arbitraryManifests({ allKinds: true }),
        arbitraryManifests({ allKinds: true }),
        arbitraryManifests({ allKinds: true }),
        fc.boolean(),
        (wanted, found, former, prune) => {
          const secret = secretIds([wanted.resources, found.resources], wanted.entries);
          const desired = desiredGame(marked(wanted.resources, secret, "new"), wanted.entries);
          const live = liveGame(marked(found.resources, secret, "old"));
          const base = desiredGame(marked(former.resources, secret, "base"), former.entries);
          const page = pageFor(desired, live, base, prune, OPTIONS);
          expect(page).not.toContain(MARK);
        },
      ),
      runs(200),
    );
  });

  it("take the histories that earn it with them, also where something public has the same name", () => {
    const parts = (rule: string): GameText => ({
      actions: [{ custom_id: "pray", name: "Pray" }],
      criteria: [{ custom_id: "c", name: "C", custom_action_id: "pray", rule, type: "sum" }],
      criteria_groups: [{ custom_id: "g", name: "G", criteria: ["c"] }],
      rewards: [{ custom_id: "shadow", name: "Shadow" }],
      achievements: [
        { custom_id: "shadow", name: "Shadow", is_secret: true, custom_criteria_group_id: "g" },
        { custom_id: "open", name: "Open", custom_criteria_group_id: "g" },
      ],
    });
    const [desired, live] = [desiredGame(parts("lte:7")), liveGame(parts("gte:5"))];
    const made = planned(desired, live);
    const impact = impactOfPlan(made, { desired, live, play: DEFAULT_PLAY });
    const concealed = concealImpact(impact, secretsOf({ plan: made, desired, live }, catalog));
    const shown = (all: typeof impact) => all.map(({ address, witnesses }) => [address, witnesses !== undefined]);
    expect(shown(impact)).toEqual([
      ["achievement/open", true],
      ["achievement/shadow", true],
    ]);
    expect(shown(concealed)).toEqual([
      ["achievement/open", true],
      ["achievement/shadow", false],
    ]);
    const oneSided = impact.map((each) => ({ ...each, witnesses: { ...each.witnesses, easier: undefined } }));
    expect(shown(concealImpact(oneSided, secretsOf({ plan: made, desired, live }, catalog)))).toEqual(shown(concealed));
  });

  it("are hidden with all that the service says about them, however it writes it", () => {
    const live = liveGame({ achievements: [{ custom_id: "shadow", is_secret: true, name: "The Shadow Walker" }] });
    const secrets = secretsOf({ plan: plan([]), live }, catalog);
    const about = (address: `${string}/${string}`) =>
      diagnostic("step-failed", "the shadow walker is taken", { address, help: ["not the shadow walker"] });
    const page = (address: `${string}/${string}`) =>
      renderPlansMarkdown([shownGame(plan([]), [], { secrets, diagnostics: [about(address)] })], [], OPTIONS);
    expect(page("achievement/shadow")).not.toContain("walker");
    expect(page("achievement/shadow")).toContain("The message is hidden");
    expect(page("achievement/other")).toContain("walker");
  });

  it("take the reasons of removals along", () => {
    const live = liveGame({ achievements: [{ custom_id: "shadow", is_secret: true, name: "The shadow" }] });
    const removed = [{ kind: "achievement", custom_id: "shadow", reason: `Everybody knew ${MARK}` }];
    const page = pageFor(desiredGame({ achievements: [] }, { removed }), live, desiredGame({}), false, OPTIONS);
    expect(page).not.toContain(MARK);
    expect(page).toContain(`note: ${MASK}`);
  });

  it("are left out of the problems of a game that could not be planned, because which are secret is unknown", () => {
    const span = {
      file: "game.yaml",
      start: { line: 3, column: 1, offset: 0 },
      end: { line: 3, column: 2, offset: 1 },
    };
    const primary = { span, text: `another has the name "${MARK}"` };
    const problems = [
      diagnostic("duplicate-name", `Another has the name "${MARK}".`, { address: "achievement/a", primary }),
      diagnostic("syntax-error", `"${MARK}" is not allowed here.`, { primary, help: [`quote it: "${MARK}"`] }),
      // What only secrets use is secret, too, whatever its kind, if achievements can lead to it.
      ...(["reward/a", "criteria_group/a", "criterion/a", "action/a"] as const).map((address) =>
        diagnostic("duplicate-name", `Another has the name "${MARK}".`, { address, primary }),
      ),
      diagnostic("long-in-bytes", `"${MARK}" and "${MARK.toLowerCase()}" differ only in case.`, { primary }),
      diagnostic("unknown-field", 'A leaderboard has no field "icon".', { address: "leaderboard/a", primary }),
    ];
    const page = renderPlansMarkdown([{ game: "demo", diagnostics: problems }], [], OPTIONS);
    expect(page).not.toContain(MARK);
    expect(page).toContain("**Duplicate name** (`duplicate-name`) at `game.yaml:3` (`achievement/a`)");
    expect(page).toContain(
      "**Unknown field** (`unknown-field`) at `game.yaml:3` (`leaderboard/a`): A leaderboard has no",
    );
    expect(renderPlansMarkdown([{ game: "demo", diagnostics: problems }], [], { ...OPTIONS, reveal: true })).toContain(
      MARK,
    );
  });
});

describe("what only secrets use is secret, too", () => {
  const chain = (secret: boolean, others: GameText = {}): GameText => ({
    actions: [{ custom_id: "feed", name: "Feed the cat" }],
    criteria: [{ custom_id: "fed", name: "Cat fed", custom_action_id: "feed" }],
    criteria_groups: [{ custom_id: "cats", name: "All cats fed", criteria: ["fed"] }],
    rewards: [{ custom_id: "crown", name: "Crown of cats" }],
    achievements: [
      { custom_id: "cat", name: "Cat person", is_secret: secret, custom_criteria_group_id: "cats", rewards: ["crown"] },
      ...(others.achievements ?? []),
    ],
  });

  it("also when the secret gets another id, and was public before", () => {
    const desired = desiredGame(chain(true), { moved: [{ kind: "achievement", from: "kitten", to: "cat" }] });
    const before = chain(false);
    const live = liveGame({ ...before, achievements: [{ ...before.achievements?.[0], custom_id: "kitten" }] });
    const { addresses } = secretsOf({ plan: planned(desired, live), desired, live }, catalog);
    expect(addresses.has("reward/crown")).toBe(true);
  });

  it("unless something public uses it on either side", () => {
    const open = { achievements: [{ custom_id: "open", rewards: ["crown"] }] };
    const desired = desiredGame(chain(true));
    const live = liveGame({ ...open, rewards: [{ custom_id: "crown" }] });
    const { addresses } = secretsOf({ plan: planned(desired, live), desired, live }, catalog);
    expect(addresses.has("reward/crown")).toBe(false);
    expect(addresses.has("action/feed")).toBe(true);
  });

  it("and nothing is, where nothing is hidden", () => {
    const desired = desiredGame(chain(false));
    const secrets = secretsOf({ plan: planned(desired, liveGame({})), desired, live: liveGame({}) }, catalog);
    expect(secrets).toEqual(NO_SECRETS);
  });
});

describe("of a game that could not be planned", () => {
  const crown = (id: string, secret: boolean): string => `rewards:
  - { custom_id: ${id}, name: ${MARK} of thorns }
achievements:
  - { custom_id: s${id}, name: The ${MARK}, is_secret: ${secret}, rewards: [${id}] }
`;
  const live = {
    rewards: [{ custom_id: "r", name: `${MARK} of thorns` }],
    achievements: [{ custom_id: "s", name: `The ${MARK}`, is_secret: true, rewards: ["r"] }],
  };

  it.each([true, false])("taken names are masked; secret in the manifests: %s", async (secret) => {
    const moved = "moved:\n  - { kind: achievement, from: s, to: sr9 }\n";
    for (const text of secret ? [crown("r9", true)] : [crown("r9", false) + moved]) {
      const game = await inGame({ manifests: { "game.yaml": text }, live });
      for (const argv of [
        ["plan", "--no-prune"],
        ["apply", "--yes", "--no-prune"],
      ]) {
        const { stdout, exit } = await game.run([...argv, "--format", "markdown"]);
        expect(exit).toBe(4);
        expect(stdout).toContain("`taken-name`");
        expect(stdout).not.toContain(MARK);
      }
    }
  });

  it("the names of two groups that only a secret uses are hidden while the manifests are invalid", async () => {
    const group = (id: string): string => `  - { custom_id: ${id}, name: All ${MARK} fed, operator: and }\n`;
    const text = `criteria_groups:\n${group("g")}${group("h")}achievements:
  - { custom_id: s, name: S, is_secret: true, custom_criteria_group_id: g }\n`;
    const game = await inGame({ manifests: { "game.yaml": text } });
    const { stdout, exit } = await game.run(["plan", "--format", "markdown"]);
    expect(exit).toBe(3);
    expect(stdout).toContain("`duplicate-name`");
    expect(stdout).not.toContain(MARK);
  });
});

/** A secret achievement, with everything that it alone uses: each text has the mark. */
const GAME = (points: number, threshold: number): string => `actions:
  - { custom_id: pray, name: Pray ${MARK}, description: "${MARK} at the altar", custom_data: { hint: ${MARK} } }
  - { custom_id: slay, name: Slay }
criteria:
  - { custom_id: prayed, name: ${MARK} prayed, custom_action_id: pray, rule: "gte:777000${threshold}", streak: "days:${threshold + 600}", conditions: { operator: and, groups: [{ operator: and, conditions: ["activityData:god,eq,${MARK}"] }] } }
  - { custom_id: slain, name: Slain, custom_action_id: slay, rule: "gte:${threshold}" }
criteria_groups:
  - { custom_id: prayers, name: ${MARK} prayers, criteria: [prayed] }
  - { custom_id: kills, name: Kills, criteria: [slain] }
rewards:
  - { custom_id: crown, name: Crown of ${MARK}, description: "For ${MARK}" }
achievements:
  - custom_id: saint
    name: ${MARK} the saint
    description: "Pray 7 times to ${MARK}"
    is_secret: true
    points: ${points}
    custom_criteria_group_id: prayers
    rewards: [crown]
    custom_data: { ${MARK}: [${MARK}] }
  - { custom_id: slayer, name: Slayer, points: ${points}, custom_criteria_group_id: kills }
`;

describe("on the command line", () => {
  const PAGES = [
    "plan",
    "plan --fail-on harder --fail-on easier --fail-on value --fail-on mixed --fail-on unknown",
    "report",
    "graph",
  ];
  const LINES = [...PAGES, "apply --yes --fail-on harder", "pull --yes", "lint", "validate", "changelog --base HEAD"];
  it.each([...LINES.map((line) => [line, "markdown"]), ...PAGES.map((line) => [line, "html"])])(
    "%s --format %s shows nothing of a secret but its ids",
    async (line, format) => {
      const cwd = await scratchFolder();
      const project = "version: 1\ngames: { demo: { manifests: game, environments: { local: { embedded: true } } } }\n";
      await writeFiles(cwd, { "laurel.yaml": project, "game/game.yaml": GAME(5, 5) });
      const run = (...argv: readonly string[]) => runCli(argv, { cwd, env: GIT_ENV });
      const first = await run("apply", "--yes");
      expect(first.exit, first.stderr).toBe(0);
      commitAll(cwd);
      await writeFiles(cwd, { "game/game.yaml": GAME(50, 9) });
      const { stdout, stderr } = await run(...line.split(" "), "--format", format);
      expect(stdout, stderr).not.toBe("");
      expect(stdout).not.toContain(MARK);
      // What it takes is no text of the game's: a threshold, a streak, an effort.
      expect(stdout).not.toMatch(/777,?000|days:60|60[59] days|\b605 ?×/);
    },
  );

  it("plan --format markdown masks, and --reveal-secrets shows", async () => {
    const game = await inGame({ manifests: { "game.yaml": GAME(5, 5) } });
    const masked = await game.run(["plan", "--format", "markdown"]);
    expect(masked.exit).toBe(0);
    expect(masked.stdout).toContain("`achievement/saint`");
    expect(masked.stdout).not.toContain(MARK);
    expect((await game.run(["plan", "--format", "markdown", "--reveal-secrets"])).stdout).toContain(MARK);
  });
});
