/**
 * What is wrong in files of scenarios: `problems.txt` holds texts, and below each its problems,
 * which `--update` writes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { designFrom, momentsOf, playOne, problemsIn } from "./play.ts";

const DESIGN = designFrom(`
actions: [{ custom_id: slay, name: Slay }]
achievements:
  - custom_id: ten
    name: Ten
    custom_criteria_group_id:
      { custom_id: ten, name: Ten, criteria: [{ custom_id: ten, name: Ten, custom_action_id: slay, rule: "gte:10" }] }
rewards: [{ custom_id: medal, name: Medal }]
leaderboards: [{ custom_id: fame, name: Fame, type: standard }, { custom_id: arena, name: Arena, type: custom }]
`);

const FILE = join(import.meta.dirname, "problems.txt");
const SORT = /^(step|expect|scenario|file): (.*)$/;

/**
 * A whole file of what a line has: a step or an expectation of line 3 or 4, a scenario from there,
 * or all of it.
 */
function fileOf(sort: string, text: string): string {
  if (sort === "file") return text;
  if (sort === "step") return fileOf("scenario", `steps: [${text}]\nexpect: { points: 0 }`);
  if (sort === "expect") return fileOf("scenario", `steps: [{ do: slay }]\nexpect: { ${text} }`);
  return `scenarios:\n  - name: it\n${text.replaceAll(/^/gm, "    ")}\n`;
}

it("problems are reported at their place, with what was probably meant", async () => {
  const lines = readFileSync(FILE, "utf8").trimEnd().split("\n");
  const texts = lines.filter((line) => SORT.test(line));
  const shown = texts.flatMap((line) => {
    const [, sort = "", text = ""] = SORT.exec(line) ?? [];
    return [line, ...problemsIn(fileOf(sort, text.replaceAll("\\n", "\n")), DESIGN)];
  });
  await expect(`${shown.join("\n")}\n`).toMatchFileSnapshot(FILE);
});

describe("a clock that is put forward", () => {
  it("moves what comes day by day, and only on that day; one that is put back shows a time twice, and the first is meant", () => {
    const moments = (at: string): readonly string[] => {
      const steps = `players: { lea: { time_zone: Europe/Vienna } }\nsteps: [{ do: slay, at: ${at}, times: 3, every: 1d }]`;
      const { scenario } = playOne(`${steps}\nexpect: { points: 0 }`, DESIGN);
      return momentsOf(scenario).map((moment) => new Date(moment).toISOString());
    };
    expect(moments("2026-03-28T02:30")).toEqual([
      "2026-03-28T01:30:00.000Z",
      "2026-03-29T01:30:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
    expect(moments("2026-10-24T02:30:15")).toEqual([
      "2026-10-24T00:30:15.000Z",
      "2026-10-25T00:30:15.000Z",
      "2026-10-26T01:30:15.000Z",
    ]);
  });
});

describe("actions that only the service knows", () => {
  it("can be done when a criterion names them", () => {
    const design = designFrom(`
criteria: [{ custom_id: c, name: C, custom_action_id: slay }]
criteria_groups: [{ custom_id: g, name: G, criteria: [c] }]
achievements: [{ custom_id: x, name: X, custom_criteria_group_id: g }]
`);
    expect(playOne("steps: [{ do: slay }]\nexpect: { earned: [x] }", design).passed).toBe(true);
    expect(
      problemsIn(
        "scenarios: [{ name: a, steps: [{ do: walk }], expect: { rewards: [r] } }]\n",
        design,
      ),
    ).toEqual([
      '1:38 dangling-reference there is no action "walk" | the manifests declare no actions, and nothing else is read here',
      '1:67 dangling-reference there is no reward "r" | the manifests declare no rewards, and nothing else is read here',
    ]);
  });
});
