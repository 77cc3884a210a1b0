/**
 * A plan for people. In: the plan, the refusals that it met and how the text is to look. Out: the text, the same to
 * the byte for the same plan. Whatever comes from outside is made harmless.
 */
import { counted } from "../../manifest/wording.ts";
import { largest, pushAll } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { FieldChange, Plan, Step } from "../../model/model.ts";
import type { PlanCauses } from "../../plan/cause.ts";
import type { Impact } from "../../plan/impact.ts";
import { safeText } from "../form/safe-text.ts";
import { renderPlace } from "../form/target-text.ts";
import { hanging, type TextView, widthOf, wrapText } from "../form/text-layout.ts";
import { renderImpact, renderQuietImpact } from "../impact/impact-text.ts";
import { paintCause, stepCauseMark } from "./cause-mark.ts";
import { fieldMarks, renderCauses } from "./cause-text.ts";
import { renderFields } from "./field-change.ts";
import { renderKept, renderNotComparable, renderUnknown, undeclaredWords } from "./kept-text.ts";
import { refusedWords, SETTING_PLACE } from "./refused-words.ts";
import { renderRequests } from "./requests-text.ts";
import { ACTION_WIDTH, actionMark, stepSubject } from "./step-text.ts";

export interface PlanTextView extends TextView {
  /** Shows under each step what would be sent. */
  readonly showRequests: boolean;
  /** Why the steps are there, with `--base`. */
  readonly causes?: PlanCauses;
  /** What the plan means to players, where that is known. */
  readonly impact?: readonly Impact[];
  /** The environment because of which the plan still has to be approved before it is applied. */
  readonly approvedBy?: string;
}

/** Columns in front of a step's address: margin, sign, word and a gap. */
const SUBJECT_COLUMN = 2 + 2 + ACTION_WIDTH + 2;
/** Columns in front of what belongs to a step. */
const DETAIL_INDENT = 6;
/** Addresses longer than this do not push the origins of the other steps to the right. */
const SUBJECT_LIMIT = 60;
/** Digits of a digest that name a plan. */
const SHORT_DIGEST = 12;

