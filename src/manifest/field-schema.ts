/** What a value of each type of field must be, as JSON Schema: for validation here, and in editors with words added. */
import type { Field } from "../catalog/types.ts";
import type { JsonObject } from "../model/json.ts";
import { MAXIMUM_MEMBERS } from "../model/limits.ts";

/** Letters, digits and `_ . ~ -`, 1 to 255 of them, and not `.` or `..` (docs/service.md#common-properties, #surprises). */
export const ID_PATTERN = "^(?!\\.{1,2}$)(?!.*~laurel-(?:moving|old|left)(?:-[0-9]+)?$)[A-Za-z0-9_.~-]{1,255}$";

const ID_SCHEMA: JsonObject = { type: "string", pattern: ID_PATTERN };

/** The shape of `conditions` (docs/service.md#conditions). The texts in it are checked by `parseConditionText`. */
const CONDITIONS_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    operator: { type: "string", enum: ["and", "or"] },
    groups: {
      type: "array",
      maxItems: MAXIMUM_MEMBERS,
      items: {
        type: "object",
        properties: {
          operator: { type: "string", enum: ["and", "or"] },
          conditions: { type: "array", items: { type: "string" }, maxItems: MAXIMUM_MEMBERS },
        },
        required: ["conditions"],
        additionalProperties: false,
      },
    },
  },
  required: ["groups"],
  additionalProperties: false,
};

/** The constraints on a value of the field, references being ids. */
export function fieldSchema(field: Field): JsonObject {
  switch (field.type) {
    case "id":
    case "reference":
      return ID_SCHEMA;
    case "text":
      return { type: "string", maxLength: field.maxLength };
    case "pattern":
      return { type: "string", pattern: field.pattern };
    case "choice":
      return { type: "string", enum: field.choices.map((choice) => choice.value) };
    case "flag":
      return { type: "boolean" };
    case "integer":
      return { type: "integer", minimum: field.minimum, maximum: field.maximum };
    case "conditions":
      return CONDITIONS_SCHEMA;
    case "json-text":
      return {};
  }
}

/** The constraints on the members of a link, as ids. */
export const LINK_SCHEMA: JsonObject = { type: "array", items: ID_SCHEMA, maxItems: MAXIMUM_MEMBERS };
