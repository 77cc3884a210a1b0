/**
 * How a plan relates to the commit of `--base`: whether both have the same target, and which
 * settings of the project file differ. A branch that writes `game_id: g2` in place of `g1` changes
 * the target.
 */
import type { Json } from "../ground/json.ts";

/** A live game as a project file writes it, with its variables. */
export interface WrittenPlace {
  readonly game: string;
  readonly environment: string;
  /** Absent on the embedded service. */
  readonly game_id?: string;
  /** Absent on the embedded service, and where the project file has none. */
  readonly base_url?: string;
}

/**
 * How the target of a plan relates to the project file at the base. The base knows the live game
 * only if it is the same.
 */
export type TargetComparison =
  | { readonly is: "same" }
  /** The commit has no project file at this path. */
  | { readonly is: "unknown"; readonly now: WrittenPlace }
  | { readonly is: "new"; readonly what: "game" | "environment"; readonly now: WrittenPlace }
  | { readonly is: "changed"; readonly before: WrittenPlace; readonly now: WrittenPlace }
  /** The branch has left the target as it was at the base, and `ref` has changed it. */
  | { readonly is: "behind"; readonly now: WrittenPlace; readonly tip: WrittenPlace };

/** Whether the commit says something about the live game of the plan. */
export function knowsTarget({ target: { is } }: BaseFacts): boolean {
  return is !== "new" && is !== "changed";
}

/**
 * A setting of the project file that decides what a plan may do, and that the branch has changed.
 */
export interface SettingChange {
  /**
   * Its name, such as `prune` or `service.wire`. The values are those that hold for the
   * environment. Those of `actions` are how many entries differ on each side, because actions may
   * belong to secrets.
   */
  readonly setting: string;
  readonly before: Json;
  readonly after: Json;
}

/** The commit of `--base`, and how the plan relates to it. */
export interface BaseFacts {
  /** The commit as it was given. */
  readonly ref: string;
  /**
   * The full id of the commit that the plan is compared with: the last one that HEAD and `ref` have
   * in common, or `ref` itself.
   */
  readonly commit: string;
  /** The full id of `ref`, if HEAD lacks commits of it. */
  readonly tip?: string;
  readonly target: TargetComparison;
  /** Settings of the project file that differ. */
  readonly settings: readonly SettingChange[];
}
