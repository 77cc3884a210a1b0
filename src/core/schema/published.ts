/** Every schema that is published in the folder `schemas`, by the name of its document. */
import type { Catalog } from "../../catalog/types.ts";
import type { JsonObject } from "../json.ts";
import { applySchema } from "./apply.ts";
import { changelogSchema } from "./changelog.ts";
import { diagnosticsSchema } from "./diagnostics.ts";
import { economySchema } from "./economy.ts";
import { exportSchema } from "./export.ts";
import { graphSchema } from "./graph.ts";
import { diffSchema } from "./live-difference.ts";
import { logSchema } from "./log.ts";
import { manifestSchema } from "./manifest.ts";
import { overridesSchema } from "./overrides.ts";
import { planSchema } from "./plan.ts";
import { projectSchema } from "./project.ts";
import { rankingsSchema } from "./rankings.ts";
import { reportSchema } from "./report.ts";
import { scenariosSchema } from "./scenarios.ts";
import { testSchema } from "./test.ts";

export function publishedSchemas(catalog: Catalog): Readonly<Record<string, JsonObject>> {
  return {
    manifest: manifestSchema(catalog),
    overrides: overridesSchema(catalog),
    project: projectSchema(),
    scenarios: scenariosSchema,
    plan: planSchema,
    diff: diffSchema,
    changelog: changelogSchema,
    apply: applySchema,
    export: exportSchema,
    graph: graphSchema,
    diagnostics: diagnosticsSchema,
    test: testSchema,
    rankings: rankingsSchema,
    report: reportSchema,
    economy: economySchema,
    log: logSchema,
  };
}
