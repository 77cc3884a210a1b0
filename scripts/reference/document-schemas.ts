/** The schemas of the JSON documents that commands print, by the name of the document. */
import { applySchema } from "../../src/view/apply/schema.ts";
import { changelogSchema } from "../../src/view/changelog/schema.ts";
import { graphSchema } from "../../src/view/graph/schema.ts";
import { diagnosticsSchema } from "../../src/view/json/parts-schema.ts";
import { planSchema } from "../../src/view/plan/schema.ts";
import { mvSchema, pullSchema } from "../../src/view/pull/schema.ts";
import { rankingsSchema } from "../../src/view/rankings/schema.ts";
import { economySchema } from "../../src/view/report/schema.ts";
import { testSchema } from "../../src/view/test/schema.ts";

/** In the order in which the reference lists them. */
export const documentSchemas = {
  diagnostics: diagnosticsSchema,
  plan: planSchema,
  apply: applySchema,
  pull: pullSchema,
  mv: mvSchema,
  changelog: changelogSchema,
  graph: graphSchema,
  economy: economySchema,
  rankings: rankingsSchema,
  test: testSchema,
};
