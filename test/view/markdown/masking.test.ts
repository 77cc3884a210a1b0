/**
 * What is secret stays out of pages and results: it is marked, in random games and on the command
 * line, and the mark is looked for.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MASK, NO_SECRETS, secretsOf } from "../../../src/analysis/secrets.ts";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { JsonObject } from "../../../src/ground/json.ts";
import { diagnostic, type Errors } from "../../../src/model/diagnostics.ts";
import type { Address, DesiredGame, LiveGame } from "../../../src/model/model.ts";
import { causesOf } from "../../../src/plan/cause.ts";
import { refusals } from "../../../src/plan/hazards.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { maskImpact, maskKnown } from "../../../src/view/mask/mask.ts";
import { NOTHING_KNOWN } from "../../../src/workflow/game.ts";
import { plannedChange } from "../../plan/planning.ts";
import { arbitraryManifests, type Manifests } from "../../support/arbitrary-game.ts";
import { inGame, runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";
import {
  baseOf,
  desiredGame,
  type GameText,
  liveGame,
  shortHash,
  TARGET,
} from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import { commitAll, GIT_ENV } from "../../workflow/drift/repository.ts";
import { result, span } from "../sample-plans.ts";
import { renderApplyMarkdown, renderPlansMarkdown, shownGame } from "./pages.ts";

const MARK = "Xq7Marker";

const isHidden = ({ is_secret }: JsonObject): boolean => is_secret === true;
const achievementsIn = (game: GameText): readonly JsonObject[] => game.achievements ?? [];

/** The same game, where whatever a secret achievement says holds the mark. */
function marked(game: GameText, secret: ReadonlySet<string>, side: string): GameText {
  const achievements = achievementsIn(game).map((achievement) => {
    const id = String(achievement.custom_id);
    if (!secret.has(id)) return achievement;
    return {
      ...achievement,
      name: `${MARK} ${side} the ${id} of shadows`,
      description: `Nobody knows ${MARK} ${side} "${id}"\nof the second line ${MARK}`,
      custom_data: { [`${MARK}Key`]: [`${MARK} ${side} hint`, { deep: `${MARK}Deep` }] },
    };
  });
  return game.achievements === undefined ? game : { ...game, achievements };
}

/** Ids that are secret on one side, whatever they are called on the other. */
function secretIds(
  sides: readonly GameText[],
  { moved }: Manifests["entries"],
): ReadonlySet<string> {
  const ids = new Set(
    sides
      .flatMap((game) => achievementsIn(game).filter(isHidden))
      .map(({ custom_id }) => String(custom_id)),
  );
  for (const { kind, from, to } of [...moved, ...moved]) {
    if (kind === "achievement" && (ids.has(from) || ids.has(to))) ids.add(from).add(to);
  }
  return ids;
}

interface Sides {
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  readonly base: DesiredGame;
}

/**
 * The plan of the game, and an apply of it of which every step fails with what the service says.
 */
function pageFor({ desired, live, base }: Sides, prune: boolean): string {
  const how = { prune, dialect: DEFAULT_DIALECT };
  const { value, diagnostics } = makePlan(
    { target: TARGET, desired, live, catalog, hash: shortHash },
    how,
  );
  if (value === undefined)
    return renderPlansMarkdown([
      { game: "demo", environment: "test", diagnostics, known: NOTHING_KNOWN },
    ]);
  const { plan, effects, identification } = value;
  const games = { desired, live, base: baseOf(base), identification };
  const causes = causesOf(plan, games, catalog);
  const secrets = secretsOf({ planned: value, desired, live }, catalog);
  const game = {
    ...shownGame(plan, {
      refusals: refusals(plan.steps, { allowed: new Set(), effects }),
      causes,
      secrets,
    }),
    diagnostics,
  };
  const failed = plan.steps.map(({ id, action, address, fields }) => {
    const problem = diagnostic("step-failed", `The service said: ${JSON.stringify(fields)}`, {
      address,
    });
    return { id, action, address, status: "failed" as const, diagnostic: problem };
  });
  return renderPlansMarkdown([game]) + renderApplyMarkdown([{ result: result(failed), secrets }]);
}

