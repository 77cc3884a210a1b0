/** The two sides of a plan, as most of its stages take them. */
import type { Catalog } from "../catalog/types.ts";
import type { DesiredGame, LiveGame } from "../model/model.ts";

export interface TwoGames {
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  readonly catalog: Catalog;
}
