/**
 * The report of an apply: what was there before each step and what it was to become, so that there is a way back. It
 * is JSON Lines, only ever added to: a head for each game, a line before each step is sent and one when it has ended.
 * Games that are applied side by side write between each other, so that every line says which game it is about.
 */
import type { Catalog } from "../../catalog/types.ts";
import { addressOf, kindAt, nameIn, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Scalars } from "../../model/codec.ts";
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { escapeInvisible } from "../../model/invisible-characters.ts";
import { jsonText } from "../../model/json.ts";
import type { Address, Live, LiveGame, Plan, Step, StepId } from "../../model/model.ts";
import { idInPath, memberIn, simulate } from "../simulate.ts";
import type { Recorded, ReportEnd, ReportHead, ReportStep } from "./report-schema.ts";

/** The version of the report; it changes when a member is taken away or changes its meaning. */
export const REPORT_FORMAT = 2 satisfies ReportHead["format"];

/** In reports of this version, lines belong to the last head before them, and do not name their game. */
export const FORMER_FORMAT = 1 satisfies ReportHead["format"];

export function headLine(plan: Plan, scalars: Scalars, time: string): ReportHead {
  const { game, environment, base_url, game_id, digest } = plan;
  return { format: REPORT_FORMAT, type: "head", game, environment, base_url, game_id, digest, scalars, time };
}

/** `end`: for a step that failed, why. */
export function endLine(game: string, step: StepId, end: Diagnostic | "done" | "not-sent", time: string): ReportEnd {
  if (typeof end === "string") return { type: "end", game, step, status: end, time };
  const { code, detail } = end;
  return { type: "end", game, step, status: "failed", diagnostic: { code, detail }, time };
}

/** A line for every step of the plan, made from what the plan was made on. The writer adds game and time. */
export function stepLines(
  steps: readonly Step[],
  live: LiveGame,
  catalog: Catalog,
): ReadonlyMap<StepId, Omit<ReportStep, "time">> {
  const found = new Map<Address, Found>([...live.resources].map(([address, read]) => [address, { read, first: read }]));
  return new Map(steps.map((step) => [step.id, stepLine(step, found, live, catalog)]));
}

/** What is at an address at one point of the plan: as it was read, and as it was read or made. */
interface Found {
  readonly read: Live | undefined;
  readonly first: Live;
}

/** Follows the ids that resources have from step to step in `found`. */
function stepLine(step: Step, found: Map<Address, Found>, live: LiveGame, catalog: Catalog): Omit<ReportStep, "time"> {
  const { id, action, address, replaces } = step;
  const line = { type: "step", step: id, action, address } as const;
  if (action === "create") {
    const made = carriedOut(step, [], live, catalog) as Live;
    found.set(address, { read: undefined, first: made });
    return { ...line, resource: address, ...defined({ replaces }), changed: [], before: null, after: recorded(made) };
  }
  const kind = kindAt(catalog, address);
  const customId = idInPath(kind, step.request.path);
  const at = addressOf(kind.name, customId);
  const subject = found.get(at);
  if (subject === undefined) throw new Error(`step "${id}" is about ${at}, which is missing`);
  const { read, first } = subject;
  const here = { ...first, address: at, custom_id: customId, body: { ...first.body, custom_id: customId } };
  const after = carriedOut(step, [here], live, catalog);
  found.delete(at);
  if (after !== undefined) found.set(after.address, subject);
  return {
    ...line,
    resource: first.address,
    ...defined({ replaces, member: step.link && memberIn(step) }),
    changed: action === "delete" ? [] : [...new Set(step.fields.map(({ path }) => nameIn(path)))],
    before: read === undefined ? null : asRead(read),
    after: after === undefined ? null : recorded(after),
  };
}

/** The resource that exists after the step, if one does. */
function carriedOut(step: Step, resources: readonly Live[], live: LiveGame, catalog: Catalog): Live | undefined {
  const alone = { ...live, resources: new Map(resources.map((each) => [each.address, each])) };
  return [...simulate(alone, [step], catalog).resources.values()][0];
}

function recorded({ address, body, links }: Live): Recorded {
  return { address, body, links };
}

function asRead(read: Live): Recorded {
  const { verbatim = {} } = read;
  return { ...recorded(read), ...(Object.keys(verbatim).length === 0 ? {} : { verbatim }) };
}

/** A recorded resource as it would be read. */
export function liveOfRecorded(resource: Recorded): Live {
  return { ...partsOfAddress(resource.address), ...resource };
}

/** A line as text, with its line break. */
export function lineText(line: ReportHead | ReportStep | ReportEnd): string {
  return `${escapeInvisible(jsonText(line))}\n`;
}