describe("texts of secret achievements", () => {
  it("are on no page, whatever changes, for whatever reason", () => {
    const manifests = arbitraryManifests({ allKinds: true });
    let masks = 0;
    fc.assert(
      fc.property(manifests, manifests, manifests, fc.boolean(), (wanted, found, former, prune) => {
        const secret = secretIds([wanted.resources, found.resources], wanted.entries);
        const removed = wanted.entries.removed.map((entry) =>
          entry.kind === "achievement" && secret.has(entry.custom_id)
            ? { ...entry, reason: MARK }
            : entry,
        );
        const desired = desiredGame(marked(wanted.resources, secret, "new"), {
          ...wanted.entries,
          removed,
        });
        const live = liveGame(marked(found.resources, secret, "old"));
        const base = desiredGame(marked(former.resources, secret, "base"), former.entries);
        const page = pageFor({ desired, live, base }, prune);
        expect(page).not.toContain(MARK);
        if (page.includes(`note: ${MASK}`)) masks += 1;
      }),
      runs(100),
    );
    expect(masks).toBeGreaterThan(0);
  });

  it("take the histories that earn them with them, and those of others that show a secret", () => {
    const historyOf = (address: Address, custom_action_id: string) => {
      const line = {
        class: "harder",
        address,
        sentence: "It takes more.",
        because: [],
        steps: [],
      } as const;
      return { ...line, witnesses: { harder: { steps: [{ custom_action_id }] } } } as never;
    };
    const secrets = {
      addresses: new Set<Address>(["achievement/shadow", "action/pray"]),
      unsure: new Set<never>(),
    };
    const concealed = maskImpact(
      [
        historyOf("achievement/open", "slay"),
        historyOf("achievement/open", "pray"),
        historyOf("achievement/shadow", "slay"),
      ],
      secrets,
    );
    expect(concealed.map(({ witnesses, sentence }) => [witnesses !== undefined, sentence])).toEqual(
      [
        [true, "It takes more."],
        [false, `achievement/open ${MASK}.`],
        [false, `achievement/shadow ${MASK}.`],
      ],
    );
  });

  it("are hidden with all that the service says about them, however it writes it", () => {
    const live = liveGame({
      achievements: [{ custom_id: "shadow", is_secret: true, name: "The Shadow Walker" }],
    });
    const saidAbout = (address: Address) => {
      const problem = diagnostic("step-failed", "shadow walker is taken", {
        address,
        help: ["no shadow walker"],
      });
      return JSON.stringify(maskKnown([problem], secretsOf({ live }, catalog)));
    };
    expect(saidAbout("achievement/shadow")).not.toContain("walker");
    expect(saidAbout("achievement/shadow")).toContain("The message is hidden");
    expect(saidAbout("achievement/other")).toContain("walker");
  });

  it("are left out of the problems of a game that could not be planned, because which are secret is unknown", () => {
    const primary = { span: span(3, 1, 1, "game.yaml"), text: `another has the name "${MARK}"` };
    const problems: Errors = [
      diagnostic("syntax-error", `"${MARK}" is not allowed here.`, {
        primary,
        help: [`quote it: "${MARK}"`],
      }),
      // What only secrets use is secret, too, whatever its kind, if achievements can lead to it.
      ...(
        ["achievement/a", "reward/a", "criteria_group/a", "criterion/a", "action/a"] as const
      ).map((address) =>
        diagnostic("duplicate-name", `Another has the name "${MARK}".`, { address, primary }),
      ),
      diagnostic("long-in-bytes", `"${MARK}" and "${MARK.toLowerCase()}" differ only in case.`, {
        primary,
      }),
      diagnostic("unknown-field", 'A leaderboard has no field "icon".', {
        address: "leaderboard/a",
        primary,
      }),
    ];
    const page = renderPlansMarkdown([
      { game: "demo", diagnostics: problems, known: NOTHING_KNOWN },
    ]);
    expect(page).not.toContain(MARK);
    expect(page).toContain(
      "**Duplicate name** (`duplicate-name`) at `game.yaml:3` (`achievement/a`)",
    );
    expect(page).toContain(
      "(`unknown-field`) at `game.yaml:3` (`leaderboard/a`): A leaderboard has no",
    );
    expect(
      renderPlansMarkdown(
        [{ game: "demo", diagnostics: problems, known: NOTHING_KNOWN }],
        [],
        true,
      ),
    ).toContain(MARK);
  });
});

