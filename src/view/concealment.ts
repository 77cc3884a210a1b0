/**
 * Hides secrets in results before they are shown. In: a result, and what is secret. Out: the result
 * with names, texts and what a secret takes masked wherever its address is. Ids are not: they are
 * how people speak of a change, allow it and find it in the manifests.
 */
import { type Impact, listImpactSubjects } from "../analysis/impact/impacts.ts";
import type { CheckAnswer, PlayedScenario } from "../analysis/scenarios/play-scenario.ts";
import type { EarnedInStep } from "../analysis/scenarios/scenario.ts";
import type { TestedGame } from "../analysis/scenarios/test-game.ts";
import {
  assumeSecrets,
  isSecretAchievement,
  MASK,
  NO_SECRETS,
  type Secrets,
} from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { append, defined, memoizedBy } from "../ground/collections.ts";
import { nameIn } from "../ground/pointer.ts";
import { CREATE_ONLY, IGNORE } from "../manifest/forms.ts";
import { fieldNamed, kindAt, namesOf, partsOfAddress } from "../model/catalog-lookup.ts";
import { CODES } from "../model/codes.ts";
import type { Diagnostic, Label } from "../model/diagnostics.ts";
import type { ApplyResult } from "../model/events.ts";
import {
  type Address,
  type FieldChange,
  HAZARDS,
  otherRequestOf,
  type PlannedRequest,
  type Step,
} from "../model/model.ts";
import type { Span } from "../model/source.ts";
import { findKnownSecrets, type Games } from "../workflow/game.ts";
import type { PlanToShow } from "./plan/changes.ts";
import type { GameToShow, PlansToShow } from "./plan/document.ts";

/** Hazards whose sentences have ids only; what can no longer be earned is said with the reason. */
const WITH_IDS: ReadonlySet<string> = new Set(HAZARDS.filter((name) => name !== "breaks-earning"));

const HIDDEN =
  "The message is hidden because it may contain a secret. `--reveal-secrets` shows it.";

/** `secrets`: absent where they are unknown, because the game could not be planned. */
export function concealAll(
  problems: readonly Diagnostic[],
  secrets: Secrets = assumeSecrets(catalog),
): readonly Diagnostic[] {
  return problems.map((problem) => concealDiagnostic(problem, secrets));
}

/**
 * Problems of a run. The words of errors in manifests are kept: without them nobody could fix one.
 */
type ProblemsOfRun = Pick<Games<unknown>, "general" | "byGame">;

/** Returns the problems of a run for a log, without secrets of games of which they are known. */
export function concealRun({ general, byGame }: ProblemsOfRun): readonly Diagnostic[] {
  const ofGames = byGame.map(({ diagnostics, known }) =>
    concealAll(diagnostics, findKnownSecrets(known) ?? NO_SECRETS),
  );
  return [...general, ...ofGames.flat()];
}

/**
 * The problems of plans as pages show them. Elsewhere, what is wrong with manifests is said as it
 * is.
 */
export function problemsForPages({ byGame, general = [] }: PlansToShow): readonly Diagnostic[] {
  const ofGames = byGame.flatMap(({ value, known, diagnostics }) =>
    concealAll(diagnostics, value?.secrets ?? findKnownSecrets(known)),
  );
  return [...concealAll(general), ...ofGames];
}

/** A game that was planned, without its secrets. */
export function concealGame<Game extends GameToShow>(game: Game): Game {
  const { value, diagnostics } = game;
  if (value === undefined) return game;
  return {
    ...game,
    value: { ...value, ...concealPlan(value) },
    diagnostics: concealAll(diagnostics, value.secrets),
  };
}

