/** What a plan leaves alone, grouped by the reason, and what it could not compare. */
import { counted } from "../../manifest/wording.ts";
import type { Address, KeepReason, Kept, NotComparable } from "../../model/model.ts";
import { safeText } from "../form/safe-text.ts";
import { hanging, type TextView, wrapText } from "../form/text-layout.ts";

/** Resources listed for each reason, unless everything is asked for. */
const SHOWN = 10;
/** Columns in front of the rest of a line. */
const HANGING = 6;

/** For each reason: what the resources are, for one and for several of them. */
const REASONS: Readonly<Record<KeepReason, (count: number) => string>> = {
  "not-pruned": (count) => `${staying(count)}, because prune is off:`,
  "still-referenced": (count) =>
    `${staying(count)}, because a kept resource still refers to ${count === 1 ? "it" : "them"}:`,
  "unseen-referrers": (count) =>
    `${staying(count)}, because the service does not return everything that may refer to ${count === 1 ? "it" : "them"}:`,
  "not-targeted": (count) =>
    `${counted(count, "resource")} ${count === 1 ? "differs but is" : "differ but are"} not targeted:`,
  ignored: (count) =>
    `${counted(count, "resource")} ${count === 1 ? "differs" : "differ"} in ignored fields (\`ignore\`):`,
  "create-only": (count) =>
    `${counted(count, "resource")} ${count === 1 ? "differs but is" : "differ but are"} not updated, because of \`create_only\`:`,
  forgotten: (count) => `${staysWith(count)} \`removed\` with \`keep: true\`:`,
};

/** Reasons to keep what no manifest declares. */
const UNDECLARED: readonly KeepReason[] = ["not-pruned", "still-referenced", "unseen-referrers"];

/** `3 live resources are not in any manifest and are kept`; undefined where there is none. */
export function undeclaredWords(kept: readonly Kept[]): string | undefined {
  const count = kept.filter(({ reason }) => UNDECLARED.includes(reason)).length;
  return count === 0 ? undefined : staying(count);
}

function staysWith(count: number): string {
  return `${counted(count, "live resource")} ${count === 1 ? "is" : "are"} kept by`;
}

function staying(count: number): string {
  return `${counted(count, "live resource")} ${count === 1 ? "is not in any manifest and is kept" : "are not in any manifest and are kept"}`;
}

/** What is kept for one reason, with the sentence that says so. */
export interface KeptGroup {
  readonly heading: string;
  readonly group: readonly Kept[];
}

/** The reasons that occur, each with its resources. */
export function keptGroups(kept: readonly Kept[]): readonly KeptGroup[] {
  return (Object.keys(REASONS) as KeepReason[]).flatMap((reason) => {
    const group = kept.filter((each) => each.reason === reason);
    return group.length === 0 ? [] : [{ heading: REASONS[reason](group.length), group }];
  });
}

/** One block of lines for each reason that occurs. */
export function renderKept(kept: readonly Kept[], view: TextView): readonly (readonly string[])[] {
  return keptGroups(kept).map(({ heading, group }) => {
    // What somebody gave up on purpose is said, and no more.
    if (group[0]?.reason === "forgotten" && !view.verbose) return hanging("", heading.replace(/:$/, "."), view.width);
    const shown = view.verbose ? group : group.slice(0, SHOWN);
    const more = group.length - shown.length;
    return [
      ...hanging("", heading, view.width),
      ...shown.flatMap((each) => renderKeptLine(each, view)),
      ...(more === 0 ? [] : [`  ${view.style.muted(`and ${more} more; --verbose lists all`)}`]),
    ];
  });
}

/** Before the addresses of what prune deletes while nothing is known of its history. */
export function unknownHeading(count: number): string {
  return `${counted(count, "deleted resource")} ${count === 1 ? "is" : "are"} not in any manifest and may have been created outside of git (\`--base COMMIT\` compares with an earlier commit):`;
}

/** What prune deletes, listed apart. */
export function renderUnknown(unknown: readonly Address[], view: TextView): readonly string[] {
  if (unknown.length === 0) return [];
  const shown = view.verbose ? unknown : unknown.slice(0, SHOWN);
  const more = unknown.length - shown.length;
  return [
    ...hanging("", unknownHeading(unknown.length), view.width).map(view.style.warning),
    ...shown.flatMap((address) => renderKeptLine({ address, reason: "not-pruned" }, view)),
    ...(more === 0 ? [] : [`  ${view.style.muted(`and ${more} more; --verbose lists all`)}`]),
  ];
}

/** Fields and links that the service does not show, said once. */
export function renderNotComparable(fields: readonly NotComparable[], view: TextView): readonly string[] {
  if (fields.length === 0) return [];
  return [
    ...hanging("", "Not compared, because the service does not return it:", view.width),
    ...fields.map(({ kind, field, resources }) => {
      const where = `${safeText(kind)}.${safeText(field)}`;
      return `  ${where} ${view.style.muted(`(${counted(resources, "resource")})`)}`;
    }),
  ];
}

/** The address, and what differs or refers to it. Harmless to print. */
export function keptLine({ address, by = [], fields = [] }: Kept): string {
  const referrers = by.length === 0 ? "" : ` used by ${by.map(safeText).join(", ")}`;
  const names = [...new Set(fields.map(({ path }) => path.split("/")[1] ?? ""))];
  const what = names.length === 0 ? "" : `: ${names.map(safeText).join(", ")}`;
  return safeText(address) + what + referrers;
}

function renderKeptLine(kept: Kept, view: TextView): readonly string[] {
  // The rest hangs deeper than lines begin, so that no id in it passes for one of them.
  const [first = "", ...rest] = wrapText(keptLine(kept), Math.max(20, view.width - HANGING));
  return [view.style.keep(`  ${first}`), ...rest.map((line) => view.style.muted(" ".repeat(HANGING) + line))];
}
