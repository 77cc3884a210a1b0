/** Plans, refusals and results for the tests of renderers. */

import type { Impact } from "../../src/analysis/impact/impacts.ts";
import { requestTo } from "../../src/model/codec.ts";
import { type Diagnostic, diagnostic } from "../../src/model/diagnostics.ts";
import type { ApplyResult, StepResult } from "../../src/model/events.ts";
import type {
  Action,
  HazardName,
  Membership,
  Plan,
  PlannedRequest,
  Step,
  StepBase,
  Summary,
} from "../../src/model/model.ts";
import type { Span } from "../../src/model/source.ts";
import { type SourceFile, sourceFile } from "../../src/model/source.ts";
import type { PlanCauses } from "../../src/plan/cause.ts";
import { refusals as refusalsOf } from "../../src/plan/hazards.ts";
import { planDocument } from "../../src/view/plan/document.ts";
import { type PlanDocument, planJson } from "../../src/view/plan/json.ts";
import { renderHtml } from "../../src/view/render/html.ts";
import type { TextView } from "../../src/view/render/layout.ts";
import { renderText } from "../../src/view/render/text.ts";
import { effectsOf } from "../support/games.ts";
import { shownPlans, shownProblems } from "../support/shown.ts";
import { shownGame } from "./markdown/pages.ts";

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;

type StepMore = Partial<
  StepBase & {
    readonly link: Membership;
    readonly request: PlannedRequest;
    readonly otherwise: PlannedRequest;
  }
>;

/** A step with what every step has; the request is that of an action's kind of change. */
export function step(action: Action, address: Step["address"], more: StepMore = {}): Step {
  const [, id] = address.split("/");
  const { link = { name: "things", member: "one" }, otherwise, ...others } = more;
  const request =
    action === "create"
      ? requestTo("POST", ["things"], { custom_id: id ?? "" })
      : requestTo(action === "delete" ? "DELETE" : "PUT", [`things/${id}`]);
  const base: StepBase & { readonly request: PlannedRequest } = {
    id: `${action} ${address}`,
    address,
    fields: [],
    needs: [],
    hazards: [],
    notes: [],
    request,
    ...others,
  };
  if (action === "attach") return { ...base, action, link, ...(otherwise && { otherwise }) };
  return action === "detach" ? { ...base, action, link } : { ...base, action };
}

/** A plan of these steps, counted. */
export function plan(steps: readonly Step[], more: Partial<Plan> = {}, unchanged = 0): Plan {
  const { kept = [], not_verified = [] } = more;
  const countOf = (action: Action) => steps.filter((each) => each.action === action).length;
  const summary: Summary = {
    create: countOf("create"),
    update: countOf("update"),
    rename: countOf("rename"),
    replace: 0,
    delete: countOf("delete"),
    attach: countOf("attach"),
    detach: countOf("detach"),
    unchanged,
    kept: kept.length,
    not_verified: not_verified.length,
  };
  return {
    game: "dungeon",
    environment: "local",
    base_url: "http://127.0.0.1:4010",
    game_id: "dungeon",
    digest: digest("a"),
    basis: { manifests: digest("b"), live: digest("c"), touched: [] },
    summary,
    steps,
    kept: [],
    not_verified: [],
    ...more,
  };
}

/** A place in a line, from one column to another. */
export function span(
  line: number,
  from: number,
  to: number,
  file: string | SourceFile = "a.yaml",
): Span {
  const at = (column: number) => ({ line, column, offset: line * 100 + column });
  const source = typeof file === "string" ? sourceFile({ name: file, text: "" }) : file;
  return { source, start: at(from), end: at(to) };
}

interface PlansOptions {
  readonly allowed?: readonly HazardName[];
  readonly diagnostics?: readonly Diagnostic[];
}

/** Plans that could all be made, as their document. */
export function plansDocument(
  plans: readonly Plan[],
  { allowed = [], diagnostics = [] }: PlansOptions,
): PlanDocument {
  const games = plans.map((made) => {
    return shownGame(made, { allowed: new Set(allowed), impact: [] });
  });
  return planJson(shownPlans(games), shownProblems(diagnostics));
}

type Shown = Parameters<typeof shownGame>[1];

/** The plan as text. */
export function planText(made: Plan, view: TextView, more: Shown = {}): string {
  return renderText(planDocument(shownPlans([shownGame(made, more)])), view);
}

