/** The check of manifests against the parsing of the same files. */
import { figure, section } from "./figures.js";
import { floor, MAIN, measure } from "./measure.js";
import { TARGETS } from "./targets.js";

/** @type {import("./main.js").Measurement} */
export async function validate({ games, service, sizes, roundsFor }) {
  const figures = [];
  for (const size of sizes) {
    const folder = games.folder(size);
    const [parsing, laurel] = await measure(
      [
        { name: "parsing", words: [floor("validate"), folder] },
        {
          name: "laurel validate",
          words: [MAIN, "validate", "--project", games.project(size, service.url)],
        },
      ],
      roundsFor(size),
    );
    const mostMemory = size === 100_000 ? { mostMemory: TARGETS.memory } : {};
    const name = `${size.toLocaleString("en")} resources`;
    figures.push({
      ...figure(name, parsing, laurel, { most: TARGETS.validate, ...mostMemory }),
      size,
    });
  }
  const floorIs =
    "the same files, each read and given to `parse` of the yaml package, in a process of its own";
  return section({ name: "validate", title: "`laurel validate`", floor: floorIs, figures });
}
