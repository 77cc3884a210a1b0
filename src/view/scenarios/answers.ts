/** The answers of scenarios in words: expected and actual, and why as a tree of numbers. */
import type { Explained } from "../../analysis/scenarios/explain.ts";
import type { CheckAnswer, Why } from "../../analysis/scenarios/play-scenario.ts";
import { safeText } from "../render/safe-text.ts";
import type { Style } from "../render/style.ts";

/** `expected first-blood to be earned by player, but it is not` */
export function headlineOf({ expectation, outcome }: CheckAnswer): string {
  return safeText(`expected ${expectation.words}${outcome}`);
}

/** The trees that say why. `above`: trees above, to which these are added. */
export function detailLines({ why, step }: CheckAnswer, style: Style, above: Set<string>): readonly string[] {
  return why.flatMap((each) => whyLines(each, step !== undefined, style, above));
}

/** `isEarly`: whether steps follow that may still affect it. */
function whyLines(
  { achievement, explained }: Why,
  isEarly: boolean,
  style: Style,
  above: Set<string>,
): readonly string[] {
  const id = safeText(achievement);
  if (explained === undefined) return [`${style.error("✗")} ${id}: no step affects it${isEarly ? " so far" : ""}`];
  const known = [id, ...explainedLines(explained, style)].join("\n");
  if (above.has(known)) return [style.muted(`${id}: as above`)];
  above.add(known);
  return explainedLines(explained, style, `${id} — `);
}

export function placeOf({ expectation: { place } }: CheckAnswer): string {
  return safeText(`${place.file}:${place.start.line}:${place.start.column}`);
}

/** One line for each part; the first one is the whole. `heading`: in front of its words. */
export function explainedLines(explained: Explained, style: Style, heading = ""): readonly string[] {
  const { of, custom_id, text, members } = explained;
  const lines = members.flatMap((member, index) => {
    const isLast = index === members.length - 1;
    return explainedLines(member, style).map((line, row) => {
      const branch = row === 0 ? (isLast ? "└─ " : "├─ ") : isLast ? "   " : "│  ";
      return style.muted(branch) + line;
    });
  });
  const name = of === "group" ? `group ${custom_id}` : custom_id;
  return [`${markOf(explained, style)} ${heading}${safeText(`${name}: ${text}`)}`, ...lines];
}

function markOf({ truth }: Explained, style: Style): string {
  if (truth === "yes") return style.create("✓");
  return truth === "no" ? style.error("✗") : style.warning("?");
}
