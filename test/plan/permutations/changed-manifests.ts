/**
 * An apply dies, and the manifests change before the next run. Judges which resource has which id
 * in the end.
 */
import type { JsonObject } from "../../../src/ground/json.ts";
import type { Diagnostic } from "../../../src/model/diagnostics.ts";
import type { DesiredGame, Plan, Step } from "../../../src/model/model.ts";
import { desiredGame, type GameText } from "../../support/games.ts";
import { ModelService, send } from "../../support/model-service.ts";
import { SERVICES, type ServiceShape } from "../../support/service-shapes.ts";
import { planned } from "./judge.ts";

/** The kinds whose resources exchange ids, with what each resource of them holds. */
export const SUBJECTS = {
  rewards: { kind: "reward", createOnly: undefined },
  achievements: { kind: "achievement", createOnly: undefined },
  leaderboards: { kind: "leaderboard", createOnly: "ordering" },
} as const;

/** What the author does after the apply died. */
export const CHANGES = ["revert", "revert-turned", "revert-kept", "further"] as const;

/**
 * By resource: where its id goes. An index at or above the number of resources is an id that
 * nothing had.
 */
export type Injection = readonly number[];

export interface Sequence {
  readonly subject: keyof typeof SUBJECTS;
  readonly service: keyof typeof SERVICES;
  /** The move of the apply that dies. */
  readonly first: Injection;
  /** Resources that the apply that dies replaces. */
  readonly replaced: readonly number[];
  readonly change: (typeof CHANGES)[number];
  /** For `further`: the move on top of the first one. */
  readonly second: Injection;
  readonly secondReplaced: readonly number[];
  /**
   * The resource that gets a new name with the first move; none at or above the number of
   * resources.
   */
  readonly renamed: number;
}

interface Version {
  readonly ids: Injection;
  readonly entries: readonly {
    readonly kind: string;
    readonly from: string;
    readonly to: string;
  }[];
  readonly smaller: readonly number[];
  readonly renamed: readonly number[];
}

const idAt = (place: number): string => "abcdefghijklmnopqrstuvwxyz"[place] ?? "";

/** What became of a sequence: done at once, or refused and finished by what the refusal says. */
export type End = "done" | "refused";

/** Counts what was tried. */
export interface Tally {
  kills: number;
  done: number;
  refused: number;
}

/**
 * Tries a sequence with a death after every request, and after every request of the run that
 * follows. Throws what is wrong.
 */
