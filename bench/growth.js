/** How ten times the resources show in time: from what the other sections measured. */
import { figure, section } from "./figures.js";
import { TARGETS } from "./targets.js";

/**
 * @param {readonly import("./figures.js").Section[]} sections
 * @param {readonly number[]} sizes those of the run; the largest is compared with a tenth of it
 */
export function growth(sections, sizes) {
  const most = Math.max(...sizes);
  const compared = [most / 10, most];
  const heads = compared.map((size) => size.toLocaleString("en"));
  const figures = sections.flatMap(({ name, figures: found }) => {
    const [small, large] = compared.map((size) => found.find((each) => each.size === size));
    if (small === undefined || large === undefined) return [];
    const { ratio: _, ...grown } = figure(`laurel ${name}`, small.measured, large.measured, {
      most: TARGETS.growth,
    });
    return [{ ...grown, ratio: large.measured.median / small.measured.median }];
  });
  return section({
    name: "growth",
    title: "Growth",
    floor: `laurel itself at ${heads.join(" resources, against ")}`,
    heads,
    figures,
  });
}