/** What is shown of a plan: of a secret, why each step is there, and not why each value changes. */
function concealPlan({
  plan,
  causes,
  impact,
  refusals,
  secrets,
}: NonNullable<GameToShow["value"]>): PlanToShow {
  const why = new Map(causes?.steps);
  const steps = plan.steps.map((step): Step => {
    const masked = concealFields(step, secrets);
    if (masked === step) return step;
    const { cause } = why.get(step.id) ?? {};
    if (cause !== undefined)
      why.set(step.id, { cause, fields: masked.fields.map(() => ({ cause })) });
    const { address, action, notes, hazards, request } = step;
    const otherwise = otherRequestOf(step);
    return {
      ...masked,
      request: withoutBody(request),
      ...(otherwise && { otherwise: withoutBody(otherwise) }),
      hazards: hazards.map((hazard) =>
        WITH_IDS.has(hazard.name) ? hazard : { ...hazard, sentence: `${address}: ${MASK}.` },
      ),
      // The note of a deletion is its reason.
      notes: action === "delete" ? notes.map(() => MASK) : notes,
    };
  });
  const kept = plan.kept.map(({ fields, ...rest }) =>
    fields ? concealFields({ ...rest, fields }, secrets) : rest,
  );
  return {
    plan: { ...plan, steps, kept },
    refusals: concealAll(refusals, secrets),
    ...(causes && { causes: { ...causes, steps: why } }),
    ...(impact && { impact: concealImpact(impact, secrets) }),
  };
}

function withoutBody({ method, path, parts }: PlannedRequest): PlannedRequest {
  return { method, path, parts };
}

/**
 * Whether a field has words, or says what it takes: all but ids, numbers such as points, and flags.
 */
function hasWords(address: Address, name: string): boolean {
  const type = fieldNamed(kindAt(catalog, address), name)?.type;
  return (
    type !== undefined && ["text", "json-text", "conditions", "pattern", "choice"].includes(type)
  );
}

/**
 * The changes of a resource, where those inside of one secret text become one; another resource is
 * the same object.
 */
export function concealFields<
  T extends { readonly address: Address; readonly fields: readonly FieldChange[] },
>(resource: T, { addresses }: Secrets): T {
  const { address, fields } = resource;
  if (!addresses.has(address)) return resource;
  const masked = fields.map((field): readonly [string, FieldChange] => {
    const { path, before, after, ...rest } = field;
    const name = nameIn(path);
    if (!hasWords(address, name)) return [path, field];
    const hidden = {
      ...(before !== undefined && { before: MASK }),
      ...(after !== undefined && { after: MASK }),
    };
    return [name, { path: `/${name}`, ...hidden, ...rest }];
  });
  return { ...resource, fields: [...new Map(masked).values()] };
}

/**
 * The impact of a plan on players: the class and the address, where the sentence or a history tells
 * something of a secret.
 */
export function concealImpact(
  impact: readonly Impact[],
  { addresses }: Secrets,
): readonly Impact[] {
  return impact.map((line) => {
    if (!listImpactSubjects(line).some((one) => addresses.has(one))) return line;
    const { witnesses: _, ...rest } = line;
    return { ...rest, sentence: `${line.address} ${MASK}.` };
  });
}

/** The result of an apply. */
export function concealResult(result: ApplyResult, secrets?: Secrets): ApplyResult {
  const steps = result.steps.map((step) => {
    if (step.diagnostic === undefined) return step;
    const [diagnostic] = concealAll([{ ...step.diagnostic, address: step.address }], secrets);
    return { ...step, ...defined({ diagnostic }) };
  });
  return { ...result, steps, diagnostics: concealAll(result.diagnostics, secrets) };
}

/**
 * A problem without what it tells of secrets: all of its words where it is about one; else the
 * lines that are. A frame quotes no line of a secret, and none next to the place, because that may
 * be one's, or a comment on one.
 */
export function concealDiagnostic(problem: Diagnostic, secrets: Secrets): Diagnostic {
  const { others, primary } = problem;
  if (secrets.addresses.size + secrets.unsure.size === 0) return problem;
  if (isUnsayable(problem, secrets)) {
    const placeOf = ({ span }: Label): Label => ({ span, text: "", quotes: "nothing" });
    const places = { others: others.map(placeOf), ...(primary && { primary: placeOf(primary) }) };
    return { ...problem, detail: HIDDEN, help: [], ...places };
  }
  const quoting = ({ span, text }: Label): Label => ({
    span,
    text,
    ...defined({ quotes: quotesAt(span, secrets) }),
  });
  return {
    ...problem,
    detail: detailWithout(problem, secrets),
    others: others.map(quoting),
    ...(primary && { primary: quoting(primary) }),
  };
}

/** The detail with the secrets' addresses in place of the lines that tell something of them. */
function detailWithout({ detail, about }: Diagnostic, { addresses }: Secrets): string {
  const lines = detail.split("\n").map((line, index) => {
    const named = about?.[index]?.find((address) => addresses.has(address));
    const secret = named ?? [...addresses].find((address) => line.includes(address));
    return secret === undefined ? line : `${secret}: ${MASK}`;
  });
  return lines.join("\n");
}

