/** Nothing is planned from a reading that was not complete: fail closed. */
import { describe, expect, it } from "vitest";
import { inGame } from "../support/cli.ts";
import type { Door, Fault, FaultEffect } from "../support/service/service.ts";

const live = {
  rewards: Array.from({ length: 11 }, (_, index) => ({
    custom_id: `coin-${index}`,
    name: `Coin ${index}`,
  })),
};
const manifests = { "game.yaml": "rewards:\n  - { custom_id: coin-0, name: Coin 0 }\n" };
/** Of the other ways to fail: the tests of lists. */
const effects: readonly FaultEffect[] = [
  { effect: "error-before", status: 404 },
  { effect: "html", status: 200 },
  { effect: "truncate" },
  { effect: "redirect", location: "https://elsewhere.example/" },
];

describe("Short pages, moving lists: laurel never plans from an incomplete read", () => {
  it.each(effects)("fails when page 2 ends with %j, under --prune", async (effect) => {
    const fault: Fault = { ...effect, when: { method: "GET", path: "/rewards$", from: 2 } };
    const game = await inGame({ manifests, live, service: { maxPageSize: 3, faults: [fault] } });
    const everything = ["--prune", "--allow", "mass-change"];
    const planned = await game.run(["plan", ...everything]);
    expect(planned.exit).toBe(1);
    expect(planned.stdout).toBe("");
    expect(planned.stderr).toMatch(/^error\[/m);
    const applied = await game.run(["apply", "--yes", ...everything]);
    expect(applied.exit).toBe(1);
    expect(game.writes()).toEqual([]);
  });

  /** Cuts lists after three records, and writes only this about the end. */
  const cutting =
    (envelope: object): Door =>
    async (_, carryOut, request) => {
      const answer = await carryOut();
      if (request.method !== "GET" || !/\/rewards$/.test(new URL(request.url).pathname))
        return answer;
      const { data } = (await answer.json()) as { data: readonly unknown[] };
      return Response.json({ data: data.slice(0, 3), ...envelope });
    };

  it.each<[object, string]>([
    [{ meta: { next_cursor: "b7" } }, "pages without end"],
    [{ meta: { per_page: 3 } }, "`meta.per_page` is 3, and the page has 3 records"],
    [{ links: { next: { page: 2 } } }, '`links.next` is {"page":2}'],
    [{ next: 2 }, "`next` is 2"],
    [{ has_more: true }, "`has_more` is true"],
    [{ total: 11 }, "`total` is 11, and the page has 3 records"],
  ])("fails when page 1 is followed by pages that only %j shows", async (envelope, words) => {
    const game = await inGame({ manifests, live, service: { door: cutting(envelope) } });
    const planned = await game.run(["plan", "--prune", "--allow", "mass-change"]);
    expect([planned.exit, planned.stdout]).toEqual([1, ""]);
    expect(planned.stderr).toContain("error[incomplete-read]");
    expect(planned.stderr.replace(/\s+/g, " ")).toContain(words);
  });

  it.each([
    {},
    { meta: { next_cursor: null } },
    { has_more: false },
    { links: { next: { href: null } } },
    { total: 3 },
  ])("takes a short page with %j as the whole list", async (envelope) => {
    const game = await inGame({ manifests, live, service: { door: cutting(envelope) } });
    expect((await game.run(["plan", "--prune", "--allow", "mass-change"])).stdout).toContain(
      "2 to delete",
    );
  });
});
