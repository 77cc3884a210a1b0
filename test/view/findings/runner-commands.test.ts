/**
 * On GitHub, nothing from outside is carried out as a command of the runner, whatever laurel
 * prints.
 */
import { expect, it } from "vitest";
import { inGame } from "../../support/cli.ts";
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

it.each([
  ["::error::x", ["::error::"]],
  ["  ::set-output name=a::b", ["::set-output name=a::"]],
  ["text\r::add-mask::x", ["::add-mask::"]],
  ["before ##[group]x", ["##[group]x"]],
  ["##[no end", []],
  ["text ::error::x", []],
  [":: error", []],
])("the runner reads %j as %j", (line, commands) => {
  expect(commandsIn({ stdout: `${line}\n`, stderr: "" })).toEqual(commands);
  expect(commandsIn({ stdout: "", stderr: line })).toEqual(commands);
});

async function printed(argv: readonly string[], text: string, isOnGitHub = true) {
  const game = await inGame({
    manifests: { "game.yaml": text },
    live: { rewards: [{ custom_id: "egg", name: `Egg ${NASTY}` }] },
  });
  const { stdout, stderr } = await game.run(argv, {
    env: { ...game.env, GITHUB_ACTIONS: String(isOnGitHub) },
  });
  return { stdout, stderr: stderr.replaceAll(game.folder, "") };
}

it.each([
  ...[["validate"], ["plan"], ["plan", "--verbose"], ["apply", "--yes"]],
  ...["json", "sarif", "markdown"].map((format) => ["validate", "--format", format]),
  ...["json", "markdown"].flatMap((format) => [
    ["plan", "--format", format],
    ["apply", "--yes", "--format", format],
  ]),
  ["validate", "--game", `##[error] ${WORDS}`],
  ["plan", "--out", `##[error]${WORDS}`],
])("on GitHub, laurel commands the runner nothing: %s %s %s", async (...argv) => {
  for (const text of [VALID, INVALID]) {
    const { stdout, stderr } = await printed(argv, text);
    expect(stdout + stderr).not.toBe("");
    expect(commandsIn({ stdout, stderr })).toEqual([]);
  }
});

it("on GitHub, there are laurel's own annotations, without commands hidden in them", async () => {
  const { stdout, stderr } = await printed(["plan", "--format", "github"], INVALID);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) [^:]*::/);
  expect(stdout).not.toContain("##[");
  expect(commandsIn({ stdout: "", stderr })).toEqual([]);
});

it("on GitHub, values of JSON are as they are, and so is text where nothing looks like a command", async () => {
  const plansOf = async (isOnGitHub: boolean) => {
    const { plans } = JSON.parse(
      (await printed(["plan", "--format", "json"], VALID, isOnGitHub)).stdout,
    );
    return plans[0].steps;
  };
  expect(await plansOf(true)).toEqual(await plansOf(false));
  const plain = "rewards:\n  - { custom_id: a, name: 'A ##1 :: b' }\n";
  for (const isOnGitHub of [true, false])
    expect((await printed(["plan", "--verbose"], plain, isOnGitHub)).stdout).toContain(
      '"A ##1 :: b"\n',
    );
});