/** How much of the file a frame may quote. */
function quotesAt({ source, start, end }: Span, secrets: Secrets): Label["quotes"] {
  if (source.isProject) return undefined;
  if (secrets.unsure.size > 0) return "nothing";
  const lines = linesOf(secrets).get(source.name);
  // Scenarios show what achievements take.
  if (lines === undefined) return "nothing";
  return lines.some(([from, to]) => from <= end.line && start.line <= to) ? "nothing" : "line";
}

/** By file of manifests: the first and the last line of each secret. */
const linesOf = memoizedBy(({ addresses, sources = new Map() }: Secrets) => {
  const lines = new Map<string, (readonly [from: number, to: number])[]>();
  for (const [address, source] of sources) {
    const first = source.locate("", "value");
    const file = first.source.name;
    if (!lines.has(file)) lines.set(file, []);
    if (!addresses.has(address)) continue;
    const members = [...namesOf(kindAt(catalog, address)), IGNORE, CREATE_ONLY.name];
    const ends = members.map((name) => source.locate(`/${name}`, "value").end.line);
    append(lines, file, [first.start.line, Math.max(first.end.line, ...ends)] as const);
  }
  return lines;
});

/** Codes whose sentences repeat nothing that is written. */
const WORDLESS: ReadonlySet<string> = new Set([...WITH_IDS, "invalid-utf8"]);

/**
 * Whether a problem's own words have to go: where it is about a secret, and, while manifests are
 * invalid and it is not known what is secret, where it is about text in a file that may be one.
 */
function isUnsayable(
  { code, address, primary }: Diagnostic,
  { addresses, unsure }: Secrets,
): boolean {
  if (WORDLESS.has(code)) return false;
  if (address !== undefined && addresses.has(address)) return true;
  if (unsure.size === 0) return false;
  if (address !== undefined) return unsure.has(partsOfAddress(address).kind);
  return (
    primary !== undefined && CODES[code].outcome === "invalid" && !primary.span.source.isProject
  );
}

/** Played scenarios of one game, to be shown. */
export interface GameOfTests extends Pick<TestedGame, "game"> {
  readonly files: readonly {
    readonly file: string;
    readonly scenarios: readonly ScenarioToShow[];
  }[];
}

export interface ScenarioToShow extends Omit<PlayedScenario, "earned"> {
  readonly earned: readonly EarnedToShow[];
}

/** An earned achievement. The moment is absent if the achievement is secret. */
type EarnedToShow = Omit<EarnedInStep, "explained" | "at" | "step" | "repetition"> &
  Partial<Pick<EarnedInStep, "at" | "step" | "repetition">>;

/**
 * Played scenarios without what secret achievements take: how they are explained, and when they
 * were earned.
 */
export function concealTests(game: TestedGame, secrets: Secrets): GameOfTests {
  const isSecret = (id: string): boolean => isSecretAchievement(secrets, id);
  const scenarioOf = (played: PlayedScenario): ScenarioToShow => ({
    ...played,
    answers: played.answers.map((answer) => concealAnswer(answer, isSecret)),
    earned: played.earned.map((badge): EarnedToShow => {
      const { player, achievement, points, rewards } = badge;
      return isSecret(achievement) ? { player, achievement, points, rewards } : badge;
    }),
  });
  const files = game.files.map(({ file, scenarios }) => ({
    file,
    scenarios: scenarios.map(scenarioOf),
  }));
  return { game: game.game, files };
}

function concealAnswer(
  answer: CheckAnswer,
  isSecret: (achievement: string) => boolean,
): CheckAnswer {
  if (!answer.why.some(({ achievement }) => isSecret(achievement))) return answer;
  const { detail, expectation, why, ...rest } = answer;
  const { position } = expectation;
  const { step: _, repetition: __, ...expected } = expectation.expected;
  const masked = ` ${MASK}`;
  return {
    ...rest,
    ...(detail !== undefined && { detail: masked }),
    expectation: { ...expectation, ...(position !== undefined && { position: masked }), expected },
    why: why.map(({ achievement, explained }) => {
      if (explained === undefined || !isSecret(achievement)) return { achievement, explained };
      return { achievement, explained: { ...explained, text: MASK, members: [] } };
    }),
  };
}
