/** The options of each workflow. */
import type { ImpactClass } from "../analysis/impact/impacts.ts";
import type { HazardName } from "../model/model.ts";

type Optional<T> = T | undefined;

/** Which games. Paths are relative to the working directory. */
export interface GameOptions {
  readonly project?: Optional<string>;
  /** Names. Default: all; an empty list is an error. */
  readonly game?: Optional<readonly string[]>;
  readonly env?: Optional<string>;
}

/** Which games, for work that needs no service. */
export interface FolderOptions extends GameOptions {
  /**
   * Whether `env` defaults to the default environment of each game, instead of to no environment.
   */
  readonly isDefault?: Optional<boolean>;
}

/** Which games, and where they are live. */
export interface TargetOptions extends GameOptions {
  /** Only games that differ from what `base` is compared with. */
  readonly changed?: Optional<boolean>;
  /**
   * A commit. Plans are compared with the merge base of HEAD and it, a pull with the commit itself.
   */
  readonly base?: Optional<string>;
  /** Without it, the project file decides. */
  readonly prune?: Optional<boolean>;
}

export interface ChangelogOptions extends GameOptions {
  /** The commit to compare with. */
  readonly base: string;
  /** Names secret achievements, which are only counted otherwise. */
  readonly revealSecrets?: Optional<boolean>;
}

export interface RankingsOptions extends GameOptions {
  /** Its `custom_id`. */
  readonly leaderboard: string;
  /** Only this player's. */
  readonly player?: Optional<string>;
  /** Parameters of the request. */
  readonly query?: Optional<Readonly<Record<string, string>>>;
}

export interface PlanGamesOptions extends TargetOptions {
  /** Addresses. Default: all; an empty list is an error. */
  readonly target?: Optional<readonly string[]>;
  readonly allow?: Optional<readonly HazardName[]>;
  readonly failOn?: Optional<readonly ImpactClass[]>;
}

export interface ApplyRunOptions extends PlanGamesOptions {
  /**
   * Digests of reviewed plans. Default: any plan; an empty list expects that there is nothing to
   * do.
   */
  readonly expect?: Optional<readonly string[]>;
}

/** CI systems with files of their own, and any other that runs a shell. */
export const PIPELINES = ["github", "gitlab", "shell"] as const;
export type PipelineName = (typeof PIPELINES)[number];

export interface InitOptions {
  /** Absolute path. */
  readonly folder: string;
  readonly game?: Optional<string>;
  readonly ci?: Optional<readonly PipelineName[]>;
}

export interface FromLiveOptions extends Pick<GameOptions, "project" | "game" | "env"> {
  /** Absolute path of a folder of the project. */
  readonly folder: string;
}

export interface RenameOptions extends Pick<GameOptions, "project"> {
  /** Default: the game that declares the resource. */
  readonly game?: Optional<string>;
  /** `kind/custom_id`. */
  readonly address: string;
  /** The new `custom_id`, or the new address. */
  readonly newId: string;
  /** Write nothing. */
  readonly check?: Optional<boolean>;
}

export interface PullGamesOptions extends TargetOptions {
  /** Addresses. Default: all; an empty list is an error. */
  readonly target?: Optional<readonly string[]>;
  /** Which side wins a conflict with the base. */
  readonly prefer?: Optional<"live" | "files">;
}
