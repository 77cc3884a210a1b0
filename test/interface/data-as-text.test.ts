/** Services that store `custom_data` as text, and show the text that was sent. */
import { expect, it } from "vitest";
import { inLiteralGame } from "./literal-game.ts";

const customData = { taken: "text", shown: "sent-text" } as const;

/** Rewards of which the first has other data than the second. */
function rewards(name: string, ...data: readonly [first: string, second: string]): string {
  const [first, second] = data;
  return `rewards:\n  - { custom_id: a, name: ${name}, ${first} }\n  - { custom_id: b, name: B, ${second} }\n`;
}

it("an ignored value stays as it is when another record has text that is no JSON", async () => {
  const game = await inLiteralGame({ variant: { customData } });
  await game.write(rewards("A", "custom_data: { icon: cup }", "description: Soft."));
  expect((await game.run("apply", "--yes")).exit).toBe(0);
  game.service.edit("rewards/b", { custom_data: "Ask Ada." });
  await game.write(rewards("Cup", "ignore: [custom_data]", "ignore: [custom_data]"));
  expect((await game.run("apply", "--yes")).exit).toBe(0);
  expect(game.service.state()).toMatchObject({
    "rewards/a": { name: "Cup", custom_data: { icon: "cup" } },
    "rewards/b": { custom_data: "Ask Ada." },
  });
});

it("a cleared value stays empty in later requests, and changes the reading of no other", async () => {
  const settings = "wire: { nulls: omit }";
  const game = await inLiteralGame({ variant: { customData, nulls: "refused" }, settings });
  await game.write(rewards("A", "custom_data: { icon: cup }", "custom_data: { level: 3 }"));
  expect((await game.run("apply", "--yes")).exit).toBe(0);
  for (const name of ["A", "Cup"]) {
    await game.write(rewards(name, "ignore: [description]", "custom_data: { level: 3 }"));
    const run = await game.run("apply", "--yes");
    expect(run.exit).toBe(0);
    expect(game.service.state()["rewards/a"]).not.toHaveProperty("custom_data");
    expect(game.service.writes().at(-1)?.body).not.toMatchObject({ custom_data: '""' });
    expect((await game.run("plan", "--detailed-exitcode")).exit).toBe(0);
  }
});