/** The plan as a page of HTML, without styles and scripts. */
export function plainPage(made: Plan, more: Shown = {}): string {
  return renderHtml(planDocument(shownPlans([shownGame(made, more)])), {
    styles: [],
    scripts: [],
    hash: String,
  });
}

const origin = (name: string, line: number): Pick<Step, "origin"> => {
  return { origin: { file: `games/dungeon/${name}.yaml`, line, column: 5 } };
};

const STORY =
  "The dragon sleeps.\nNobody has seen it.\nSome say that it is dead.\nThe king pays for proof.";

/** Every action, short and long values, hazards, notes, everything that is kept. */
export const everyAction: Plan = plan(
  [
    step("create", "action/slay-dragon", {
      fields: [
        { path: "/custom_id", after: "slay-dragon" },
        { path: "/name", after: "Slay a dragon" },
        { path: "/custom_data", after: { icon: "dragon.png", size: 3 } },
        { path: "/reactions", after: ["slay-enemy"] },
      ],
      ...origin("actions", 12),
    }),
    step("update", "reward/gold-coin", {
      fields: [
        { path: "/description", before: "A coin", after: "A shiny coin" },
        { path: "/custom_data/value", before: 5, after: 10 },
        { path: "/custom_data/odd.name", after: true },
        { path: "/custom_data/a~1b~0c", before: [1, 2] },
      ],
      request: requestTo("PUT", ["rewards/gold-coin"], {
        custom_id: "gold-coin",
        name: "Gold coin",
      }),
      ...origin("rewards", 1),
    }),
    step("update", "achievement/dragon-slayer", {
      fields: [
        {
          path: "/description",
          before: `${STORY}\n`,
          after: STORY.replace("king", "queen"),
        },
        {
          path: "/conditions",
          before: {
            groups: [
              {
                conditions: ["dayOfMonth:last", "months:12,1,2", "hours:0,1,2,3,4,5", "days:1,2,3"],
              },
            ],
          },
          after: {
            groups: [
              {
                conditions: ["dayOfMonth:last", "months:12,1,2", "hours:6,7,8,9,10", "days:1,2,3"],
              },
            ],
          },
        },
      ],
      hazards: [
        { name: "mass-change", sentence: "4 of 12 live achievements (33 %) would be changed." },
      ],
      notes: [
        'The service is not known to change "conditions" after creation; it is sent, and read back afterwards.',
      ],
      ...origin("achievements", 40),
    }),
    step("rename", "achievement/dragon-killer", {
      fields: [{ path: "/custom_id", before: "dragon-killer", after: "dragon-hunter" }],
      ...origin("achievements", 55),
    }),
    step("attach", "achievement/dragon-slayer", {
      link: { name: "rewards", member: "gold-coin" },
      fields: [{ path: "/rewards", after: "gold-coin" }],
      otherwise: requestTo("PUT", ["achievements/dragon-slayer"], { rewards: ["gold-coin"] }),
      ...origin("achievements", 40),
    }),
    step("detach", "achievement/dragon-slayer", {
      link: { name: "rewards", member: "copper-coin" },
      fields: [{ path: "/rewards", before: "copper-coin" }],
      ...origin("achievements", 40),
    }),
    step("delete", "leaderboard/season-1", {
      fields: [
        { path: "/custom_id", before: "season-1" },
        { path: "/name", before: "Season 1" },
      ],
      hazards: [
        {
          name: "deletes-player-data",
          sentence:
            'Deleting the leaderboard "season-1" deletes any scores of players, which cannot be brought back.',
        },
        {
          name: "empties-kind",
          sentence: "All 1 live leaderboards would be deleted and none would be left.",
        },
      ],
    }),
  ],
  {
    kept: [
      ...Array.from({ length: 12 }, (_, n) => ({
        address: `reward/old-${n}` as const,
        reason: "not-pruned" as const,
      })),
      {
        address: "criteria_group/old",
        reason: "still-referenced",
        by: ["achievement/one", "achievement/two"],
      },
      { address: "action/jump", reason: "not-targeted" },
    ],
    not_verified: Array.from({ length: 14 }, (_, n) => ({
      address: `action/play-${n}` as const,
      fields: ["reactions"],
    })),
  },
  14,
);

/** Two of the three hazards refused; mass-change is allowed. */
export const refusals: readonly Diagnostic[] = refusalsOf(everyAction.steps, {
  allowed: new Set(["mass-change"]),
  effects: effectsOf(everyAction.steps),
});

