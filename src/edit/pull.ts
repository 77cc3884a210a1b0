/**
 * Writes the live game into the texts of its manifests: each value in its place, by the smallest
 * edit. In: the parsed texts, and both sides. Out: new texts, which are read again and compared
 * before anybody sees them. `points: 30 # c` over a live 25 becomes `points: 25 # c`. With an
 * earlier commit as a base, only what was changed live since then is taken.
 *
 * Renames are found first, because targets, conflicts and references are about resources, whatever
 * their ids are. Then each value is merged, and live resources that manifests cannot express are
 * left out.
 */
import type { Catalog } from "../catalog/types.ts";
import { both } from "../ground/words.ts";
import { addressOf, inAddressOrder, kindNamed } from "../model/catalog-lookup.ts";
import {
  type Checked,
  type Diagnostic,
  diagnostic,
  type ErrorDiagnostic,
  type Errors,
  hasErrors,
  mapErrors,
  type Told,
  tellingOf,
} from "../model/diagnostics.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  FieldChange,
  Inventory,
  LiveGame,
  NotVerified,
} from "../model/model.ts";
import { compare } from "../plan/differences.ts";
import { notVerified } from "../plan/verify.ts";
import { decideRenames, type RenameDecisions } from "./decide-renames.ts";
import { type Edits, editGame, type GameText, type TextChange } from "./game-texts.ts";
import { hiddenProblems, inexpressible, leftOut, unreadProblems } from "./left-out.ts";
import { doubtfulRenames } from "./live-renames.ts";
import { type Merge, mergeLive } from "./merge.ts";
import { withNewIds } from "./new-ids.ts";
import type { LeftOut, PullInput } from "./pull-input.ts";

export type { PullInput } from "./pull-input.ts";

/** A declaration that changes. */
export interface PulledResource {
  readonly address: Address;
  readonly action: "update" | "add" | "remove" | "rename";
  readonly fields: readonly FieldChange[];
}

export interface Pull {
  readonly files: readonly TextChange[];
  /** In the order of the catalog. */
  readonly resources: readonly PulledResource[];
  /** Resources with a live change that is not taken, because the files are preferred. */
  readonly kept: readonly Address[];
  /**
   * Resources with a `moved` or `removed` entry that is not applied, and what an interrupted apply
   * has left.
   */
  readonly waiting: readonly Address[];
  /** Fields and links that the service does not show. */
  readonly notVerified: readonly NotVerified[];
  /** Number of live records that are left out. Each has an error. */
  readonly leftOut: number;
  /** The game of the new texts. */
  readonly desired: DesiredGame;
}

/**
 * Makes the new texts of manifests, and of overrides of the environment. Errors without a value:
 * conflicts, and what cannot be written. Errors with a value: live records that are left out.
 */
export function pullGame(input: PullInput, catalog: Catalog): Checked<Pull> {
  const reasons = new Map<Address, Told>();
  const unread = unreadRecords(input.live);
  for (;;) {
    const attempt = attemptPull(
      input,
      { ...unread, addresses: new Set([...unread.addresses, ...reasons.keys()]) },
      catalog,
    );
    if (attempt.pull !== undefined) return withLeftOut(attempt, { reasons, input }, catalog);
    if (attempt.odd.size === 0) return { diagnostics: attempt.problems };
    for (const [address, reason] of attempt.odd) reasons.set(address, reason);
  }
}

function unreadRecords({ unread = [], unseen = new Set() }: LiveGame): LeftOut {
  const identified = unread.flatMap(({ kind, custom_id }) =>
    custom_id === undefined ? [] : [addressOf(kind, custom_id)],
  );
  const unidentified = unread.flatMap(({ kind, custom_id }) =>
    custom_id === undefined ? [kind] : [],
  );
  const addresses = new Set(identified);
  return { addresses, unread: addresses, unidentified: new Set([...unidentified, ...unseen]) };
}

type PulledTexts = Omit<Pull, "leftOut">;

/**
 * New texts with the decisions that led to them. Otherwise resources to leave out in the next
 * attempt, or else errors.
 */
type PullAttempt =
  | {
      readonly pull: PulledTexts;
      readonly decisions: RenameDecisions;
      readonly merge: Merge;
      readonly doubts: readonly Diagnostic[];
    }
  | {
      readonly pull?: undefined;
      readonly odd: ReadonlyMap<Address, Told>;
      readonly problems: Errors;
    };

