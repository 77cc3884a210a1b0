/** Somebody deletes resources between two requests of a plan: it is the plan for the game before or after that, or none. */
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { GAME_ID, inGame, TOKEN } from "../support/cli.ts";
import type { ServiceOptions } from "../support/service/service.ts";

const REWARDS = ["cup", "medal"].map((custom_id) => ({ custom_id, name: custom_id }));
const badge = (custom_id: string, rewards: readonly string[]) => ({ custom_id, name: `Badge ${custom_id}`, rewards });
const LIVE = { rewards: REWARDS, achievements: ["a", "b", "c"].map((id) => badge(id, ["cup"])) };
const WANTED = stringify({
  rewards: REWARDS,
  achievements: [badge("a", ["cup"]), badge("b", ["cup", "medal"]), badge("c", ["medal"])],
});

/** The steps of a plan during which the victims are deleted before the request of that number. */
async function planLosing(service: ServiceOptions, victims: readonly string[], before: number) {
  const game = await inGame({
    live: LIVE,
    manifests: { "game.yaml": WANTED },
    service: {
      ...service,
      door: async (index, carryOut) => {
        for (const id of index === before ? victims : []) {
          const path = `/v1/games/${GAME_ID}/achievements/${id}`;
          await game.service().app.request(path, { method: "DELETE", headers: { authorization: `Bearer ${TOKEN}` } });
        }
        return carryOut();
      },
    },
  });
  const { exit, stdout } = await game.run(["plan", "--detailed-exitcode", "--format", "json"]);
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
  const service = SERVICES[name] ?? {};
  const calm = await planLosing(service, [], 0);
  for (const victims of [["a"], ["b"], ["c"], ["a", "b"], ["a", "b", "c"]]) {
    const gone = await planLosing(service, victims, 1);
    expect(gone.end).toContain(victims.map((id) => `create achievement/${id}`).join());
    for (let before = 2; before <= calm.requests; before += 1) {
      const { end } = await planLosing(service, victims, before);
      expect([calm.end, gone.end], `${victims} before request ${before}`).toContain(end);
    }
  }
});
