/** What a plan means to players, for people. What is more than texts and additions has a line of its own. */
import { countImpacts, gravestFirst, type Impact, type ImpactClass, isNotable } from "../../plan/impact.ts";
import { safeText } from "../text/safe-text.ts";
import type { Role } from "../text/style.ts";
import { hanging, type TextView } from "../text/layout.ts";

const ROLES: Readonly<Record<ImpactClass, Role>> = {
  cosmetic: "muted",
  additive: "create",
  easier: "create",
  value: "update",
  harder: "warning",
  revealing: "error",
  unknown: "warning",
  destructive: "error",
};

/** `1 harder, 2 cosmetic`: the gravest first. */
export function impactCounts(impacts: readonly Impact[]): string {
  return countImpacts(impacts)
    .map(([name, count]) => `${count.toLocaleString("en-US")} ${name}`)
    .join(", ");
}

/** One line for what needs no look, where that is all there is. */
export function renderQuietImpact(impacts: readonly Impact[], view: TextView): readonly string[] {
  if (impacts.length === 0 || isTold(impacts, view)) return [];
  return hanging("", `Impact on players: ${impactCounts(impacts)}.`, view.width);
}

/** A line for each impact that needs a look, or for all of them. Nothing where the one line says it. */
export function renderImpact(impacts: readonly Impact[], view: TextView): readonly string[] {
  if (!isTold(impacts, view)) return [];
  const shown = gravestFirst(view.verbose ? impacts : impacts.filter(isNotable));
  const width = Math.max(...shown.map((each) => each.class.length));
  return [
    view.style.strong(`Impact on players: ${impactCounts(impacts)}`),
    ...shown.flatMap((each) => {
      const [first = "", ...more] = hanging(" ".repeat(width + 4), safeText(each.sentence), view.width);
      const mark = view.style[ROLES[each.class]](each.class) + " ".repeat(width - each.class.length);
      return [`  ${mark}  ${first.slice(width + 4)}`, ...more];
    }),
  ];
}

function isTold(impacts: readonly Impact[], { verbose }: TextView): boolean {
  return impacts.length > 0 && (verbose || impacts.some(isNotable));
}
