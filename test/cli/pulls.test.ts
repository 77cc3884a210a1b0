/**
 * When `pull` writes: after the changes were shown and agreed to, and before its result is printed.
 * An interruption at any moment leaves the files as they are.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliOptions, createSignals, inGame } from "../support/cli.ts";
import type { ServiceOptions } from "../support/service/service.ts";

const EMPTY = "rewards: []\n";
const LIVE = { rewards: [{ custom_id: "panel", name: "Panel" }] };

async function inChangedGame(onRequest: ServiceOptions["onRequest"] = () => undefined) {
  const game = await inGame({ live: LIVE, manifests: { "a.yaml": EMPTY }, onRequest });
  const path = join(game.folder, "manifests/a.yaml");
  return { game, path, text: () => readFile(path, "utf8") };
}

/** Runs a pull, and returns both streams in the order in which they were written. */
async function watched(line: string, options: Partial<CliOptions>) {
  const { game, text } = await inChangedGame();
  const seen: string[] = [];
  const onOutput = (output: string): void => void seen.push(output);
  const run = await game.run(line.split(" "), { ...options, onOutput });
  return { run, seen: seen.join(""), text: await text() };
}

describe("pull", () => {
  it.each([
    ["text", "-rewards: []", "stdout"],
    ["json", "-rewards: []", "stderr"],
    ["markdown", "-rewards: []", "stderr"],
  ] as const)("shows the changes before the question, as %s", async (format, change, stream) => {
    const { run, seen, text } = await watched(`pull --format ${format}`, { answers: ["yes"] });
    expect(run.exit).toBe(0);
    expect(run[stream]).toContain(change);
    expect(seen.indexOf(change)).toBeLessThan(seen.indexOf('Type "yes" to write 1 file:'));
    expect(seen.indexOf("Wrote 1 file.")).toBeGreaterThan(seen.indexOf('Type "yes"'));
    expect(text).toContain("panel");
    if (format !== "text") {
      const result = seen.indexOf(run.stdout);
      expect(result).toBeGreaterThan(seen.indexOf('Type "yes"'));
    }
  });

  it.each(["text", "json", "markdown"])("writes nothing after a no, as %s", async (format) => {
    const { run, text } = await watched(`pull --format ${format}`, { answers: ["no"] });
    expect([run.exit, text]).toEqual([1, EMPTY]);
    expect(run.stderr).toMatch(/Nothing was changed\.\n$/);
    if (format === "json") expect(JSON.parse(run.stdout).diagnostics).toEqual([]);
  });

  it("tells in its document that a file has changed meanwhile", async () => {
    const saved = "rewards: [{ custom_id: mine, name: Mine }]\n";
    let path = "";
    const game = await inChangedGame(() => void writeFile(path, saved));
    path = game.path;
    const run = await game.game.run(["pull", "--yes", "--format", "json"]);
    const { diagnostics } = JSON.parse(run.stdout);
    expect(diagnostics.map(({ code }: { readonly code: string }) => code)).toEqual([
      "file-changed",
    ]);
    expect([run.exit, await game.text()]).toEqual([4, saved]);
    expect(run.stderr).toContain("error[file-changed]");
  });

  it("writes nothing when it is interrupted at any request", async () => {
    for (let moment = 1, isDone = false; !isDone; moment += 1) {
      const signals = createSignals();
      let requests = 0;
      const { game, text } = await inChangedGame(() => {
        requests += 1;
        if (requests === moment) signals.send("SIGINT");
      });
      const run = await game.run(["pull", "--yes", "--format", "json"], { signals });
      isDone = requests < moment;
      if (!isDone) expect([moment, run.exit, await text()]).toEqual([moment, 130, EMPTY]);
      expect(() => JSON.parse(run.stdout)).not.toThrow();
    }
  });

  it("writes nothing when it is interrupted at its question", async () => {
    const signals = createSignals();
    const ask = async (): Promise<string> => {
      signals.send("SIGTERM");
      return "yes";
    };
    const { run, text } = await watched("pull", { signals, ask });
    expect([run.exit, text]).toEqual([143, EMPTY]);
  });
});
