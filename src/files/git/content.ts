/** Whether a content is the one that git keeps under an id. Git is not run: a filter of the repository would be, too. */
import { createHash } from "node:crypto";

/**
 * `id`: in hexadecimal digits; their number decides the hash (SHA-1 or SHA-256). A content with CRLF is also the one with
 * LF, as which git may keep it (`core.autocrlf`).
 */
export function hasContentId(bytes: Buffer, id: string): boolean {
  if (contentId(bytes, id.length) === id) return true;
  return bytes.includes("\r\n") && contentId(withoutCarriageReturns(bytes), id.length) === id;
}

function contentId(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function withoutCarriageReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}
