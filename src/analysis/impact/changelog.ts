/**
 * Builds the changelog for players. In: a game before and after a change. Out: sentences about
 * achievements and leaderboards, without ids. Unless secrets are revealed, secret achievements are
 * only counted, and resources that only they use aren't named.
 */
import { catalog } from "../../catalog/index.ts";
import { inQuotes } from "../../ground/words.ts";
import type { WorkBudget } from "../../ground/work.ts";
import type { Address } from "../../model/model.ts";
import { MASK, secretsOf } from "../secrets.ts";
import { budgetWork, findImpact, type ImpactFinding } from "./game-impact.ts";
import type { ChangelogPart, Impact } from "./impacts.ts";
import { findResource, findResourceName, type Side } from "./sides.ts";

interface ChangelogEntry extends Pick<Impact, "class" | "sentence"> {
  readonly part: ChangelogPart;
}

interface Changelog {
  readonly entries: readonly ChangelogEntry[];
  /** Numbers of secret achievements, which are not named. */
  readonly secret: Readonly<Record<"new" | "changed" | "removed", number>>;
}

/** The changelog of a game since a commit. */
export interface GameChangelog extends Changelog {
  readonly game: string;
  /**
   * The chosen environment, if the game has several. Without a choice, the manifests are read
   * without overrides.
   */
  readonly environment?: string;
  readonly base: {
    readonly ref: string;
    readonly commit: string;
    /** Whether the commit has the game. If not, everything is new. */
    readonly has_game: boolean;
  };
  /** Sentences for the publisher. */
  readonly notes: readonly string[];
}

interface NewsOptions {
  /** Whether secrets are named. */
  readonly reveal: boolean;
  readonly work?: WorkBudget;
}

export function buildChangelog(
  before: Side,
  after: Side,
  { reveal, work = budgetWork(before, after) }: NewsOptions,
): Changelog {
  const entries: ChangelogEntry[] = [];
  const secret = { new: new Set<string>(), changed: new Set<string>(), removed: new Set<string>() };
  const names = findPublicNames(before, after);
  const findings = findImpact(
    before,
    after,
    reveal ? { work } : { findName: names.findName, work },
  );
  const noticed = findings.filter((finding) => isNoticed(finding, before, after));
  const rankByTopic = ({ topic }: ImpactFinding): number => (topic === "text" ? 1 : 0);
  // A new name comes before the sentences that use it.
  const addPublic = (finding: ImpactFinding, id: string): void => {
    const { class: name, topic } = finding;
    const part = findPart(topic);
    const was = before.design.achievements.get(id);
    const is = after.design.achievements.get(id);
    if ((is ?? was)?.is_secret === true) secret[part].add(id);
    // Players never saw a former secret, so a comparison with it is useless to them.
    else if (was?.is_secret !== true || name === "revealing") {
      const sentence = describeInPublic(finding, names.secrets, is?.name ?? id);
      entries.push({ part, class: name, sentence });
    }
  };
  for (const finding of noticed.sort((a, b) => rankByTopic(b) - rankByTopic(a))) {
    const { class: name, topic, sentence } = finding;
    const resource = findResource(finding.address, after, before);
    if (resource === undefined) continue;
    if (resource.kind === "leaderboard") entries.push({ part: "rankings", class: name, sentence });
    else if (reveal) entries.push({ part: findPart(topic), class: name, sentence });
    else addPublic(finding, resource.custom_id);
  }
  return {
    entries,
    secret: { new: secret.new.size, changed: secret.changed.size, removed: secret.removed.size },
  };
}

function findPart(topic: ImpactFinding["topic"]): "new" | "changed" | "removed" {
  return topic === "new" || topic === "removed" ? topic : "changed";
}

/** Finds the names that players may see. A resource has its name from a side where it is public. */
function findPublicNames(before: Side, after: Side) {
  const secrets = secretsOf({ desired: after, live: before }, catalog).addresses;
  const known = [after, before].map((side) => ({
    side,
    hidden: secretsOf({ desired: side }, catalog).addresses,
  }));
  const findName = (address: Address): string => {
    if (secrets.has(address)) return MASK;
    const open = known.find(
      ({ side, hidden }) => side.resources.has(address) && !hidden.has(address),
    );
    return open === undefined ? MASK : findResourceName(address, open.side);
  };
  return { secrets, findName };
}

/** Returns the sentence of a finding, or one without names if one of its names is secret. */
function describeInPublic(
  finding: ImpactFinding,
  secrets: ReadonlySet<Address>,
  achievement: string,
): string {
  const isPublic = (finding.names ?? []).every((used) => !secrets.has(used));
  return isPublic ? finding.sentence : describeWithoutNames(finding, achievement);
}

/** Describes a finding about an achievement without other names. */
function describeWithoutNames({ class: name, topic }: ImpactFinding, achievement: string): string {
  if (topic !== "earning") return `${inQuotes(achievement)} gives something else now.`;
  if (name === "easier") return `${inQuotes(achievement)} is easier to earn now.`;
  return name === "harder"
    ? `${inQuotes(achievement)} is harder to earn now.`
    : `${inQuotes(achievement)} is earned in another way now.`;
}

/** Whether players notice a change: of names and of earning, but not of other texts. */
function isNoticed(
  { address, topic, class: name }: ImpactFinding,
  before: Side,
  after: Side,
): boolean {
  const kind = findResource(address, after, before)?.kind;
  if (kind !== "achievement" && kind !== "leaderboard") return false;
  if (topic !== "text") return topic !== "earning" || name !== "cosmetic";
  const was = before.resources.get(address)?.body.name;
  return after.resources.get(address)?.body.name !== was;
}
