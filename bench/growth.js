/** How ten times the resources show in time: from what the other sections measured. */
import { figure, section } from "./figures.js";
import { TARGETS } from "./targets.js";

/** @param {readonly import("./figures.js").Section[]} sections */
export function growth(sections) {
  const figures = sections.flatMap(({ name, figures: found }) => {
    const [small, large] = [10_000, 100_000].map((size) => found.find((each) => each.size === size));
    if (small === undefined || large === undefined) return [];
    const { ratio: _, ...grown } = figure(`laurel ${name}`, small.measured, large.measured, { most: TARGETS.growth });
    return [{ ...grown, ratio: large.measured.median / small.measured.median }];
  });
  return section({
    name: "growth",
    title: "Growth",
    floor: "laurel itself at 10,000 resources, against 100,000",
    heads: ["10,000", "100,000"],
    figures,
  });
}
