/** Everything that is fuzzed. */
import type { Target } from "./target.ts";
import { answers } from "./targets/answers.ts";
import { commandLines } from "./targets/command-lines.ts";
import { constantsTemplates } from "./targets/constants-templates.ts";
import { embeddedData } from "./targets/embedded-data.ts";
import { manifests } from "./targets/manifests.ts";
import { projects } from "./targets/projects.ts";
import { projectsOnDisk } from "./targets/projects-on-disk.ts";
import { scenarios } from "./targets/scenarios.ts";

export const TARGETS = [
  ...[manifests, projects, projectsOnDisk, answers],
  ...[commandLines, embeddedData, scenarios, constantsTemplates],
] as readonly Target<unknown>[];
