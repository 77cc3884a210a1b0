/**
 * The mask of a command: it decides what the command may show of each game. A view takes masked
 * values only, so that no form of a result can show a secret without `--reveal-secrets`. The mask
 * hides texts and conditions. It keeps ids: people name and allow changes by ids, and find them in
 * the manifests.
 */
import { type Impact, listImpactSubjects } from "../../analysis/impact/impacts.ts";
import { assumeSecrets, MASK, NO_SECRETS, type Secrets } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import { defined, memoizedBy } from "../../ground/collections.ts";
import { nameIn } from "../../ground/pointer.ts";
import { fieldNamed, kindAt, partsOfAddress } from "../../model/catalog-lookup.ts";
import { CODES } from "../../model/codes.ts";
import { type Diagnostic, hasErrors, type Label } from "../../model/diagnostics.ts";
import type { ApplyEvent, ApplyResult, StepResult } from "../../model/events.ts";
import {
  type Address,
  type DesiredGame,
  type FieldChange,
  HAZARDS,
  type Hazard,
  otherRequestOf,
  type PlannedRequest,
  type Step,
} from "../../model/model.ts";
import type { SourceFile, Span } from "../../model/source.ts";
import type { PlanCauses } from "../../plan/cause.ts";
import type { ChangedPart } from "../../project/changed.ts";
import {
  findKnownSecrets,
  type GameResult,
  type Games,
  type PlannedGame,
} from "../../workflow/game.ts";
import { findSecretLines } from "./lines.ts";

declare const masked: unique symbol;

/** A value without secrets, or with those that `--reveal-secrets` asked for. */
export type Masked<Value> = Value & { readonly [masked]: true };

/** Marks a value as masked. Only the masks of this folder call it. */
export function asMasked<Value>(value: Value): Masked<Value> {
  // The mark exists for the compiler alone.
  return value as Masked<Value>;
}

/** A game of a run. `secrets`: undefined if they are unknown, because manifests are invalid. */
interface MaskedGame {
  readonly game: string;
  readonly secrets: Secrets | undefined;
}

/**
 * The decision about everything that a command may show. It is made once, for all games of the
 * command.
 */
export interface Mask {
  /** Whether everything may be shown. */
  readonly isOpen: boolean;
  /** Returns the secrets of a game; undefined if they are unknown. */
  readonly secretsIn: (game: string) => Secrets | undefined;
}

/** Flags that decide on the mask. */
export interface MaskFlags {
  readonly revealSecrets?: boolean | undefined;
}

export function makeMask(games: readonly MaskedGame[], { revealSecrets }: MaskFlags): Mask {
  if (revealSecrets === true) return { isOpen: true, secretsIn: () => NO_SECRETS };
  const known = new Map(games.map((one) => [one.game, one]));
  return { isOpen: false, secretsIn: (game) => known.get(game)?.secrets };
}

/** The mask of a command without a game, or without a known one. */
export const MASK_OF_NO_GAME: Mask = makeMask([], {});

/** Makes the mask for games that were loaded. */
export function maskLoaded({ byGame }: Pick<Games<unknown>, "byGame">, flags: MaskFlags): Mask {
  const games = byGame.map(({ game, known }) => ({
    game,
    // A game without problems needs none of its resources for this.
    get secrets() {
      return findKnownSecrets(known);
    },
  }));
  return makeMask(games, flags);
}

// --- Problems

/** Problems of a run, as each kind of output may show them. */
export interface MaskedProblems {
  /** For logs and programs, with the mistakes in invalid manifests, so that people can fix them. */
  readonly all: readonly Masked<Diagnostic>[];
  /** For pages, which many people see: without words that may be secret. */
  readonly onPages: readonly Masked<Diagnostic>[];
}

export const NO_PROBLEMS: MaskedProblems = { all: [], onPages: [] };

/** Problems of a whole run, and problems of each game. */
export interface ProblemsOfRun {
  readonly general?: readonly Diagnostic[];
  readonly byGame: readonly {
    readonly game: string;
    readonly diagnostics: readonly Diagnostic[];
  }[];
}

export function maskProblems({ general = [], byGame }: ProblemsOfRun, mask: Mask): MaskedProblems {
  const parts = [
    maskWith(general, mask.isOpen ? NO_SECRETS : undefined),
    ...byGame.map(({ game, diagnostics }) =>
      diagnostics.length === 0 ? NO_PROBLEMS : maskWith(diagnostics, mask.secretsIn(game)),
    ),
  ];
  return joinProblems(...parts);
}

export function joinProblems(...parts: readonly MaskedProblems[]): MaskedProblems {
  return {
    all: parts.flatMap(({ all }) => all),
    onPages: parts.flatMap(({ onPages }) => onPages),
  };
}

