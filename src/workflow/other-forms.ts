/**
 * Names the settings of `service.wire` that would send a refused value in another form. In: a
 * request, and the members that the service complains about (docs/service.md#errors). Out: help,
 * such as the line that sends `"30"` for 30.
 */
import {
  DIALECT_CHOICES,
  type Dialect,
  JSON_TEXT_SETTING,
  jsonTextForm,
} from "../catalog/dialect.ts";
import type { Field, Kind } from "../catalog/types.ts";
import { type Json, jsonIn, jsonText } from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import type { ApiRequest } from "../model/model.ts";

interface RefusedMembers {
  readonly kind: Kind;
  readonly request: Pick<ApiRequest, "method" | "body">;
  /** Keys of the errors, such as `points` or `reactions.0`. */
  readonly errorKeys: readonly string[];
}

export function suggestOtherForms(
  { kind, request, errorKeys }: RefusedMembers,
  dialect: Dialect,
): readonly string[] {
  const { method, body = {} } = request;
  const names = new Set(errorKeys.map((key) => key.replace(/\..*$/s, "")));
  const help = new Set<string>();
  for (const name of names) {
    const value = body[name];
    if (value === undefined) continue;
    const field = kind.fields.find((each) => each.name === name);
    const isLink = kind.links.some((each) => each.name === name);
    if (method === "PUT" && (isLink || field?.createOnly === true))
      help.add(suggestUpdate("patch", `leave ${inQuotes(name)} out`));
    else if (field !== undefined && value === null)
      help.add(suggestSetting("nulls", "omit", `leave ${inQuotes(name)} out`));
    else if (field !== undefined)
      for (const words of listOtherForms(kind, { field, value }, dialect)) help.add(words);
  }
  return [...help];
}

interface SentValue {
  readonly field: Field;
  readonly value: Json;
}

function listOtherForms(
  kind: Kind,
  { field, value }: SentValue,
  dialect: Dialect,
): readonly string[] {
  switch (field.type) {
    case "flag":
      return Object.keys(DIALECT_CHOICES.booleans.choices)
        .filter((form) => form !== dialect.booleans)
        .map((form) =>
          suggestSetting("booleans", form, `send ${inQuotes(field.name)} differently`),
        );
    case "integer": {
      const form = dialect.numbers === "native" ? "text" : "native";
      const sent = form === "text" ? String(value) : (jsonIn(String(value)) ?? value);
      return [suggestSetting("numbers", form, `send ${jsonText(sent)}`)];
    }
    case "json-text": {
      const form = jsonTextForm(dialect, kind) === "text" ? "json" : "text";
      const how = form === "json" ? "JSON instead of text" : "JSON as text";
      return [suggestSetting(JSON_TEXT_SETTING.name, `{ ${kind.plural}: ${form} }`, `send ${how}`)];
    }
    default:
      return [];
  }
}

function suggestUpdate(form: Exclude<Dialect["update"], "unknown">, effect: string): string {
  return suggestSetting("update", form, effect);
}

function suggestSetting(name: keyof Dialect, value: string, effect: string): string {
  const line = `service: { wire: { ${name}: ${value} } }`;
  return `if the service takes another form, write \`${line}\` in the project file, to ${effect}`;
}
