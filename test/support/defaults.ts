/** The settings of a project that sets nothing. */
import type { LintSettings, PlaySettings } from "../../src/project/game-settings.ts";

export const DEFAULT_LINT: LintSettings = { rules: {}, budget: {} };
export const DEFAULT_PLAY: PlaySettings = { actions: new Map() };
