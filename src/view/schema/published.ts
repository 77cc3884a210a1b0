/** Every schema that is published in the folder `schemas`, by the name of its document. */
import { scenariosSchema } from "../../analysis/scenarios/scenarios-schema.ts";
import type { Catalog } from "../../catalog/types.ts";
import { manifestSchema } from "../../manifest/manifest-schema.ts";
import { overridesSchema } from "../../manifest/overrides-schema.ts";
import type { JsonObject } from "../../model/json.ts";
import { diagnosticsSchema } from "../../model/schema/diagnostics.ts";
import { planSchema } from "../../plan/plan-schema.ts";
import { reportSchema } from "../../plan/revert/report-schema.ts";
import { projectSchema } from "../../project/project-schema.ts";
import { applySchema } from "./apply.ts";
import { changelogSchema } from "./changelog.ts";
import { economySchema } from "./economy.ts";
import { exportSchema } from "./export.ts";
import { graphSchema } from "./graph.ts";
import { diffSchema } from "./live-difference.ts";
import { logSchema } from "./log.ts";
import { rankingsSchema } from "./rankings.ts";
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
