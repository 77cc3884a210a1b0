/**
 * Somebody deletes resources between two requests of a plan: it is the plan for the game before or
 * after that, or none.
 */
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { GAME_ID, inGame, TOKEN } from "../support/cli.ts";
import type { Contents } from "../support/service/panel.ts";
import type { ServiceOptions } from "../support/service/service.ts";

const REWARDS = ["cup", "medal"].map((custom_id) => ({ custom_id, name: custom_id }));
const badge = (custom_id: string, rewards: readonly string[]) => ({
  custom_id,
  name: `Badge ${custom_id}`,
  rewards,
});
const LIVE = { rewards: REWARDS, achievements: ["a", "b", "c"].map((id) => badge(id, ["cup"])) };
const WANTED = stringify({
  rewards: REWARDS,
  achievements: [badge("a", ["cup"]), badge("b", ["cup", "medal"]), badge("c", ["medal"])],
});

interface Scene {
  readonly service: ServiceOptions;
  readonly live: Contents;
  readonly wanted: string;
}

/** The steps of a plan during which the victims are deleted before the request of that number. */
async function planLosing(
  { service, live, wanted }: Scene,
  victims: readonly string[],
  before: number,
) {
  const game = await inGame({
    live,
    manifests: { "game.yaml": wanted },
    service: {
      ...service,
      door: async (index, carryOut) => {
        for (const id of index === before ? victims : []) {
          const path = `/v1/games/${GAME_ID}/achievements/${id}`;
          await game
            .service()
            .app.request(path, { method: "DELETE", headers: { authorization: `Bearer ${TOKEN}` } });
        }
        return carryOut();
      },
    },
  });
  const { exit, stdout } = await game.run([
    "plan",
    "--prune",
    "--detailed-exitcode",
    "--format",
    "json",
  ]);
  const { plans, diagnostics } = JSON.parse(stdout);
  const ids = plans.flatMap(({ steps }: { steps: { id: string }[] }) => steps.map(({ id }) => id));
  const codes = diagnostics.map(({ code }: { code: string }) => code);
  return { requests: game.requests().length, end: `${exit} ${[...ids, ...codes]}` };
}

const SERVICES: Readonly<Record<string, ServiceOptions>> = {
  "embeds nothing": { includes: "none" },
  "embeds nothing and shows little on a page": { includes: "none", maxPageSize: 2 },
  "embeds all links": {},
  "has no link endpoints": { profile: "members" },
};

it.each(Object.keys(SERVICES))("on a service that %s", async (name) => {
  const scene = { service: SERVICES[name] ?? {}, live: LIVE, wanted: WANTED };
  const calm = await planLosing(scene, [], 0);
  for (const victims of [["a"], ["b"], ["c"], ["a", "b"], ["a", "b", "c"]]) {
    const gone = await planLosing(scene, victims, 1);
    expect(gone.end).toContain(victims.map((id) => `create achievement/${id}`).join());
    for (let before = 2; before <= calm.requests; before += 1) {
      const { end } = await planLosing(scene, victims, before);
      expect([calm.end, gone.end], `${victims} before request ${before}`).toContain(end);
    }
  }
});

/**
 * The manifests manage rewards only, so that achievements are read second: as long as one has a
 * medal, it is not pruned.
 */
it.each(Object.keys(SERVICES))(
  "of a kind that is not managed, on a service that %s",
  async (name) => {
    const achievements = [badge("a", ["cup"]), badge("b", ["cup", "medal"]), badge("c", ["medal"])];
    // Without a secret achievement in its list, a service that ignores the filter for them may have
    // others.
    const secret =
      SERVICES[name]?.profile === undefined ? [] : [{ ...badge("s", ["cup"]), is_secret: true }];
    const live = { rewards: REWARDS, achievements: [...achievements, ...secret] };
    const wanted = stringify({ rewards: REWARDS.filter(({ custom_id }) => custom_id === "cup") });
    const scene = { service: SERVICES[name] ?? {}, live, wanted };
    const calm = await planLosing(scene, [], 0);
    expect(calm.end).not.toContain("delete");
    for (const victims of [["a"], ["b"], ["b", "c"], ["a", "b", "c"]]) {
      const gone = await planLosing(scene, victims, 1);
      expect(gone.end.includes("delete reward/medal")).toBe(victims.includes("c"));
      for (let before = 2; before <= calm.requests; before += 1) {
        const { end } = await planLosing(scene, victims, before);
        expect([calm.end, gone.end], `${victims} before request ${before}`).toContain(end);
      }
    }
  },
);