export function tryAll(sequence: Sequence, tally: Tally): void {
  const { subject, first } = sequence;
  const { kind, createOnly } = SUBJECTS[subject];
  const start = first.map((_, who) => who);
  const entriesOf = (from: Injection, to: Injection) =>
    from.flatMap((place, who) => {
      const goal = to[who] ?? place;
      return place === goal ? [] : [{ kind, from: idAt(place), to: idAt(goal) }];
    });
  const textOf = ({
    ids,
    smaller,
    renamed,
  }: Pick<Version, "ids" | "smaller" | "renamed">): GameText => ({
    [subject]: ids.map(
      (place, who): JsonObject => ({
        custom_id: idAt(place),
        name: renamed.includes(who) ? `New name ${idAt(who)}` : `Name ${idAt(who)}`,
        ...(createOnly === undefined ? {} : { type: "custom" }),
        ...(createOnly !== undefined && smaller.includes(who)
          ? { [createOnly]: "smaller-is-better" }
          : {}),
      }),
    ),
  });
  const gameOf = (version: Version): DesiredGame =>
    desiredGame(textOf(version), { moved: version.entries });
  const renamed = sequence.renamed < first.length ? [sequence.renamed] : [];
  const replaced = createOnly === undefined ? [] : sequence.replaced;
  const a: Version = { ids: start, entries: [], smaller: [], renamed: [] };
  const b: Version = { ids: first, entries: entriesOf(start, first), smaller: replaced, renamed };
  const turned = b.entries.map((entry) => ({ kind, from: entry.to, to: entry.from }));
  const goals: Readonly<Record<Sequence["change"], Version>> = {
    revert: a,
    "revert-turned": { ...a, entries: turned },
    "revert-kept": { ...a, entries: b.entries },
    further: {
      ids: sequence.second,
      entries: [...b.entries, ...entriesOf(first, sequence.second)],
      smaller: createOnly === undefined ? [] : [...replaced, ...sequence.secondReplaced],
      renamed,
    },
  };
  const goal = goals[sequence.change];
  // Manifests in which two entries have an id in common on one side are invalid.
  const sides = [goal.entries.map(({ from }) => from), goal.entries.map(({ to }) => to)];
  if (sides.some((ids) => new Set(ids).size < ids.length)) return;
  const live = new ModelService(SERVICES[sequence.service] as ServiceShape, "ignored").fill(
    textOf(a),
  );
  const whole = planned(gameOf(b), live).value;
  if (whole === undefined || whole.steps.length === 0) return;
  for (let most = 1; most < whole.steps.length; most += 1) {
    const killed = live.copy();
    send(killed, whole.steps, { most });
    tally.kills += 1;
    const when = `killed after ${idsOf(whole, most)}`;
    try {
      const end = goOn({
        killed,
        goal: gameOf(goal),
        before: gameOf(b),
        ids: goal.ids,
        kind,
        tally,
        sequence,
      });
      tally[end] += 1;
    } catch (error) {
      throw new Error(`${when}, live ${shown(killed, kind)}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

interface Going {
  readonly killed: ModelService;
  readonly goal: DesiredGame;
  readonly before: DesiredGame;
  readonly ids: Injection;
  readonly kind: string;
  readonly tally: Tally;
  readonly sequence: Sequence;
  /** Whether the run that died was finished: then what it replaces is gone. */
  readonly isFinished?: boolean;
}

function goOn(going: Going): End {
  const { killed, goal, sequence } = going;
  const made = planned(goal, killed);
  if (made.value === undefined) {
    const finished = killed.copy();
    finishAsSaid(going, finished, made.diagnostics);
    judge({ ...going, isFinished: true }, finished, killed);
    return "refused";
  }
  const { steps } = made.value;
  for (let most = 1; most <= steps.length; most += 1) {
    const again = killed.copy();
    send(again, steps, { most });
    // Manifests that name an id and have an entry that moves it away may need the entry that the
    // refusal proposes.
    if (most < steps.length && isUntold(sequence)) applyWithEntries(goal, again);
    else if (most < steps.length)
      applyAll(goal, again, `killed again after ${idsOf(made.value, most)}`);
    judge(going, again, killed);
  }
  if (steps.length === 0) judge(going, killed, killed);
  const left = planned(goal, lastOf(killed, steps)).value?.steps ?? [];
  if (left.length > 0) throw new Error(`still to do: ${left.map(({ id }) => id)}`);
  return "done";
}

/** Whether the new manifests have no entry that leads a renamed resource back. */
function isUntold({ change }: Sequence): boolean {
  return change === "revert" || change === "revert-kept";
}

const REFUSALS: ReadonlySet<string> = new Set(["unfinished-run", "unclear-move", "taken-name"]);

/**
 * Does what a refusal says: adds entries where a name is taken, else finishes the run that died
 * and then applies the new manifests.
 */
function finishAsSaid(
  { goal, before, sequence }: Going,
  service: ModelService,
  diagnostics: readonly Diagnostic[],
): void {
  const codes = diagnostics.map(({ code }) => code);
  if (!codes.every((code) => REFUSALS.has(code)))
    throw new Error(`refused: ${diagnostics.map(({ code, detail }) => `${code}: ${detail}`)}`);
  if (codes.includes("taken-name")) {
    applyWithEntries(goal, service);
    return;
  }
  applyAll(before, service, "finishing");
  const moved = before.moved.map(({ from, to, ...entry }) => ({ ...entry, from: to, to: from }));
  applyWithEntries(isUntold(sequence) ? { ...goal, moved } : goal, service);
}

/**
 * Applies manifests; where a name is taken, adds the entry that the refusal proposes, as often as
 * it does.
 */
function applyWithEntries(desired: DesiredGame, service: ModelService): void {
  let goal = desired;
  for (let round = 0; round < 10; round += 1) {
    const made = planned(goal, service);
    const proposed = made.diagnostics.flatMap(({ code, help }) => {
      const found = help
        .map(String)
        .join(" ")
        .matchAll(/kind: (\w+), from: (\S+), to: (\S+) \}/g);
      return code !== "taken-name"
        ? []
        : [...found].map(([, kind = "", from = "", to = ""]) => ({ kind, from, to }));
    });
    if (made.value !== undefined || proposed.length === 0) break;
    const origin = { file: "game.yaml", line: 1, column: 1 };
    const added = new Map(proposed.map((entry) => [entry.from, { ...entry, origin }]));
    goal = {
      ...goal,
      moved: [...goal.moved.filter(({ from }) => !added.has(from)), ...added.values()],
    };
  }
  applyAll(goal, service, "with the proposed entries");
}

function lastOf(killed: ModelService, steps: readonly Step[]): ModelService {
  const end = killed.copy();
  send(end, steps);
  return end;
}

function applyAll(desired: DesiredGame, service: ModelService, when: string): void {
  const made = planned(desired, service);
  if (made.value === undefined) {
    throw new Error(
      `${when}: refused ${made.diagnostics.map(({ code, detail }) => `${code}: ${detail}`)}`,
    );
  }
  send(service, made.value.steps);
}

/** Every resource that was live has the id that the manifests give it, unless it was replaced. */
function judge(
  { ids, kind, sequence, isFinished }: Going,
  service: ModelService,
  killed: ModelService,
): void {
  const gone = new Set([
    ...(isFinished === true || sequence.change === "further" ? sequence.replaced : []),
    ...(sequence.change === "further" ? sequence.secondReplaced : []),
  ]);
  const wasLive = (who: number): boolean =>
    killed.all().some((record) => record.who === `${kind} ${idAt(who)}`);
  const isReplaced = (who: number): boolean =>
    SUBJECTS[sequence.subject].createOnly !== undefined && (gone.has(who) || !wasLive(who));
  for (const [who, place] of ids.entries()) {
    if (isReplaced(who)) continue;
    const found = service.find(kind, idAt(place))?.who;
    const expected = `${kind} ${idAt(who)}`;
    // Without entries of the new ids nothing shows that a renamed resource is the same one: it
    // stays, and a new one is made.
    const isMadeAnew = found?.includes(" made ") === true && isUntold(sequence);
    // Without entries and marks, a resource is the one of its id, whatever names are exchanged.
    const stays =
      killed.find(kind, idAt(place))?.who === found &&
      isUntold(sequence) &&
      !/~laurel-(?:moving|left)/.test(shown(killed, kind));
    if ((isMadeAnew || stays) && service.all().some((record) => record.who === expected)) continue;
    if (found !== expected)
      throw new Error(`${idAt(place)} is ${found} instead of ${expected}: ${shown(service, kind)}`);
  }
}

function shown(service: ModelService, kind: string): string {
  return service
    .all()
    .filter((record) => record.kind.name === kind)
    .map((record) => `${service.idOf(record)}=${record.who}(${record.values.name})`)
    .join(" ");
}

function idsOf({ steps }: Pick<Plan, "steps">, most: number): string {
  return steps
    .slice(0, most)
    .map(({ id }) => id)
    .join(", ");
}
