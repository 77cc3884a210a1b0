/**
 * laurel as a library: the commands as functions, for programs of your own.
 *
 *   validate ─────┐         ┌─ lint ─ test ─ report ─ graph
 *   loadFolder ───┼─ Game ──┤
 *   loadProject ──┘         └─ readLive ─ plan ─ impact ─ refusals ─ apply ─ verify
 *                                 │
 *   connect, connectGame ─────────┘
 *
 * Nothing here prints, prompts, reads environment variables or ends the process. What a user or a service can cause is
 * returned as diagnostics; what is thrown is a mistake of the calling program, or a bug. docs/guides/library.md explains it.
 */

export type * from "../schemas/documents.js";
export type { ImpactClass } from "./analysis/impact/classes.ts";
export type { Impact, Witness, Witnesses } from "./analysis/impact/impacts.ts";
export type { KindName } from "./catalog/types.ts";
export {
  type GameGraphJson,
  type GameReportJson,
  type GameTestJson,
  graph,
  lint,
  report,
  type Tested,
  test,
} from "./library/checks.ts";
export {
  type ConnectGameOptions,
  type Connection,
  type ConnectOptions,
  type ConnectTarget,
  connect,
  connectGame,
  type EnvironmentSettings,
} from "./library/connection.ts";
export {
  type FolderOptions,
  type Game,
  type GameSettings,
  loadFolder,
  loadProject,
  type ProjectOptions,
  type ValidateOptions,
  validate,
} from "./library/game.ts";
export {
  type Applied,
  type ApplyOptions,
  apply,
  impact,
  type PlanningOptions,
  type PlanTarget,
  plan,
  type RefusalOptions,
  readLive,
  refusals,
  type Verified,
  verify,
} from "./library/live.ts";
export {
  type MarkdownPlan,
  type PlanMarkdownOptions,
  type RenderPlanOptions,
  renderDiagnostics,
  renderPlan,
  renderPlanMarkdown,
} from "./library/render.ts";
export { type EmbeddedService, startService } from "./library/service.ts";
export type { ManifestText } from "./manifest/parse.ts";
export type { DiagnosticCode, Severity } from "./model/codes.ts";
export {
  type Checked,
  type Diagnostic,
  hasErrors,
  type Label,
} from "./model/diagnostics.ts";
export type { ApplyEvent, StepResult, StepStatus, StepTotals } from "./model/events.ts";
export type { ExactNumber, Json, JsonObject } from "./model/json.ts";
export type { LintCode } from "./model/lint-codes.ts";
export type {
  Action,
  Address,
  ApiRequest,
  Desired,
  Digest,
  FieldChange,
  Hazard,
  HazardName,
  Kept,
  Live,
  LiveGame,
  Moved,
  Plan,
  Removed,
  Step,
  StepId,
  Summary,
  Target,
  Variables,
} from "./model/model.ts";
export type { ActionSettings } from "./project/game-settings.ts";
