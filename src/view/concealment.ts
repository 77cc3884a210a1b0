/**
 * Hides secrets in results before they are shown. In: a result, and what is secret. Out: the result with names, texts and what
 * a secret takes masked wherever its address is. Ids are not: they are how people speak of a change, allow it and find it in
 * the manifests.
 */
import type { Impact } from "../analysis/impact/impacts.ts";
import { actionsIn, MASK, type Secrets, unknownSecrets } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { fieldNamed, kindAt, nameIn, partsOfAddress } from "../model/catalog-lookup.ts";
import { CODES } from "../model/codes.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyResult } from "../model/events.ts";
import { type Address, type ApiRequest, type FieldChange, HAZARDS, type Step } from "../model/model.ts";
import type { GameToShow, PlansToShow } from "./plan.ts";
import type { PlanToShow } from "./plan-changes.ts";

/** Hazards whose sentences have ids only; what can no longer be earned is said with the reason. */
const WITH_IDS: ReadonlySet<string> = new Set(HAZARDS.filter((name) => name !== "breaks-earning"));

const HIDDEN = "The message is hidden because it may contain a secret. `--reveal-secrets` shows it.";

/** `secrets`: absent where they are unknown, because the game could not be planned. */
export function concealAll(problems: readonly Diagnostic[], secrets = unknownSecrets(catalog)): readonly Diagnostic[] {
  return problems.map((problem) => concealDiagnostic(problem, secrets));
}

/** The problems of plans as pages show them. Elsewhere, what is wrong with manifests is said as it is. */
export function problemsForPages({ byGame, general = [] }: PlansToShow): readonly Diagnostic[] {
  const ofGames = byGame.flatMap(({ value, secrets, diagnostics }) =>
    concealAll(diagnostics, value?.secrets ?? secrets),
  );
  return [...concealAll(general), ...ofGames];
}

/** A game that was planned, without its secrets. */
export function concealGame<Game extends GameToShow>(game: Game): Game {
  const { value, diagnostics } = game;
  if (value === undefined) return game;
  return { ...game, value: { ...value, ...concealPlan(value) }, diagnostics: concealAll(diagnostics, value.secrets) };
}

/** What is shown of a plan: of a secret, why each step is there, and not why each value changes. */
function concealPlan({ plan, causes, impact, refusals, secrets }: NonNullable<GameToShow["value"]>): PlanToShow {
  const why = new Map(causes?.steps);
  const steps = plan.steps.map((step): Step => {
    const masked = concealFields(step, secrets);
    if (masked === step) return step;
    const { cause } = why.get(step.id) ?? {};
    if (cause !== undefined) why.set(step.id, { cause, fields: masked.fields.map(() => ({ cause })) });
    const { address, action, notes, hazards, request, otherwise } = step;
    return {
      ...masked,
      request: withoutBody(request),
      otherwise: otherwise && withoutBody(otherwise),
      hazards: hazards.map((hazard) =>
        WITH_IDS.has(hazard.name) ? hazard : { ...hazard, sentence: `${address}: ${MASK}.` },
      ),
      // The note of a deletion is its reason.
      notes: action === "delete" ? notes.map(() => MASK) : notes,
    };
  });
  const kept = plan.kept.map(({ fields, ...rest }) => (fields ? concealFields({ ...rest, fields }, secrets) : rest));
  return {
    plan: { ...plan, steps, kept },
    refusals: concealAll(refusals, secrets),
    causes: causes && { ...causes, steps: why },
    impact: impact && concealImpact(impact, secrets),
  };
}

function withoutBody({ method, path }: ApiRequest): ApiRequest {
  return { method, path };
}

/** Whether a field has words, or says what it takes: all but ids, numbers such as points, and flags. */
function hasWords(address: Address, name: string): boolean {
  const type = fieldNamed(kindAt(catalog, address), name)?.type;
  return type !== undefined && ["text", "json-text", "conditions", "pattern", "choice"].includes(type);
}

/** The changes of a resource, where those inside of one secret text become one; another resource is the same object. */
export function concealFields<T extends { readonly address: Address; readonly fields: readonly FieldChange[] }>(
  resource: T,
  { addresses }: Secrets,
): T {
  const { address, fields } = resource;
  if (!addresses.has(address)) return resource;
  const mask = (value: unknown) => (value === undefined ? undefined : MASK);
  const masked = fields.map((field): readonly [string, FieldChange] => {
    const { path, before, after } = field;
    const name = nameIn(path);
    if (!hasWords(address, name)) return [path, field];
    return [name, { ...field, path: `/${name}`, before: mask(before), after: mask(after) }];
  });
  return { ...resource, fields: [...new Map(masked).values()] };
}

/** The impact of a plan on players: of what a secret changes, or what a history shows a secret in, the class and the address. */
export function concealImpact(impact: readonly Impact[], { addresses }: Secrets): readonly Impact[] {
  return impact.map((line) => {
    const { address, because, witnesses = {} } = line;
    const actions = Object.values(witnesses).flatMap((way) => (way === undefined ? [] : actionsIn(way)));
    if (![address, ...because, ...actions].some((one) => addresses.has(one))) return line;
    return { ...line, witnesses: undefined, sentence: `${address} ${MASK}.` };
  });
}

/** The result of an apply. */
export function concealResult(result: ApplyResult, secrets?: Secrets): ApplyResult {
  const steps = result.steps.map((step) => {
    const [diagnostic] = step.diagnostic ? concealAll([{ ...step.diagnostic, address: step.address }], secrets) : [];
    return { ...step, diagnostic };
  });
  return { ...result, steps, diagnostics: concealAll(result.diagnostics, secrets) };
}

/** A problem: about a secret, without its words; else without the lines that name a secret, which can have its values. */
export function concealDiagnostic(problem: Diagnostic, secrets: Secrets): Diagnostic {
  const { detail, others, primary } = problem;
  if (!isUnsayable(problem, secrets)) return { ...problem, detail: withoutLines(detail, secrets) };
  return {
    ...problem,
    detail: HIDDEN,
    help: [],
    others: others.map((label) => ({ ...label, text: "" })),
    primary: primary && { ...primary, text: "" },
  };
}

function withoutLines(text: string, { addresses }: Secrets): string {
  return text.replaceAll(/^.*$/gm, (line) => {
    const secret = [...addresses].find((address) => line.includes(address));
    return secret === undefined ? line : `${secret}: ${MASK}`;
  });
}

/**
 * Whether a problem's own words have to go: where it is about a secret, and, while manifests are invalid and it is not known
 * what is secret, where it is about text in a file that may be one.
 */
function isUnsayable({ code, address, primary }: Diagnostic, { addresses, unsure }: Secrets): boolean {
  if (WITH_IDS.has(code)) return false;
  if (address !== undefined && addresses.has(address)) return true;
  if (unsure.size === 0) return false;
  if (address !== undefined) return unsure.has(partsOfAddress(address).kind);
  // The project file holds nothing of resources.
  return primary !== undefined && CODES[code].outcome === "invalid" && !/(?:^|\/)laurel\.yaml$/.test(primary.span.file);
}