/** Why some of its changes are there. */
const causes: PlanCauses = {
  base: { ref: "origin/main", commit: "c", target: { is: "same" }, settings: [] },
  steps: new Map([
    [
      "update reward/gold-coin",
      { cause: "conflict", fields: [{ cause: "conflict", base: "Coins" }] },
    ],
    ["rename achievement/dragon-killer", { cause: "drift", fields: [{ cause: "drift" }] }],
  ]),
  totals: { pending: 6, behind: 0, drift: 1, conflict: 1 },
};
const impact = (["cosmetic", "harder", "destructive", "additive"] as const).map((name): Impact => {
  return {
    class: name,
    address: "achievement/x",
    sentence: `It is ${name}.`,
    because: [],
    steps: [],
  };
});

/** All that can be shown beside it. */
export const everythingBeside = { refusals, causes, impact };

export const emptyPlan: Plan = plan([], {}, 132);

/** Escape codes, line breaks, direction overrides and a C1 control, in every text from outside. */
const NASTY = "x\u001b[31m\u001b]0;owned\u0007\r\n\u009b2J\u202egnp.exe\u2066";

export const hostilePlan: Plan = plan(
  [
    step("update", `reward/${NASTY}`, {
      fields: [
        { path: `/custom_data/${NASTY}`, before: NASTY, after: `${NASTY}!` },
        { path: "/description", before: NASTY.replace("\r\n", "\n"), after: "plain" },
      ],
      hazards: [{ name: "mass-change", sentence: NASTY }],
      notes: [NASTY],
      request: requestTo("PUT", [NASTY], { [NASTY]: NASTY }),
      origin: { file: NASTY, line: 1, column: 1 },
    }),
    step("attach", "achievement/a", { link: { name: NASTY, member: NASTY } }),
    step("create", "reward/b", { fields: [{ path: "/description", after: `${NASTY}\n${NASTY}` }] }),
  ],
  {
    game: NASTY,
    environment: NASTY,
    base_url: NASTY,
    game_id: NASTY,
    digest: NASTY,
    kept: [{ address: `reward/${NASTY}`, reason: "still-referenced", by: [`reward/${NASTY}`] }],
    not_verified: [{ address: `reward/${NASTY}`, fields: [NASTY] }],
  },
);

export const hostileDiagnostic: Diagnostic = diagnostic("step-failed", `${NASTY}\n${NASTY}`, {
  address: `reward/${NASTY}`,
  help: [NASTY],
});

/** A result with these steps, counted. */
export function result(steps: readonly StepResult[], more: Partial<ApplyResult> = {}): ApplyResult {
  const count = (status: StepResult["status"]): number =>
    steps.filter((each) => each.status === status).length;
  return {
    game: "dungeon",
    environment: "local",
    game_id: "dungeon",
    outcome: more.converged === true ? "done" : "failed",
    converged: false,
    totals: {
      done: count("done"),
      not_verified: count("not-verified"),
      failed: count("failed"),
      skipped: count("skipped"),
      not_started: count("not-started"),
    },
    not_verified: [],
    steps,
    diagnostics: [],
    ...more,
  };
}

const ended = (
  address: Step["address"],
  status: StepResult["status"],
  more: Partial<StepResult> = {},
): StepResult => {
  return { id: `create ${address}`, action: "create", address, status, ...more };
};

const taken = diagnostic(
  "step-failed",
  "POST actions was answered with 422.\nThe name has already been taken.",
  {
    address: "action/slay-dragon",
    primary: { span: span(12, 5, 11, "games/dungeon/actions.yaml"), text: "refused" },
    help: ["choose another name, or give the other resource another name first"],
  },
);

/** One step of each status, in the order of the plan. */
export const mixedResult: ApplyResult = result(
  [
    ended("action/slay-enemy", "done"),
    ended("action/jump", "not-verified"),
    ended("action/slay-dragon", "failed", { diagnostic: taken }),
    ended("criterion/slay-10-dragons", "skipped", { because: "create action/slay-dragon" }),
    ended("criteria_group/dragon-slayer", "skipped", {
      because: "create criterion/slay-10-dragons",
    }),
    ended("reward/egg", "not-started"),
  ],
  {
    not_verified: [{ address: "action/jump", fields: ["reactions"] }],
    diagnostics: [diagnostic("interrupted", "The run was interrupted; 1 step was not started.")],
  },
);