describe("what only secrets use is secret, too", () => {
  const chain = (is_secret: boolean): GameText => ({
    actions: [{ custom_id: "feed", name: "Feed the cat" }],
    criteria: [{ custom_id: "fed", name: "Cat fed", custom_action_id: "feed" }],
    criteria_groups: [{ custom_id: "cats", name: "All cats fed", criteria: ["fed"] }],
    rewards: [{ custom_id: "crown", name: "Crown of cats" }],
    achievements: [
      {
        custom_id: "cat",
        name: "Cat",
        is_secret,
        custom_criteria_group_id: "cats",
        rewards: ["crown"],
      },
    ],
  });
  const secretsIn = (desired: DesiredGame, live: LiveGame) =>
    secretsOf({ planned: plannedChange(desired, live), desired, live }, catalog);

  it("also when the secret gets another id, and was public before", () => {
    const desired = desiredGame(chain(true), {
      moved: [{ kind: "achievement", from: "kitten", to: "cat" }],
    });
    const before = chain(false);
    const live = liveGame({
      ...before,
      achievements: [{ ...before.achievements?.[0], custom_id: "kitten" }],
    });
    expect(secretsIn(desired, live).addresses).toContain("reward/crown");
  });

  it("unless something public uses it on either side", () => {
    const open = {
      achievements: [{ custom_id: "open", rewards: ["crown"] }],
      rewards: [{ custom_id: "crown" }],
    };
    const { addresses } = secretsIn(desiredGame(chain(true)), liveGame(open));
    expect(addresses).not.toContain("reward/crown");
    expect(addresses).toContain("action/feed");
  });

  it("and nothing is, where nothing is hidden", () => {
    expect(secretsIn(desiredGame(chain(false)), liveGame({}))).toEqual(NO_SECRETS);
  });
});

describe("of a game that could not be planned", () => {
  const crown = (secret: boolean): string => `rewards: [{ custom_id: r9, name: ${MARK} of thorns }]
achievements: [{ custom_id: sr9, name: The ${MARK}, is_secret: ${secret}, rewards: [r9] }]
`;
  const live = {
    rewards: [{ custom_id: "r", name: `${MARK} of thorns` }],
    achievements: [{ custom_id: "s", name: `The ${MARK}`, is_secret: true, rewards: ["r"] }],
  };
  const group = (id: string): string =>
    `{ custom_id: ${id}, name: All ${MARK} fed, operator: and }`;
  const twoGroups = `criteria_groups: [${group("g")}, ${group("h")}]
achievements: [{ custom_id: s, name: S, is_secret: true, custom_criteria_group_id: g }]
`;

  it.each([
    ["taken by what is secret in the manifests", crown(true), 4, "`taken-name`"],
    [
      "taken by what was secret",
      `${crown(false)}moved: [{ kind: achievement, from: s, to: sr9 }]\n`,
      4,
      "`taken-name`",
    ],
    ["of two groups that only a secret uses", twoGroups, 3, "`duplicate-name`"],
  ])("names are masked: %s", async (_, manifest, exit, code) => {
    const game = await inGame({ manifests: { "game.yaml": manifest }, live });
    for (const argv of [["plan"], ["apply", "--yes"]]) {
      const run = await game.run([...argv, "--no-prune", "--format", "markdown"]);
      expect(run.exit).toBe(exit);
      expect(run.stdout).toContain(code);
      expect(run.stdout).not.toContain(MARK);
    }
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

it("nothing of a secret but its ids is in what commands print, unless --reveal-secrets", async () => {
  const cwd = await scratchFolder();
  await writeProject(cwd, { manifests: "game" });
  await writeFiles(cwd, { "game/game.yaml": GAME(5, 5) });
  const run = (line: string) => runCli(line.split(" "), { cwd, env: GIT_ENV });
  expect(await run("apply --yes")).toMatchObject({ exit: 0 });
  commitAll(cwd);
  await writeFiles(cwd, { "game/game.yaml": GAME(50, 9) });
  const impacts =
    "--fail-on harder --fail-on easier --fail-on value --fail-on mixed --fail-on unknown";
  const pages = ["plan", `plan ${impacts}`, "report", "graph"].map(
    (line) => [line, ["markdown", "html"]] as const,
  );
  const markdown = [
    "apply --yes --fail-on harder",
    "lint",
    "validate",
    "changelog --base HEAD",
    "pull --yes",
  ];
  const all = [
    ["plan", ["text", "json"]],
    ...pages,
    ...markdown.map((line) => [line, ["markdown"]] as const),
  ] as const;
  for (const [line, formats] of all) {
    for (const format of formats) {
      const { stdout, stderr } = await run(`${line} --format ${format}`);
      expect(stdout, line).not.toBe("");
      if (line.startsWith("plan")) expect(stderr).not.toContain(MARK);
      expect(stdout, line).not.toContain(MARK);
      // What it takes is no text of the game's: a threshold, a streak, an effort.
      expect(stdout, line).not.toMatch(/777,?000|days:60|60[59] days|\b605 ?×/);
      if (line !== "plan") continue;
      expect(stdout).toContain("achievement/saint");
      const revealed = await run(`${line} --format ${format} --reveal-secrets`);
      expect(revealed.stdout).toContain(MARK);
      expect(revealed.stdout).not.toContain(MASK);
    }
  }
});
