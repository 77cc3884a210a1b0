/** Planning against fetching the same pages and parsing the same files. */
import { figure, section } from "./figures.js";
import { floor, MAIN, measure } from "./measure.js";
import { leastToRead } from "./requests.js";
import { TARGETS } from "./targets.js";

const NEVER = Number.POSITIVE_INFINITY;
/**
 * How many of the live resources differ: one in this number. The exit code shows that there are
 * changes.
 */
const CHANGES = [
  { what: "nothing to do", changed: NEVER, most: TARGETS.plan.nothing, exit: 0 },
  { what: "1 % changed", changed: 100, most: TARGETS.plan.some, exit: 2 },
  { what: "all changed", changed: 1, most: TARGETS.plan.all, exit: 2 },
];
/** That much may change: what is measured is the plan, not its refusal. */
const FLAGS = ["--detailed-exitcode", "--allow", "mass-change"];

/** @type {import("./main.js").Measurement} */
export async function plan({ games, service, sizes, latencies, roundsFor }) {
  const figures = [];
  for (const latency of latencies) {
    for (const size of sizes.filter((each) => latency === 0 || each <= 10_000)) {
      const folder = games.folder(size);
      const target = ["--project", games.project(size, service.url)];
      const changes = latency === 0 ? CHANGES : CHANGES.slice(0, 1);
      const filled = (changed) => ({
        before: async () => {
          await service.fill({ resources: size, changed, latency });
          await service.asked();
        },
        after: async () => (await service.asked()).GET ?? 0,
      });
      const [fetching, ...plans] = await measure(
        [
          { name: "fetching", words: [floor("plan"), folder, service.url], ...filled(NEVER) },
          ...changes.map(({ what, changed, exit }) => ({
            name: what,
            words: [MAIN, "plan", ...target, ...FLAGS],
            exit,
            ...filled(changed),
          })),
        ],
        roundsFor(size),
      );
      for (const [index, { what, most }] of changes.entries()) {
        const mostMemory = size === 100_000 ? TARGETS.memory : undefined;
        const name = `${size.toLocaleString("en")} resources, ${what}, ${latency} ms`;
        const targets = { most, mostMemory, least: leastToRead(size) };
        figures.push({ ...figure(name, fetching, plans[index], targets), size });
      }
    }
  }
  const floorIs =
    "the same files parsed with `parse` of the yaml package, then the same pages fetched with undici over four connections";
  return section({ name: "plan", title: "`laurel plan`", floor: floorIs, figures });
}