/** `refusals`: what the safety rules said about this plan, empty when it may go ahead. */
export function renderPlanText(plan: Plan, refusals: readonly Diagnostic[], view: PlanTextView): string {
  const { style } = view;
  const blocks = [
    renderHeading(plan, view),
    renderSteps(plan, refusals, view),
    renderUnknown(plan.unknown ?? [], view),
    renderImpact(view.impact ?? [], view),
    ...renderKept(plan.kept, view),
    renderNotComparable(plan.not_comparable, view),
    [
      ...hanging("", renderSummary(plan), view.width).map(style.strong),
      ...renderQuietImpact(view.impact ?? [], view),
      ...(view.causes === undefined ? [] : renderCauses(view.causes, view)),
      ...(plan.steps.length === 0 ? [] : renderDigest(plan, view)),
      ...(view.approvedBy === undefined ? [] : renderApproval(view.approvedBy, view)),
      ...renderRefused(plan, refusals, view),
    ],
  ];
  const filled = blocks.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** What the plan comes to, in one sentence: `1 to create, 2 to update. 14 unchanged.` */
export function renderSummary(plan: Plan): string {
  const { unchanged, kept, ...actions } = plan.summary;
  const stay = counted(unchanged, "resource");
  if (plan.steps.length === 0) {
    const partial = plan.kept.some(({ reason }) => reason === "not-targeted");
    const what = partial ? "The targeted resources match" : "The live game matches";
    const undeclared = undeclaredWords(plan.kept);
    return `No changes. ${what} the manifests (${stay} unchanged)${undeclared === undefined ? "" : `; ${undeclared}`}.`;
  }
  const todo = Object.entries(actions)
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${count} to ${action}`);
  return `${todo.join(", ")}. ${unchanged} unchanged${kept === 0 ? "" : `, ${kept} kept`}.`;
}

/** Where there is no room for all of it, the beginning, which is enough to name the plan. */
function renderDigest({ digest }: Plan, { style, width }: PlanTextView): readonly string[] {
  const whole = `Digest ${safeText(digest)}`;
  if (widthOf(whole) <= width) return [style.muted(whole)];
  const begun = safeText(digest.slice(0, digest.indexOf(":") + 1 + SHORT_DIGEST));
  return hanging("", `Digest ${begun} (shortened; --expect accepts it)`, width).map(style.muted);
}

function renderHeading(plan: Plan, { style, width }: PlanTextView): readonly string[] {
  const place = renderPlace(plan);
  const title = `Plan for game "${safeText(plan.game)}" (${safeText(plan.environment)})`;
  const fits = widthOf(title) + 1 + widthOf(place) <= width;
  return fits ? [`${style.strong(title)} ${style.muted(place)}`] : [style.strong(title), `  ${style.muted(place)}`];
}

function renderSteps(plan: Plan, refusals: readonly Diagnostic[], view: PlanTextView): readonly string[] {
  const refused = new Set(refusals.map(({ code }): string => code));
  const limit = Math.min(SUBJECT_LIMIT, view.width - SUBJECT_COLUMN - 2);
  const column = largest(
    plan.steps.map((step) => subjectWidth(step, view)).filter((width) => width <= limit),
    0,
  );
  return plan.steps.flatMap((step) => [
    ...renderStepLine(step, column, view),
    ...renderStepFields(step, view),
    ...step.hazards.flatMap(({ name, sentence }) => {
      const isRefused = refused.has(name);
      const text = `${name}${isRefused ? "" : " (allowed)"}: ${safeText(sentence)}`;
      return indented("! ", text, view).map(isRefused ? view.style.error : view.style.warning);
    }),
    ...step.notes.flatMap((note) => indented("note: ", safeText(note), view).map(view.style.hint)),
    ...(view.showRequests ? renderRequests(step, view, DETAIL_INDENT) : []),
  ]);
}

/** The step's own line; the origin goes to a line of its own where the screen is too narrow. */
function renderStepLine(step: Step, column: number, view: PlanTextView): readonly string[] {
  const { style, width } = view;
  const subject = stepSubject(step);
  const mark = stepCauseMark(view.causes?.steps.get(step.id));
  const taken = subjectWidth(step, view);
  const blank = " ".repeat(SUBJECT_COLUMN);
  const isBroken = SUBJECT_COLUMN + taken > width && step.link !== undefined;
  const names = (isBroken ? wrapText(subject, width - SUBJECT_COLUMN) : [subject]).map(style.strong);
  if (mark !== "") names.push(`${names.pop()} ${paintCause(mark, style)}`);
  const [name, ...more] = names;
  const head = `  ${actionMark(step.action, style)}  ${name}`;
  const rest = more.map((line) => blank + line);
  if (step.origin === undefined) return [head, ...rest];
  const origin = safeText(`${step.origin.file}:${step.origin.line}`);
  const gap = Math.max(0, column - taken) + 2;
  const fits = SUBJECT_COLUMN + taken + gap + widthOf(origin) <= width;
  const place = style.muted(origin);
  return fits ? [head + " ".repeat(gap) + place] : [head, ...rest, blank + place];
}

/** Columns of the address and the mark behind it. */
function subjectWidth(step: Step, { causes }: PlanTextView): number {
  const mark = stepCauseMark(causes?.steps.get(step.id));
  return widthOf(stepSubject(step)) + (mark === "" ? 0 : 1 + widthOf(mark));
}

function renderStepFields(step: Step, view: PlanTextView): readonly string[] {
  // Memberships are told whole by the step's own line.
  if (step.link !== undefined) return [];
  const marks = fieldMarks(step, view.causes);
  if (step.action === "create" || step.action === "delete") {
    const isShown = step.fields.map((field) => !repeatsAddress(step, field));
    const shown = step.fields.filter((_, index) => isShown[index]);
    return renderFields(
      shown,
      false,
      view,
      DETAIL_INDENT,
      marks.filter((_, index) => isShown[index]),
    );
  }
  return [
    ...renderFields(step.fields, true, view, DETAIL_INDENT, marks),
    ...(view.verbose ? renderRest(step, view) : []),
  ];
}

/** What the request sends beside the differences, for `--verbose`. */
function renderRest(step: Step, view: PlanTextView): readonly string[] {
  const changed = new Set(step.fields.map(({ path }) => path.split("/")[1]));
  const rest = Object.entries(step.request.body ?? {}).filter(([name]) => !changed.has(name));
  const fields = rest.map(([name, before]): FieldChange => ({ path: `/${name}`, before }));
  return fields.length === 0
    ? []
    : [
        `${" ".repeat(DETAIL_INDENT)}${view.style.muted("unchanged:")}`,
        ...renderFields(fields, false, view, DETAIL_INDENT + 2),
      ];
}

/** Whether the field is the id that the step's line shows already. */
export function repeatsAddress(step: Step, { path, before, after }: FieldChange): boolean {
  return path === "/custom_id" && step.address.endsWith(`/${after ?? before}`);
}

/** What has to be done before the plan may be applied. */
function renderApproval(environment: string, { style, width }: PlanTextView): readonly string[] {
  const text = `${safeText(environment)} requires a saved plan (--out FILE) or an expected digest (apply --expect).`;
  return hanging("Needs approval: ", text, width).map(style.warning);
}

/** The exact words that let a refused plan go ahead, or what else there is to do. */
function renderRefused(plan: Plan, refusals: readonly Diagnostic[], view: PlanTextView): readonly string[] {
  const { others, hazards, what, flags, setting, beyond } = refusedWords(plan, refusals);
  const lines: string[] = [];
  if (others.length > 0) pushAll(lines, hanging("Refused: ", `${others.join(", ")}; see the problems.`, view.width));
  if (hazards.length === 0) return lines.map(view.style.error);
  lines.push(`Refused: ${what}. To go ahead, add:`);
  return [
    ...lines.map(view.style.error),
    `    ${flags}`,
    `or ${SETTING_PLACE}`,
    `    ${setting}`,
    ...beyond.flatMap((sentence) => hanging("", safeText(sentence), view.width)),
  ];
}

function indented(mark: string, text: string, view: PlanTextView): readonly string[] {
  const margin = " ".repeat(DETAIL_INDENT);
  return hanging(mark, text, view.width - DETAIL_INDENT).map((line) => margin + line);
}
