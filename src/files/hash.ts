/** The hash behind digests. */
import { createHash } from "node:crypto";
import type { Digest } from "../model/model.ts";

/** SHA-256 of the text's UTF-8 bytes. */
export function sha256(text: string): Digest {
  return `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
}

/** The same hash in base64, as pages of HTML name their scripts. */
export function sha256Base64(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64");
}
