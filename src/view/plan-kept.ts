/** What a plan leaves as it is, and what cannot be verified. */
import { counted, inDigits } from "../manifest/wording.ts";
import { partsOfAddress } from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import type { KeepReason, Kept, NotVerified, Plan } from "../model/model.ts";
import { type Block, code, list, paragraph, type Words } from "./render/document.ts";

/** Resources that text lists for each reason to keep them. */
const MOST_KEPT = 10;
/** Of a plan without steps: `The live game matches the manifests; 2 live resources are not in any manifest and are kept.` */
export function matchNote(
  { kept, not_verified }: Pick<Plan, "kept" | "not_verified">,
  matches: string,
  count = "",
): string {
  const where = not_verified.length === 0 ? "" : " as far as the service shows it";
  const undeclaredOnes = kept.filter(({ reason }) => UNDECLARED.includes(reason)).length;
  const others = undeclaredOnes === 0 ? "" : `; ${undeclared(undeclaredOnes)}`;
  return `${matches} the manifests${where}${count}${others}${not_verified.length === 0 ? "" : `; ${notVerifiedNote(not_verified.length)}`}.`;
}

export function notVerifiedNote(count: number): string {
  return `${counted(count, "resource")} could not be fully verified`;
}

/** Deleted resources of unknown history. */
export function unknownBlocks({ unknown = [] }: Plan): readonly Block[] {
  if (unknown.length === 0) return [];
  const what =
    unknown.length === 1
      ? "1 live resource that is in no manifest"
      : `${counted(unknown.length, "live resource")} that are in no manifest`;
  return [
    paragraph(`${what} will be deleted. Add \`--base COMMIT\` to see what was created outside git:`, {
      role: "warning",
    }),
    ...keptList(unknown.map((address) => [code(address)])),
  ];
}

function keptList(entries: readonly Words[]): readonly Block[] {
  return list("resource", entries, { most: MOST_KEPT }).map((block) => ({ ...block, isTight: true }) as Block);
}

/** The headings for one resource and for several. */
const REASONS: Readonly<Record<KeepReason, (count: number) => string>> = {
  "not-pruned": (count) => `${undeclared(count)}, because prune is off:`,
  "still-referenced": (count) =>
    `${undeclared(count)}, because a kept resource still refers to ${count === 1 ? "it" : "them"}:`,
  "unseen-referrers": (count) =>
    `${undeclared(count)}, because the service does not return everything that may refer to ${count === 1 ? "it" : "them"}:`,
  "not-targeted": (count) => `${differing(count)} but ${count === 1 ? "is" : "are"} not targeted:`,
  ignored: (count) => `${differing(count)} in ignored fields (\`ignore\`):`,
  "create-only": (count) =>
    `${differing(count)} but ${count === 1 ? "is" : "are"} not updated, because of \`create_only\`:`,
  forgotten: (count) =>
    `${counted(count, "live resource")} ${count === 1 ? "is" : "are"} kept by \`removed\` with \`keep: true\`:`,
};

/** Reasons to keep what no manifest declares. */
const UNDECLARED: readonly KeepReason[] = ["not-pruned", "still-referenced", "unseen-referrers"];

function undeclared(count: number): string {
  return `${counted(count, "live resource")} ${count === 1 ? "is not in any manifest and is kept" : "are not in any manifest and are kept"}`;
}

function differing(count: number): string {
  return `${counted(count, "resource")} ${count === 1 ? "differs" : "differ"}`;
}

export function keptTitle({ kept, not_verified }: Plan): string {
  const parts = [
    ...(kept.length > 0 ? [`${counted(kept.length, "resource")} kept`] : []),
    ...(not_verified.length > 0 ? [`${counted(not_verified.length, "resource")} not verified`] : []),
  ];
  return parts.join(", ") || "Resources of unknown history";
}

export function keptBlocks({ kept, not_verified }: Plan): readonly Block[] {
  const groups = (Object.keys(REASONS) as KeepReason[]).flatMap((reason) => {
    const group = kept.filter((each) => each.reason === reason);
    return group.length === 0 ? [] : [paragraph(REASONS[reason](group.length)), ...keptList(group.map(keptWords))];
  });
  return [...groups, ...notVerifiedBlocks(not_verified)];
}

/** The address, and what differs or refers to it. */
function keptWords({ address, by = [], fields = [] }: Kept): Words {
  const names = [...new Set(fields.map(({ path }) => path.split("/")[1] ?? ""))];
  const joined = (words: readonly string[]) =>
    words.flatMap((word, index) => (index === 0 ? [code(word)] : [", ", code(word)]));
  return [
    code(address, "keep"),
    ...(names.length === 0 ? [] : [": ", ...joined(names)]),
    ...(by.length === 0 ? [] : [" used by ", ...joined(by)]),
  ];
}

/** What could not be verified: a line for each kind and field, such as `achievement.rewards of 2 resources: dragon-slayer, first-blood`. */
export function notVerifiedBlocks(unseen: readonly NotVerified[]): readonly Block[] {
  if (unseen.length === 0) return [];
  const byField = new Map<string, string[]>();
  for (const { address, fields } of unseen) {
    const { kind, custom_id } = partsOfAddress(address);
    for (const field of fields) append(byField, `${kind}.${field}`, custom_id);
  }
  const entries = [...byField].map(([field, ids]): Words => {
    const more = ids.length > MOST_KEPT ? ` and ${inDigits(ids.length - MOST_KEPT)} more` : "";
    return [code(field), ` of ${counted(ids.length, "resource")}: ${ids.slice(0, MOST_KEPT).join(", ")}${more}`];
  });
  return [
    paragraph("Not verified, because the service does not return it:", { role: "warning" }),
    ...keptList(entries),
  ];
}
