/** On GitHub, nothing from outside is carried out as a command of the runner, whatever laurel prints. */
import { describe, expect, it } from "vitest";
import { inGame, runCli } from "../../support/cli.ts";
import { commandsIn } from "./runner.ts";

const NASTY = "##[add-mask]sha256";
/** Words that are wrapped, so that any of them may come first in its line. */
const WORDS = Array.from({ length: 20 }, (_, index) => `::error::${index}`).join(" ");

const VALID = `# ${NASTY}
rewards: # ${NASTY}
  - { custom_id: egg, name: "##[set-output name=changes]false", description: "${WORDS}" } # ${NASTY}
  - { custom_id: nest, name: "::error::nest", custom_data: { "##[error]": "::stop-commands::x" } }
`;
const INVALID = `${VALID}  - { custom_id: bad, nmae: "${NASTY}" } # ##[error]oh
  - { custom_id: twice, nmae: "::error::nest" } # ::error::
`;
const LIVE = { rewards: [{ custom_id: "egg", name: `Egg ${NASTY}` }] };
const ENV = { GITHUB_ACTIONS: "true" };

const commands: readonly (readonly string[])[] = [
  ["validate"],
  ["validate", "--format", "json"],
  ["validate", "--format", "sarif"],
  ["validate", "--format", "markdown"],
  ["plan"],
  ["plan", "--verbose"],
  ["plan", "--format", "json"],
  ["plan", "--format", "markdown"],
  ["apply", "--yes"],
  ["apply", "--yes", "--format", "json"],
  ["apply", "--yes", "--format", "markdown"],
  ["validate", "--game", `##[error] ${WORDS}`],
  ["plan", "--out", `##[error]${WORDS}`],
];

describe("what laurel prints on GitHub", () => {
  it.each(commands)("commands the runner nothing: %s %s %s", async (...argv) => {
    for (const text of [VALID, INVALID]) {
      const game = await inGame({ manifests: { "game.yaml": text }, live: LIVE });
      const there =
        argv[0] === "validate"
          ? await runCli([...argv], { cwd: game.folder, env: ENV })
          : await game.run(argv, { env: { ...game.env, ...ENV } });
      expect(there.stdout + there.stderr).not.toBe("");
      expect(commandsIn(there)).toEqual([]);
    }
  });

  it("still has laurel's own annotations, without commands hidden in them", async () => {
    const game = await inGame({ manifests: { "game.yaml": INVALID }, live: LIVE });
    const { stdout, stderr } = await game.run(["plan", "--format", "github"], { env: { ...game.env, ...ENV } });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) [^:]*::/);
    expect(stdout).not.toContain("##[");
    expect(commandsIn({ stdout: "", stderr })).toEqual([]);
  });

  it("keeps the values of JSON as they are", async () => {
    const game = await inGame({ manifests: { "game.yaml": VALID }, live: LIVE });
    const there = await game.run(["plan", "--format", "json"], { env: { ...game.env, ...ENV } });
    const here = await game.run(["plan", "--format", "json"]);
    expect(JSON.parse(there.stdout)).toEqual(JSON.parse(here.stdout));
  });

  it("is as it is elsewhere where nothing looks like a command", async () => {
    const game = await inGame({ manifests: { "game.yaml": "rewards:\n  - { custom_id: a, name: 'A ##1 :: b' }\n" } });
    const there = await game.run(["plan", "--verbose"], { env: { ...game.env, ...ENV } });
    const here = await game.run(["plan", "--verbose"]);
    expect(there.stdout).toBe(here.stdout);
  });
});
