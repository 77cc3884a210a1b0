/** Applying a game to an empty one against the bare requests. */
import { figure, section } from "./figures.js";
import { floor, MAIN, measure } from "./measure.js";
import { leastToCreate } from "./requests.js";
import { TARGETS } from "./targets.js";

/** @type {import("./main.js").Measurement} */
export async function apply({ games, service, sizes, latencies, roundsFor }) {
  const figures = [];
  for (const latency of latencies) {
    for (const size of sizes.filter((each) => each <= (latency > 5 ? 1000 : 10_000))) {
      const target = ["--project", games.project(size, service.url)];
      const digests = new Set();
      const emptied = {
        before: async () => {
          await service.fill({ resources: 0, latency });
          await service.asked();
        },
        after: async () => {
          const { GET = 0, POST = 0 } = await service.asked();
          digests.add(await service.digest());
          return GET + POST;
        },
      };
      const [sending, laurel] = await measure(
        [
          {
            name: "sending",
            words: [floor("apply"), games.requests(size), service.url],
            ...emptied,
          },
          { name: "laurel apply", words: [MAIN, "apply", "--yes", ...target], ...emptied },
        ],
        roundsFor(size * 10),
      );
      if (digests.size > 1)
        throw new Error("laurel and the bare requests do not make the same game");
      const name = `${size.toLocaleString("en")} creations, ${latency} ms`;
      figures.push(
        figure(name, sending, laurel, { most: TARGETS.apply, least: leastToCreate(size) }),
      );
    }
  }
  const floorIs =
    "the empty lists fetched, the same bodies sent, the full lists fetched, all with undici over four connections; no manifest is read and nothing compared";
  return section({ name: "apply", title: "`laurel apply` of a new game", floor: floorIs, figures });
}