/** Masks problems that are about no game, such as problems with flags or with files to write. */
export function maskGeneral(problems: readonly Diagnostic[], mask: Mask): MaskedProblems {
  return maskProblems({ general: problems, byGame: [] }, mask);
}

/** Masks problems for each kind of output. `secrets`: undefined if they are unknown. */
function maskWith(problems: readonly Diagnostic[], secrets: Secrets = UNKNOWN): MaskedProblems {
  const onPages = problems.map((problem) =>
    maskProblem(problem, mayRepeatUnread(problem, secrets) ? UNKNOWN : secrets),
  );
  return { all: maskKnown(problems, keepCertain(secrets)), onPages };
}

/** Returns the certain secrets, for logs and programs. */
function keepCertain(secrets: Secrets): Secrets {
  return secrets.unsure.size === 0 ? secrets : dropUnsure(secrets);
}

const dropUnsure = memoizedBy((secrets: Secrets): Secrets => ({ ...secrets, unsure: new Set() }));

/** Masks the problems of a game whose secrets are known. */
export function maskKnown(
  problems: readonly Diagnostic[],
  secrets: Secrets,
): readonly Masked<Diagnostic>[] {
  return problems.map((problem) => maskProblem(problem, secrets));
}

/** Possible secrets of an unknown game. */
export const UNKNOWN = assumeSecrets(catalog);

/**
 * Whether a problem may repeat text of a file that could not be read, so that the resources of the
 * text are unknown.
 */
function mayRepeatUnread({ code, address, primary }: Diagnostic, { addresses }: Secrets): boolean {
  if (addresses.size === 0 || address !== undefined || primary === undefined) return false;
  return CODES[code].outcome === "invalid" && !primary.span.source.isProject;
}

const HIDDEN =
  "The message is hidden because it may contain a secret. `--reveal-secrets` shows it.";

/**
 * Masks a problem: all of its words if it is about a secret, else only its lines about one. A frame
 * quotes no line of a secret.
 */
function maskProblem(problem: Diagnostic, secrets: Secrets): Masked<Diagnostic> {
  const { code, others, primary, detail, about } = problem;
  if (secrets.addresses.size + secrets.unsure.size === 0) return asMasked(problem);
  const isHidden = isUnsayable(problem, secrets);
  const lines = isHidden ? [HIDDEN] : maskLines(detail, about, secrets);
  const isWhole = lines.join("\n") === detail;
  const labelOf = (label: Label): Label => maskLabel(label, secrets, isHidden);
  const own = primary && labelOf(primary);
  // Advice about an invalid text repeats the text.
  const mayRepeat = !isWhole && CODES[code].outcome === "invalid";
  return asMasked({
    ...problem,
    detail: lines.join("\n"),
    help: isHidden || mayRepeat ? [] : problem.help,
    others: others.map(labelOf),
    ...defined({ primary: own && !isWhole ? { ...own, text: "" } : own }),
  });
}

/** Replaces the lines of a detail that reveal secrets by the addresses of the secrets. */
function maskLines(
  detail: string,
  about: Diagnostic["about"],
  { addresses }: Secrets,
): readonly string[] {
  return detail.split("\n").map((line, index) => {
    const secret = about?.[index]?.find((address) => addresses.has(address));
    return secret === undefined ? line : `${secret}: ${MASK}`;
  });
}

function maskLabel({ span, text }: Label, secrets: Secrets, isHidden: boolean): Label {
  if (isHidden) return { span, text: "", quotes: "nothing" };
  const quotes = limitQuotes(span, secrets);
  return {
    span,
    text: quotes === "nothing" && isAtSecret(span, secrets) ? "" : text,
    ...defined({ quotes }),
  };
}

/** Decides how much of the file a frame may quote: the place, and two lines above it. */
function limitQuotes(span: Span, secrets: Secrets): Label["quotes"] {
  const { source, start, end } = span;
  if (source.isProject) return undefined;
  if (secrets.unsure.size > 0) return "nothing";
  const secret = findLinesIn(secrets)(source);
  const isSecretFrom = (first: number): boolean => {
    for (let line = first; line <= end.line; line += 1) if (secret.has(line)) return true;
    return false;
  };
  if (isSecretFrom(start.line)) return "nothing";
  return isSecretFrom(start.line - 2) ? "line" : undefined;
}

/** Whether a place in a file of manifests is in the lines of a secret. */
function isAtSecret({ source, start }: Span, secrets: Secrets): boolean {
  return isOfManifests(source, secrets) && findLinesIn(secrets)(source).has(start.line);
}

function isOfManifests({ name }: SourceFile, { sources }: Secrets): boolean {
  return sources !== undefined && listFiles(sources).has(name);
}

