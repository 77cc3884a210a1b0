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
  const count = async (...argv: readonly string[]): Promise<readonly number[]> => {
    seen.length = 0;
    const { exit, stderr } = await runCli([...argv, "--prune"], {
      cwd,
      env: { LAUREL_API_TOKEN: TOKEN },
    });
    expect(exit, stderr).toBe(0);
    const reads = seen.filter(({ method }) => method === "GET");
    const lists = reads.filter(({ path }) => path.split("/").length === 5);
    const refused = reads.filter(({ status }) => status === 400);
    return [lists.length, refused.length, reads.length - lists.length, seen.length - reads.length];
  };
  return {
    created: await count("apply", "--yes"),
    again: await count("plan", "--detailed-exitcode"),
  };
}

/**
 * Lists, those that are refused, requests below resources, and writes: of an apply, and of a plan
 * after it.
 */
it.each<[string, ServiceOptions, Awaited<ReturnType<typeof counted>>]>([
  ["that embeds all links", {}, { created: [12, 0, 0, 290], again: [6, 0, 0, 0] }],
  [
    "that refuses the words for reactions and rewards: each once in a run and once among others, and then the list of each resource",
    { includes: "known" },
    { created: [16, 3, 111, 290], again: [10, 3, 111, 0] },
  ],
  [
    "that shows links in its records and passes over what it is asked to embed",
    { profile: "members" },
    { created: [13, 0, 8, 291], again: [6, 0, 3, 0] },
  ],
])("a service %s", async (_, options, requests) => {
  expect(await counted(options)).toEqual(requests);
});
