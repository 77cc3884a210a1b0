/** Findings with one cause become one, which says how many there are. */
import { grouped } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";
import type { LintFinding, LintRule } from "./rule.ts";

/** The findings of one rule; those with the same cause, or of pairs that share a resource, as one. */
export function folded(
  { isPairwise }: Pick<LintRule, "isPairwise">,
  findings: readonly LintFinding[],
): readonly LintFinding[] {
  if (isPairwise === true) return clusters(findings).map(asOne);
  const [alone, caused] = [
    findings.filter(({ cause }) => cause === undefined),
    findings.filter(({ cause }) => cause !== undefined),
  ];
  return [...alone, ...[...grouped(caused, ({ cause }) => cause ?? "").values()].map(asOne)];
}

/** Shown by name in the text, and by place below it. */
const NAMED = 3;

function asOne(findings: readonly LintFinding[]): LintFinding {
  const [first, ...rest] = findings;
  if (first === undefined) throw new Error("a cause without a finding");
  if (rest.length === 0) return first;
  const shown = new Set(addressesOf(first).slice(0, 2));
  // A finding at the same resource adds no resource: it is counted only where no address distinguishes them.
  const more = [...new Set(rest.flatMap(addressesOf))].filter((address) => !shown.has(address));
  const names = more.slice(0, NAMED).map((address) => `"${address.slice(address.indexOf("/") + 1)}"`);
  const left = more.length - names.length;
  const list = left > 0 ? `${names.join(", ")} and ${left} others` : names.join(names.length > 2 ? ", " : " and ");
  const others = rest.filter((each) => "address" in each && more.includes(each.address)).slice(0, NAMED);
  return {
    ...first,
    text: more.length === 0 ? first.text : `${first.text}; the same holds for ${more.length} more: ${list}`,
    others: [...(first.others ?? []), ...others.map((each) => ({ ...each, text: "the same" }))],
  };
}

/** What the finding is about: its own resource, and for a pair the other one. */
function addressesOf(finding: LintFinding): readonly Address[] {
  const isPair = finding.cause === undefined;
  const others = (isPair ? (finding.others ?? []) : []).flatMap((each) => ("address" in each ? [each.address] : []));
  return [...("address" in finding ? [finding.address] : []), ...others];
}

/** Findings that are connected by the resources they are about. */
function clusters(findings: readonly LintFinding[]): readonly (readonly LintFinding[])[] {
  const leaders = new Map<Address, Address>();
  const leaderOf = (address: Address): Address => {
    const leader = leaders.get(address) ?? address;
    if (leader === address) return address;
    const top = leaderOf(leader);
    leaders.set(address, top);
    return top;
  };
  for (const finding of findings) {
    const [first, ...rest] = addressesOf(finding);
    if (first !== undefined) for (const other of rest) leaders.set(leaderOf(other), leaderOf(first));
  }
  const found = grouped(findings, (finding) => {
    const [first] = addressesOf(finding);
    return first === undefined ? "" : leaderOf(first);
  });
  return [...found.values()];
}
