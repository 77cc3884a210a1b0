/** Hostile texts in place of manifests and of what is written like them. */
import { stringify } from "yaml";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { YAML_TEXTS } from "./corpus.ts";
import { mutatedJson } from "./json-mutations.ts";
import { rawText } from "./nasty.ts";
import type { Random } from "./random.ts";
import { mutatedBytes, mutatedText } from "./text-mutations.ts";

/** A file in a form in which it can be kept; `bytes` are in base64. */
export interface HostileFile {
  readonly file: string;
  readonly bytes: string;
}

/** What a sort of files is made from. */
export interface Sources {
  readonly texts: readonly string[];
  readonly values: readonly JsonObject[];
}

/** A file that was changed by its structure, by its text or by its bytes, or that the YAML test suite gave. */
export function hostileFile(file: string, { texts, values }: Sources, random: Random): HostileFile {
  const luck = random.below(100);
  const changes = 1 + random.below(4);
  if (luck < 42)
    return inBase64(file, written(mutatedJson(random.pick(values), changes, values, random), file, random));
  if (luck < 78) return inBase64(file, mutatedText(random.pick(texts), changes, texts, random));
  if (luck < 90) return inBase64(file, fromSuite(texts, random));
  return { file, bytes: mutatedBytes(Buffer.from(random.pick(texts)), changes, random).toString("base64") };
}

function inBase64(file: string, text: string): HostileFile {
  return { file, bytes: Buffer.from(text).toString("base64") };
}

export function bytesOf({ bytes }: HostileFile): Buffer {
  return Buffer.from(bytes, "base64");
}

/** As JSON, or as YAML in one of the ways to write it; a part of them is changed as text, too. */
function written(value: Json, file: string, random: Random): string {
  const isJson = file.endsWith(".json");
  const text = isJson || random.chance(0.2) ? JSON.stringify(value, null, random.below(3)) : yamlOf(value, random);
  const whole = rawText(text);
  return random.chance(0.2) ? mutatedText(whole, 1, [whole], random) : whole;
}

function yamlOf(value: Json, random: Random): string {
  const collectionStyle = random.pick(["any", "flow", "block"] as const);
  const defaultStringType = random.pick([
    "PLAIN",
    "QUOTE_DOUBLE",
    "QUOTE_SINGLE",
    "BLOCK_LITERAL",
    "BLOCK_FOLDED",
  ] as const);
  const lineWidth = random.pick([0, 20, 80]);
  return stringify(value, { collectionStyle, defaultStringType, lineWidth, indent: 1 + random.below(4) });
}

/** A text of the suite by itself, changed, or as a value within a manifest. */
function fromSuite(texts: readonly string[], random: Random): string {
  const text = random.pick(YAML_TEXTS);
  const within = `actions:\n  - custom_id: a\n    name: A\n    custom_data:\n${text.replaceAll(/^/gm, "      ")}\n`;
  const chosen = random.chance(0.4) ? within : text;
  return random.chance(0.5) ? chosen : mutatedText(chosen, 1 + random.below(2), [...texts, ...YAML_TEXTS], random);
}
