/**
 * laurel as a library: the commands as functions, for programs of your own.
 *
 * Nothing here prints, prompts, reads environment variables or ends the process. Mistakes of users
 * and failures of services are returned as diagnostics; only bugs are thrown.
 * docs/guides/library.md explains it.
 */

export type * from "../schemas/documents.js";
export type { Impact, ImpactClass } from "./analysis/impact/impacts.ts";
export type { CheapestWay } from "./analysis/report/economy.ts";
export type { Json, JsonObject } from "./ground/json.ts";
export {
  type AppliedGames,
  type ApplyOptions,
  type ApplyPlannedOptions,
  apply,
  applyPlanned,
  changelog,
  type EmbeddedService,
  graph,
  lint,
  load,
  type ManifestText,
  type PlanRunOptions,
  type PullRunOptions,
  plan,
  pull,
  report,
  startService,
  test,
  validate,
} from "./library/commands.ts";
export {
  type RenderOptions,
  renderDiagnostics,
  renderPlan,
  renderPlanMarkdown,
} from "./library/render.ts";
export type { RunOptions } from "./library/run.ts";
export type { DiagnosticCode, Severity } from "./model/codes.ts";
export { type Checked, type Diagnostic, hasErrors, type Label } from "./model/diagnostics.ts";
export type { ApplyEvent, ApplyResult, StepResult } from "./model/events.ts";
export type { DesiredGame, Digest, HazardName, Plan, Step } from "./model/model.ts";
export { holdTo } from "./workflow/expected-plans.ts";
export type { GameResult, Games, KnownGame, PlannedGame } from "./workflow/game.ts";
export type { LoadedGame } from "./workflow/load-games.ts";
