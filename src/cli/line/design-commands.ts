/** The commands that tell what manifests mean to players. They need no network. */
import type { CommandSpec } from "./command.ts";

export const DESIGN_COMMANDS: readonly CommandSpec[] = [];
