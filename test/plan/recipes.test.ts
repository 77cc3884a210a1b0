/**
 * Refusals of hazards name what allows them: each of it is followed here, and the hazard is refused
 * no longer.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { HazardName } from "../../src/model/model.ts";
import type { DocumentDiagnostic } from "../../src/view/json/diagnostics.ts";
import { type CliRun, inGame, type TestGame } from "../support/cli.ts";
import type { Contents } from "../support/service/panel.ts";
import { commitAll, GIT_ENV } from "../workflow/drift/repository.ts";

/** What a refusal of each hazard is about. */
interface Refused {
  readonly live: Contents;
  readonly manifest: string;
}

const many = (count: number, more = "") =>
  Array.from(
    { length: count },
    (_, index) => `  - { custom_id: r${index}, name: Reward ${index}${more} }\n`,
  ).join("");
const rewards = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    custom_id: `r${index}`,
    name: `Reward ${index}`,
  }));

const REFUSED: Readonly<Record<HazardName, Refused>> = {
  "deletes-player-data": {
    live: {
      actions: [
        { custom_id: "a", name: "A" },
        { custom_id: "b", name: "B" },
      ],
    },
    manifest: "actions:\n  - { custom_id: a, name: A }\n",
  },
  "replaces-player-data": {
    live: { leaderboards: [{ custom_id: "a", name: "A", type: "custom" }] },
    manifest:
      "leaderboards:\n  - { custom_id: a, name: A, type: custom, ordering: smaller-is-better }\n",
  },
  "breaks-earning": {
    live: {
      actions: [{ custom_id: "a", name: "A" }],
      criteria: [{ custom_id: "a", name: "A", custom_action_id: "a" }],
      criteria_groups: [{ custom_id: "a", name: "A", criteria: ["a"] }],
      achievements: [{ custom_id: "a", name: "A", custom_criteria_group_id: "a" }],
    },
    manifest: `actions: [{ custom_id: a, name: A }]
criteria: [{ custom_id: a, name: A, custom_action_id: a }]
criteria_groups: [{ custom_id: a, name: A, criteria: [a] }]
achievements: [{ custom_id: a, name: A }]
`,
  },
  "breaks-clients": {
    live: {
      actions: [
        { custom_id: "a", name: "A" },
        { custom_id: "b", name: "B" },
      ],
    },
    manifest: `actions: [{ custom_id: b, name: A }, { custom_id: c, name: B }]
moved:
  - { kind: action, from: a, to: b }
  - { kind: action, from: b, to: c }
`,
  },
  "reveals-secret": {
    live: { achievements: [{ custom_id: "a", name: "A", is_secret: true }] },
    manifest: "achievements: [{ custom_id: a, name: A }]\n",
  },
  "mass-change": { live: { rewards: rewards(12) }, manifest: `rewards:\n${many(12, "!")}` },
  "deletes-unknown": { live: { rewards: rewards(3) }, manifest: `rewards:\n${many(2)}` },
  "empties-kind": { live: { rewards: rewards(3) }, manifest: "rewards: []\n" },
};

interface Offer {
  readonly text: string;
  readonly lines: readonly string[];
}

async function refusalIn(game: TestGame, name: string, flags: readonly string[] = []) {
  const argv = ["plan", "--prune", "--base", "HEAD", "--format", "json", ...flags];
  const run: CliRun = await game.run(argv, { env: { ...GIT_ENV, ...game.env } });
  const { diagnostics } = JSON.parse(run.stdout) as {
    readonly diagnostics: readonly DocumentDiagnostic[];
  };
  const wrong = diagnostics.filter(
    ({ code, severity }) => severity === "error" && !(code in REFUSED),
  );
  expect(wrong).toEqual([]);
  return diagnostics.find(({ code }) => code === name);
}

/** The sentences of a problem's help with the lines to copy below each. */
function offersOf({ help }: DocumentDiagnostic): readonly Offer[] {
  const starts = help.flatMap((line, index) => (line.startsWith("  ") ? [] : [index]));
  return starts.map((start, index) => {
    const lines = help.slice(start + 1, starts[index + 1]).map((line) => line.slice(2));
    return { text: help[start] ?? "", lines };
  });
}

/** Does what is offered, as a person would, and returns the flags that it takes. */
async function follow(
  { text, lines }: Offer,
  game: TestGame,
  manifest: string,
): Promise<readonly string[]> {
  const [first = "", ...rest] = lines;
  if (first.startsWith("--")) return first.split(" ");
  if (text.includes("laurel.yaml")) {
    const path = join(game.folder, "laurel.yaml");
    const project = await readFile(path, "utf8");
    await writeFile(path, project.replace("{ manifests:", `{ ${first}, manifests:`));
    return [];
  }
  const kept = text.includes("in place of the entries")
    ? manifest.slice(0, manifest.indexOf(first))
    : manifest;
  await game.write({
    "game.yaml": `${kept}${[first, ...rest].join("\n").replaceAll("…", "Because")}\n`,
  });
  return [];
}

describe("a refusal is a recipe that works", () => {
  it.each(Object.entries(REFUSED))("%s", async (name, { live, manifest }) => {
    const game = await inGame({ live, manifests: { "game.yaml": manifest } });
    commitAll(game.folder);
    const project = await readFile(join(game.folder, "laurel.yaml"), "utf8");
    const refusal = await refusalIn(game, name);
    expect(refusal, name).toBeDefined();
    const offers = refusal === undefined ? [] : offersOf(refusal);
    expect(offers.length).toBeGreaterThan(0);
    for (const offer of offers) {
      const flags = await follow(offer, game, manifest);
      expect(await refusalIn(game, name, flags), offer.text).toBeUndefined();
      await writeFile(join(game.folder, "laurel.yaml"), project);
      await game.write({ "game.yaml": manifest });
    }
  });
});
