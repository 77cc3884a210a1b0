/** The document that `laurel plan --format json` prints. */
import type { Static } from "typebox";
import type { Way } from "../../analysis/design/ways.ts";
import type { Impact } from "../../analysis/impact/impacts.ts";
import type {
  BaseFacts,
  SettingChange,
  TargetComparison,
  WrittenPlace,
} from "../../model/base-facts.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import {
  type ApiRequest,
  type FieldChange,
  HAZARDS,
  type Hazard,
  type Kept,
  membershipOf,
  otherRequestOf,
  type Plan,
  type Step,
} from "../../model/model.ts";
import type { FieldCause, PlanCauses } from "../../plan/cause.ts";
import { planEnds } from "../../workflow/game.ts";
import { problemsJson } from "../json/diagnostics.ts";
import {
  changedGamesJson,
  fieldChangeJson,
  notVerifiedJson,
  originJson,
  wayStepJson,
} from "../json/parts.ts";
import type { Masked, PlansToShow, PlanToShow } from "../mask/mask.ts";
import type * as schemas from "./schema.ts";

export type PlanDocument = Static<typeof schemas.planSchema>;
type DocumentPlan = Static<typeof schemas.plan>;
type DocumentPlannedGame = Static<typeof schemas.plannedGame>;
type DocumentKept = Static<typeof schemas.kept>;
type DocumentBase = Static<typeof schemas.base>;
type DocumentSettingChange = Static<typeof schemas.settingChange>;
type DocumentTarget = Static<typeof schemas.target>;
type DocumentWrittenPlace = Static<typeof schemas.writtenPlace>;
type DocumentSummary = Static<typeof schemas.summary>;
type DocumentStep = Static<typeof schemas.step>;
type DocumentHazard = Static<typeof schemas.hazard>;
type DocumentRequest = Static<typeof schemas.apiRequest>;
type DocumentField = Static<typeof schemas.field>;
type DocumentImpact = Static<typeof schemas.impact>;
type DocumentWitnesses = Static<typeof schemas.witnesses>;
type DocumentWay = Static<typeof schemas.way>;

export function planJson(
  { byGame, isStopped, changed }: Masked<PlansToShow>,
  diagnostics: readonly Masked<Diagnostic>[],
): PlanDocument {
  const planned = isStopped ? [] : byGame.flatMap(({ value }) => value ?? []);
  return {
    format: 1,
    plans: planned.map(onePlanJson),
    games: planEnds(byGame).map(plannedGameJson),
    changed: changed && changedGamesJson(changed),
    diagnostics: problemsJson(diagnostics),
  };
}

function plannedGameJson({
  game,
  environment,
  outcome,
}: ReturnType<typeof planEnds>[number]): DocumentPlannedGame {
  return { game, environment, outcome };
}

function onePlanJson({ plan, causes, impact, allowed }: PlanToShow): DocumentPlan {
  const met = new Set(plan.steps.flatMap(({ hazards }) => hazards.map(({ name }) => name)));
  return {
    game: plan.game,
    environment: plan.environment,
    base_url: plan.base_url,
    game_id: plan.game_id,
    digest: plan.digest,
    kept: plan.kept.map(keptJson),
    not_verified: plan.not_verified.map(notVerifiedJson),
    managed: plan.managed,
    not_compared: plan.not_compared,
    unknown: plan.unknown,
    base: causes && baseJson(causes.base),
    summary: summaryJson(plan.summary, causes),
    steps: plan.steps.map((step) => stepJson(step, causes)),
    impact: impact?.map(impactJson),
    allowed: HAZARDS.filter((name) => met.has(name) && allowed?.has(name) === true),
  };
}

function keptJson({ address, reason, by, fields }: Kept): DocumentKept {
  return { address, reason, by, fields: fields?.map(fieldChangeJson) };
}

function baseJson({ ref, commit, tip, settings, target }: BaseFacts): DocumentBase {
  return {
    ref,
    commit,
    tip,
    settings: settings.map(settingChangeJson),
    target: targetJson(target),
  };
}

function settingChangeJson({ setting, before, after }: SettingChange): DocumentSettingChange {
  return { setting, before, after };
}

function targetJson(target: TargetComparison): DocumentTarget {
  return {
    is: target.is,
    what: "what" in target ? target.what : undefined,
    before: "before" in target ? writtenPlaceJson(target.before) : undefined,
    now: "now" in target ? writtenPlaceJson(target.now) : undefined,
    tip: "tip" in target ? writtenPlaceJson(target.tip) : undefined,
  };
}

function writtenPlaceJson(place: WrittenPlace): DocumentWrittenPlace {
  return {
    game: place.game,
    environment: place.environment,
    game_id: place.game_id,
    base_url: place.base_url,
  };
}

function summaryJson(summary: Plan["summary"], causes: PlanCauses | undefined): DocumentSummary {
  return {
    causes: causes && {
      behind: causes.totals.behind,
      conflict: causes.totals.conflict,
      drift: causes.totals.drift,
      pending: causes.totals.pending,
    },
    attach: summary.attach,
    create: summary.create,
    delete: summary.delete,
    detach: summary.detach,
    kept: summary.kept,
    not_verified: summary.not_verified,
    rename: summary.rename,
    replace: summary.replace,
    unchanged: summary.unchanged,
    update: summary.update,
  };
}

function stepJson(step: Step, causes: PlanCauses | undefined): DocumentStep {
  const link = membershipOf(step);
  const otherwise = otherRequestOf(step);
  const { cause = "pending", fields = [] } = causes?.steps.get(step.id) ?? {};
  const causeOf = (index: number): FieldCause => fields[index] ?? { cause };
  return {
    id: step.id,
    action: step.action,
    address: step.address,
    link: link && { name: link.name, member: link.member },
    needs: step.needs,
    hazards: step.hazards.map(hazardJson),
    notes: step.notes,
    request: requestJson(step.request),
    otherwise: otherwise && requestJson(otherwise),
    replaces: step.replaces,
    origin: step.origin && originJson(step.origin),
    cause: causes && cause,
    fields: step.fields.map((field, index) => fieldJson(field, causes && causeOf(index))),
  };
}

function hazardJson({ name, sentence, consented, moved }: Hazard): DocumentHazard {
  return {
    name,
    sentence,
    consented,
    moved: moved?.map(({ kind, from, to }) => ({ kind, from, to })),
  };
}

function requestJson({ method, path, body }: ApiRequest): DocumentRequest {
  return { method, path, body };
}

function fieldJson(field: FieldChange, cause: FieldCause | undefined): DocumentField {
  const change = fieldChangeJson(field);
  return {
    path: change.path,
    before: change.before,
    after: change.after,
    not_shown: change.not_shown,
    origin: change.origin,
    cause: cause?.cause,
    base: cause?.base,
  };
}

function impactJson(impact: Impact): DocumentImpact {
  const { witnesses } = impact;
  return {
    class: impact.class,
    address: impact.address,
    sentence: impact.sentence,
    witnesses: witnesses && witnessesJson(witnesses),
    because: impact.because,
    steps: impact.steps,
  };
}

function witnessesJson({ easier, harder }: NonNullable<Impact["witnesses"]>): DocumentWitnesses {
  return { easier: easier && wayJson(easier), harder: harder && wayJson(harder) };
}

function wayJson({ steps, player }: Way): DocumentWay {
  return { steps: steps.map(wayStepJson), player };
}
