/** The values that the steps of a pull share. */
import type { KindName } from "../catalog/types.ts";
import type { Address, DesiredGame, LiveGame } from "../model/model.ts";
import type { GameText } from "./game-texts.ts";

/** A game with its files, and what to take. */
export interface PullInput {
  readonly texts: readonly GameText[];
  /** The environment of the live game, with its overrides. */
  readonly environment?: string | undefined;
  /** The other environments, for which the new texts must be right, too. */
  readonly otherEnvironments?: readonly string[];
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  /** Only these. Default: everything. */
  readonly targets?: readonly Address[] | undefined;
  /** The manifests at a commit, if one is the base. Without a `game`, the commit has none of it. */
  readonly base?: { readonly game?: DesiredGame };
  /** Which side wins a conflict. */
  readonly prefer?: "live" | "files";
}

/** Live resources that are not pulled. */
export interface LeftOut {
  readonly addresses: ReadonlySet<Address>;
  /** Resources among them whose records cannot be read. */
  readonly unread: ReadonlySet<Address>;
  /**
   * Kinds with a record that does not say which resource it is, or that may have hidden records:
   * none of them is known to be deleted.
   */
  readonly unidentified: ReadonlySet<KindName>;
}