const listFiles = memoizedBy(
  (sources: DesiredGame["sources"]) =>
    new Set([...sources.values()].map((source) => source.locate("", "value").source.name)),
);

const findLinesIn = memoizedBy((secrets: Secrets) =>
  memoizedBy((source: SourceFile) => findSecretLines(source, secrets)),
);

/** Hazards whose sentences have ids only. `breaks-earning` is not one, because it gives reasons. */
const WITH_IDS: ReadonlySet<string> = new Set(HAZARDS.filter((name) => name !== "breaks-earning"));

/** Codes whose sentences repeat no text of a file. */
const WORDLESS: ReadonlySet<string> = new Set([
  ...WITH_IDS,
  "invalid-utf8",
  "parameter-not-supported",
]);

/**
 * Whether a problem's own words are hidden, because it is about a secret or at a line of one. If
 * the secrets are unknown, any text in a file of manifests may be one.
 */
function isUnsayable({ code, address, primary }: Diagnostic, secrets: Secrets): boolean {
  const { addresses, unsure } = secrets;
  if (WORDLESS.has(code)) return false;
  if (address !== undefined && addresses.has(address)) return true;
  if (unsure.size === 0)
    return address === undefined && primary !== undefined && isAtSecret(primary.span, secrets);
  if (address !== undefined) return unsure.has(partsOfAddress(address).kind);
  return (
    primary !== undefined && CODES[code].outcome === "invalid" && !primary.span.source.isProject
  );
}

// --- Plans and applies

/** A plan with its causes, its impact, the allowed hazards and the refusals. */
export interface PlanToShow
  extends Pick<PlannedGame, "plan">,
    Partial<Pick<PlannedGame, "causes" | "impact" | "allowed">> {
  readonly refusals: readonly Masked<Diagnostic>[];
}

/** A game of a run that plans. It has no plan if it has problems or was not reached. */
export interface GameToShow {
  readonly game: string;
  readonly environment?: string | undefined;
  readonly value?: PlanToShow | undefined;
  readonly diagnostics: readonly Masked<Diagnostic>[];
}

/** A run that plans. */
export interface PlansToShow extends ChangedPart {
  readonly byGame: readonly GameToShow[];
  /** Whether problems of the run as a whole prevent everything. */
  readonly isStopped: boolean;
}

type PlanToMask = Pick<PlannedGame, "plan" | "refusals" | "secrets"> &
  Partial<Pick<PlannedGame, "causes" | "impact" | "allowed">>;

/** The parts of a run that are shown with its plans. */
export interface PlansToMask extends ChangedPart {
  readonly general?: readonly Diagnostic[];
  readonly byGame: readonly GameResult<PlanToMask>[];
}

/** Games that were planned or pulled, with the secrets that this found. */
interface GamesWithSecrets {
  readonly byGame: readonly GameResult<{ readonly secrets: Secrets }>[];
}

/** Makes the mask for games that were planned or pulled. */
export function maskPlanned({ byGame }: GamesWithSecrets, flags: MaskFlags): Mask {
  return makeMask(
    byGame.map(({ game, value, known }) => {
      return { game, secrets: value?.secrets ?? findKnownSecrets(known) };
    }),
    flags,
  );
}

/** Masks the plans of a run. */
export function maskPlans(
  { general = [], byGame, changed }: PlansToMask,
  mask: Mask,
): Masked<PlansToShow> {
  const games = byGame.map(({ game, environment, value, diagnostics }): GameToShow => {
    const secrets = mask.secretsIn(game);
    return {
      game,
      environment,
      value: value && maskPlan(value, secrets ?? UNKNOWN),
      diagnostics: maskWith(diagnostics, secrets).all,
    };
  });
  return asMasked({ byGame: games, isStopped: hasErrors(general), ...defined({ changed }) });
}

/** Masks a plan. Each masked change of a secret gets the cause of its step. */
function maskPlan(
  { plan, causes, impact, allowed, refusals }: PlanToMask,
  secrets: Secrets,
): PlanToShow {
  const more = defined({ causes, impact, allowed });
  const isOpen = secrets.addresses.size + secrets.unsure.size === 0;
  if (isOpen) return { plan, refusals: maskKnown(refusals, secrets), ...more };
  const why = new Map(causes?.steps);
  const steps = plan.steps.map((step) => maskStep(step, why, secrets));
  const kept = plan.kept.map(({ fields, ...rest }) =>
    fields ? maskFields({ ...rest, fields }, secrets) : rest,
  );
  return {
    ...more,
    plan: { ...plan, steps, kept },
    refusals: maskKnown(refusals, secrets),
    ...(causes && { causes: { ...causes, steps: why } }),
    ...(impact && { impact: maskImpact(impact, secrets) }),
  };
}

