/** Fields that several kinds share, as docs/service.md#common-properties describes them. */
import type { Field, IdField, JsonTextField, TextField } from "./types.ts";

/** Longest `custom_id`, name and description, in characters. */
export const TEXT_LIMIT = 255;

export const customId: IdField = {
  name: "custom_id",
  type: "id",
  required: true,
  summary:
    "The identity of the resource: letters, digits and _ . ~ -, at most 255 characters, unique among resources of its kind. Another `custom_id` is another resource.",
};

const name: TextField = {
  name: "name",
  type: "text",
  maxLength: TEXT_LIMIT,
  required: true,
  unique: true,
  summary: "The display name, at most 255 characters, unique among resources of its kind.",
  examples: ["Slay a dragon"],
  alsoCalled: ["title", "label", "display_name"],
};

const description: TextField = {
  name: "description",
  type: "text",
  maxLength: TEXT_LIMIT,
  default: "",
  summary: "What it is, in at most 255 characters.",
  alsoCalled: ["text", "summary", "details"],
};

export const customData: JsonTextField = {
  name: "custom_data",
  type: "json-text",
  maxLength: 1024,
  default: null,
  summary:
    "Any JSON value for your own use, at most 1,024 characters when encoded. Compared as a value.",
  examples: [{ icon: "dragon.png" }],
  alsoCalled: ["metadata", "meta", "extra", "properties"],
};

export const identity: readonly Field[] = [customId, name, description];
