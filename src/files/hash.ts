/** The hash behind digests. */
import { hash } from "node:crypto";
import type { Digest } from "../model/model.ts";

/** SHA-256 of the text's UTF-8 bytes. */
export function sha256(text: string): Digest {
  return `sha256:${hash("sha256", text)}`;
}
