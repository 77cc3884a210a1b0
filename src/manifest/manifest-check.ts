/** Everything that a manifest may list, by its top-level key, compiled (schema/checks.ts). */
import { Ajv2020 } from "ajv/dist/2020.js";
import { catalog } from "../catalog/index.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Checks } from "../model/schema/checks.ts";
import { fieldSchema, LINK_SCHEMA } from "./field-schema.ts";
import { entryForms, type Form, resourceForm } from "./forms.ts";

// The schemas are our own, and a test holds them against the schema of schemas: that would take longer than all else.
export const checks: Checks = new Ajv2020({
  allErrors: true,
  strict: true,
  meta: false,
  validateSchema: false,
  schemas: Object.fromEntries([
    ...catalog.map((kind) => [kind.plural, formSchema(resourceForm(kind))]),
    ...entryForms(catalog).map((form) => [form.key, formSchema(form)]),
  ]),
});

/** The schema of a flat mapping: ids where the manifest may have definitions. */
function formSchema(form: Form): JsonObject {
  const fields = form.fields.map((field): [string, Json] => [field.name, fieldSchema(field)]);
  const links = form.links.map((link): [string, Json] => [link.name, LINK_SCHEMA]);
  return {
    type: "object",
    properties: Object.fromEntries([...fields, ...links]),
    required: form.fields.filter((field) => field.required === true).map((field) => field.name),
    additionalProperties: false,
  };
}
