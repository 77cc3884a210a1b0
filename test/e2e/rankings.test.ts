/** Rankings of services that show pages in other ways, or refuse to be asked for them; and what is needed to ask. */
import { describe, expect, it } from "vitest";
import { inGame, runCli, scratchFolder, TOKEN, writeFiles, writeProject } from "../support/cli.ts";
import { listening } from "../support/listening.ts";

const PLAYERS = ["ada", "bob", "cyd", "dan", "eve", "fay", "gus"];
const ROWS = PLAYERS.map((custom_player_id, rank) => ({ time_span: "all-time", score: 9, rank, custom_player_id }));

interface Shape {
  readonly takesPages: boolean;
  readonly counts: boolean;
  readonly links: boolean;
  /** Rows on a page that nobody asked for. */
  readonly ownSize: number;
}

/** Answers every list with the rows, three at most on a page where sizes are asked for. */
function serve({ takesPages, counts, links, ownSize }: Shape): Promise<string> {
  return listening(async (request) => {
    const url = new URL(request.url);
    const asked = url.searchParams.get("page[size]");
    if (asked !== null && !takesPages) return Response.json({ message: "Unknown parameter." }, { status: 400 });
    const size = asked === null ? ownSize : Math.min(3, Number(asked));
    const number = Number(url.searchParams.get("page[number]") ?? url.searchParams.get("p") ?? 1);
    const pages = Math.ceil(ROWS.length / size);
    url.searchParams.set(takesPages ? "page[number]" : "p", String(number + 1));
    return Response.json({
      data: ROWS.slice((number - 1) * size, number * size),
      ...(counts ? { meta: { last_page: pages, total: ROWS.length, per_page: size, current_page: number } } : {}),
      ...(links ? { links: { next: number < pages ? url.href : null } } : {}),
    });
  });
}

async function rankings(url: string, ...flags: readonly string[]): ReturnType<typeof runCli> {
  const cwd = await scratchFolder();
  await writeProject(cwd, { base_url: url });
  return runCli(["rankings", "races", ...flags], { cwd, env: { LAUREL_API_TOKEN: TOKEN } });
}

describe("rankings are read to the end, or to the limit", () => {
  it.each<[string, Shape]>([
    ["pages with counts", { takesPages: true, counts: true, links: false, ownSize: 3 }],
    ["pages with counts and links", { takesPages: true, counts: true, links: true, ownSize: 3 }],
    ["pages with links only", { takesPages: true, counts: false, links: true, ownSize: 3 }],
    ["pages by links, while sizes are refused", { takesPages: false, counts: false, links: true, ownSize: 3 }],
    [
      "pages by links and counts, while sizes are refused",
      { takesPages: false, counts: true, links: true, ownSize: 3 },
    ],
    ["one page with counts, while sizes are refused", { takesPages: false, counts: true, links: false, ownSize: 50 }],
  ])("%s", async (_, shape) => {
    const url = await serve(shape);
    for (const limit of [1, 3, 5, 7, 100]) {
      const run = await rankings(url, "--format", "json", "--limit", String(limit));
      expect(run.exit, run.stderr).toBe(0);
      const rows = JSON.parse(run.stdout).rankings as { custom_player_id: string }[];
      expect(rows.map(({ custom_player_id }) => custom_player_id)).toEqual(PLAYERS.slice(0, limit));
      expect(run.stderr.includes("parameter-not-supported")).toBe(!shape.takesPages);
    }
  });

  it("or fail when there is no way to the rest, and say which rows there are", async () => {
    const url = await serve({ takesPages: false, counts: true, links: false, ownSize: 3 });
    const run = await rankings(url);
    expect(run).toMatchObject({ exit: 1, stdout: "" });
    expect(run.stderr).toContain("incomplete-read");
    expect(run.stderr).not.toContain("page_size");
    expect(run.stderr).toContain("--limit 3");
    expect((await rankings(url, "--limit", "3")).exit).toBe(0);
  });
});

describe("rankings need no manifests", () => {
  it("the folder may be missing", async () => {
    const game = await inGame({ live: { leaderboards: [{ custom_id: "races", name: "Races", type: "custom" }] } });
    const cwd = await scratchFolder();
    await writeProject(cwd, { manifests: "missing", base_url: game.service().url });
    expect((await runCli(["rankings", "nowhere"], { cwd, env: game.env })).exit).toBe(1);
    const run = await runCli(["rankings", "races"], { cwd, env: game.env });
    expect(run.exit, run.stderr).toBe(0);
  });
});

describe("a list whose end cannot be found", () => {
  it("gets advice that helps", async () => {
    const url = await serve({ takesPages: true, counts: false, links: false, ownSize: 3 });
    const cwd = await scratchFolder();
    await writeFiles(cwd, {
      "laurel.yaml": `version: 1\nservice: { base_url: "${url}", page_size: 3 }\ngames: { g: { manifests: m, environments: { live: { game_id: g } } } }\n`,
      "m/a.yaml": "rewards: []\n",
    });
    const run = await runCli(["plan"], { cwd, env: { LAUREL_API_TOKEN: TOKEN } });
    expect(run.exit).toBe(1);
    const text = run.stderr.replaceAll(/\s+/g, " ");
    expect(text).toContain("Raise `page_size` in the project file, or write `page_size: none`");
  });
});