function maskStep(
  step: Step,
  why: Map<Step["id"], NonNullable<ReturnType<PlanCauses["steps"]["get"]>>>,
  secrets: Secrets,
): Step {
  const { address, action, notes, request } = step;
  const hazards = step.hazards.map((hazard) => maskHazard(hazard, address, secrets));
  if (!secrets.addresses.has(address)) return { ...step, hazards };
  const shown = maskFields(step, secrets);
  const { cause } = why.get(step.id) ?? {};
  if (cause !== undefined) why.set(step.id, { cause, fields: shown.fields.map(() => ({ cause })) });
  const otherwise = otherRequestOf(step);
  return {
    ...shown,
    hazards,
    request: dropBody(request),
    ...(otherwise && { otherwise: dropBody(otherwise) }),
    // The note of a deletion is its reason.
    notes: action === "delete" ? notes.map(() => MASK) : notes,
  };
}

function maskHazard(hazard: Hazard, address: Address, { addresses }: Secrets): Hazard {
  if (WITH_IDS.has(hazard.name)) return hazard;
  const secret = [address, ...(hazard.about ?? [])].find((one) => addresses.has(one));
  return secret === undefined ? hazard : { ...hazard, sentence: `${secret}: ${MASK}.` };
}

function dropBody({ method, path, parts }: PlannedRequest): PlannedRequest {
  return { method, path, parts };
}

/**
 * Whether a field has words or conditions: all fields but ids, numbers such as points, and flags.
 */
function hasWords(address: Address, name: string): boolean {
  const type = fieldNamed(kindAt(catalog, address), name)?.type;
  return (
    type !== undefined && ["text", "json-text", "conditions", "pattern", "choice"].includes(type)
  );
}

/**
 * Masks the changes of a secret resource; changes inside of one text become one change. Returns
 * other resources as the same objects.
 */
export function maskFields<
  T extends { readonly address: Address; readonly fields: readonly FieldChange[] },
>(resource: T, { addresses }: Secrets): T {
  const { address, fields } = resource;
  if (!addresses.has(address)) return resource;
  const shown = fields.map((field): readonly [string, FieldChange] => {
    const { path, before, after, ...rest } = field;
    const name = nameIn(path);
    if (!hasWords(address, name)) return [path, field];
    const hidden = {
      ...(before !== undefined && { before: MASK }),
      ...(after !== undefined && { after: MASK }),
    };
    return [name, { path: `/${name}`, ...hidden, ...rest }];
  });
  return { ...resource, fields: [...new Map(shown).values()] };
}

/**
 * Masks the impact of a plan on players. A line whose sentence or history reveals a secret keeps
 * its class and its address.
 */
export function maskImpact(impact: readonly Impact[], { addresses }: Secrets): readonly Impact[] {
  return impact.map((line) => {
    if (!listImpactSubjects(line).some((one) => addresses.has(one))) return line;
    const { witnesses: _, ...rest } = line;
    return { ...rest, sentence: `${line.address} ${MASK}.` };
  });
}

/** A step of an apply. */
export interface StepToShow extends Omit<StepResult, "diagnostic"> {
  readonly diagnostic?: Masked<Diagnostic>;
}

/** The result of an apply. */
export interface ResultToShow extends Omit<ApplyResult, "steps" | "diagnostics"> {
  readonly steps: readonly StepToShow[];
  readonly diagnostics: readonly Masked<Diagnostic>[];
}

/** The result of an apply, for logs and programs, and for pages. */
export interface MaskedResult {
  readonly inLogs: Masked<ResultToShow>;
  readonly onPages: Masked<ResultToShow>;
}

export function maskResult(result: ApplyResult, mask: Mask): MaskedResult {
  const secrets = mask.secretsIn(result.game) ?? UNKNOWN;
  const shown = (of: Secrets): Masked<ResultToShow> =>
    asMasked({
      ...result,
      steps: result.steps.map(({ diagnostic, ...step }) => {
        if (diagnostic === undefined) return step;
        const problem = { ...diagnostic, address: step.address };
        return { ...step, diagnostic: maskProblem(problem, of) };
      }),
      diagnostics: maskKnown(result.diagnostics, of),
    });
  return { inLogs: shown(keepCertain(secrets)), onPages: shown(secrets) };
}

/** Masks an event of a running apply. */
export function maskEvent(event: ApplyEvent, game: string, mask: Mask): Masked<ApplyEvent> {
  const secrets = mask.secretsIn(game) ?? UNKNOWN;
  if (event.type !== "failed") return asMasked(event);
  return asMasked({ ...event, diagnostic: maskProblem(event.diagnostic, secrets) });
}