function attemptPull(input: PullInput, left: LeftOut, catalog: Catalog): PullAttempt {
  const { texts, environment = "", otherEnvironments = [], desired } = input;
  const decisions = decideRenames(input, left, catalog);
  const merge = mergeLive(input, { decisions, left }, catalog);
  const conflicts = [...decisions.conflicts, ...merge.conflicts];
  const none: ReadonlyMap<Address, Told> = new Map();
  if (hasErrors(conflicts)) return { odd: none, problems: conflicts };
  const { renames, entryEdits } = decisions;
  const newIds = new Map(renames.map(({ kind, from, to }) => [addressOf(kind, from), to]));
  const before = withNewIds(desired.resources, newIds, catalog);
  const { resources } = merge;
  const environments: Edits["environments"] = [environment, ...otherEnvironments];
  const edited = editGame(
    texts,
    { renames, entryEdits, before, after: resources, environments },
    catalog,
  );
  if (edited.value === undefined) {
    const renamed = new Set(renames.map(({ kind, to }) => addressOf(kind, to)));
    const isLeftOut = (address: Address): boolean => left.addresses.has(address);
    const sides = { before, after: resources, live: merge.live, renamed };
    const hasOwnChanges = input.base !== undefined;
    const values = { ...sides, managed: desired.managed, hasOwnChanges, isLeftOut };
    return {
      odd: inexpressible(values, catalog),
      problems: mapErrors(edited.diagnostics, (all) =>
        all.map((problem) => refused(problem, texts)),
      ),
    };
  }
  const { files, desired: after } = edited.value;
  const wrong = changesBetween(after.resources, resources, catalog).map(({ address }) => address);
  const detail = `${both(wrong)} would differ from what is live, or refer to something that was deleted live.`;
  if (wrong.length > 0) return { odd: none, problems: [refused({ detail }, texts)] };
  const changes = changesBetween(withFormerIds(before, renames), resources, catalog);
  const gone = [...before.values()].filter(({ address }) => !resources.has(address));
  const added = [...resources.values()].filter(({ address }) => !before.has(address));
  return {
    pull: {
      files,
      resources: changes,
      kept: [...decisions.kept, ...merge.kept],
      waiting: merge.waiting,
      notVerified: notVerified(after, input.live, catalog),
      desired: after,
    },
    decisions,
    merge,
    doubts: doubtfulRenames(gone, added, catalog),
  };
}

/** Adds an error for each live record that is left out. */
function withLeftOut(
  { pull, decisions, merge, doubts }: Extract<PullAttempt, { readonly pull: PulledTexts }>,
  { reasons, input }: { readonly reasons: ReadonlyMap<Address, Told>; readonly input: PullInput },
  catalog: Catalog,
): Checked<Pull> {
  const isChosen = (address: Address): boolean => decisions.isChosen(address);
  const problems = [
    ...unreadProblems(input.live, { isChosen, undecided: merge.undecided }),
    ...[...reasons].map(([address, reason]) => leftOut(address, reason, catalog)),
  ];
  const hidden = hiddenProblems(input.live, { isChosen, undecided: merge.undecided });
  return {
    value: { ...pull, leftOut: problems.length },
    diagnostics: [...doubts, ...hidden, ...problems],
  };
}

/** The renamed resources at their new addresses, with the ids that they had. */
function withFormerIds(
  renamed: Inventory<Desired>,
  renames: RenameDecisions["renames"],
): Inventory<Desired> {
  const resources = new Map(renamed);
  for (const { kind, from: custom_id, to } of renames) {
    const resource = renamed.get(addressOf(kind, to));
    if (resource === undefined) continue;
    resources.set(resource.address, {
      ...resource,
      custom_id,
      body: { ...resource.body, custom_id },
    });
  }
  return resources;
}

/** Lists the declarations that change, in the order of the catalog. */
function changesBetween(before: Inventory<Desired>, after: Inventory<Desired>, catalog: Catalog) {
  const all = inAddressOrder(new Map([...before, ...after]).values(), catalog);
  return all.flatMap(({ address, kind }): readonly PulledResource[] => {
    const old = before.get(address);
    const now = after.get(address);
    if (old === undefined || now === undefined)
      return [{ address, action: old ? "remove" : "add", fields: [] }];
    const fields = compare(kindNamed(catalog, kind), old, now);
    const action = old.custom_id === now.custom_id ? "update" : "rename";
    return fields.length === 0 ? [] : [{ address, action, fields }];
  });
}

/** The problem as a refusal that names files without lines: nobody has these texts. */
function refused(
  { address, detail, primary, about }: Pick<Diagnostic, "address" | "detail" | "primary" | "about">,
  texts: readonly GameText[],
): ErrorDiagnostic {
  const isNew = texts.every((text) => text.isNew === true || text.kindAt !== undefined);
  const help = [
    "change it on the service, for example in its admin panel, and pull again",
    ...(isNew ? [] : ["or leave it out: name what to pull with --target"]),
  ];
  const place = primary === undefined ? "" : ` in ${primary.span.source.name}`;
  const text = address ? `${address}${place}: ${detail}` : detail;
  return tellingOf(diagnostic("not-expressible", text, { address, help }), about?.flat() ?? []);
}
