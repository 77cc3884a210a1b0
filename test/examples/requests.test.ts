/** What the example costs in requests, counted at the service. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runCli, scratchFolder, TOKEN, testService, writeProject } from "../support/cli.ts";
import type { SeenRequest, ServiceOptions } from "../support/service/service.ts";

const MANIFESTS = fileURLToPath(new URL("../../examples/dungeon/game", import.meta.url));

async function counted(options: ServiceOptions) {
  const seen: SeenRequest[] = [];
  const service = await testService({ ...options, onRequest: (request) => seen.push(request) });
  const cwd = await scratchFolder();
  await cp(MANIFESTS, join(cwd, "game"), { recursive: true });
  await writeProject(cwd, { manifests: "game", base_url: service.url, game_id: "dungeon" });
  const count = async (...argv: readonly string[]) => {
    seen.length = 0;
    const { exit, stderr } = await runCli([...argv, "--prune"], { cwd, env: { LAUREL_API_TOKEN: TOKEN } });
    expect(exit, stderr).toBe(0);
    const reads = seen.filter(({ method }) => method === "GET");
    const lists = reads.filter(({ path }) => path.split("/").length === 5);
    return {
      lists: lists.length,
      refused: reads.filter(({ status }) => status === 400).length,
      below: reads.length - lists.length,
      writes: seen.length - reads.length,
    };
  };
  return { created: await count("apply", "--yes"), again: await count("plan", "--detailed-exitcode") };
}

it.each<[string, ServiceOptions, Awaited<ReturnType<typeof counted>>]>([
  [
    "that embeds all links",
    {},
    {
      created: { lists: 12, refused: 0, below: 0, writes: 290 },
      again: { lists: 6, refused: 0, below: 0, writes: 0 },
    },
  ],
  [
    "that refuses the words for reactions and rewards: each once in a run and once among others, and then the list of each resource",
    { includes: "known" },
    {
      created: { lists: 16, refused: 3, below: 111, writes: 290 },
      again: { lists: 10, refused: 3, below: 111, writes: 0 },
    },
  ],
  [
    "that shows links in its records and passes over what it is asked to embed",
    { profile: "members" },
    {
      created: { lists: 12, refused: 0, below: 3, writes: 291 },
      again: { lists: 6, refused: 0, below: 1, writes: 0 },
    },
  ],
])("a service %s", async (_, options, requests) => {
  expect(await counted(options)).toEqual(requests);
});
