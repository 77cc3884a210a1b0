/** Bytes to text, strictly: what is not UTF-8 is refused with its place instead of being replaced. */
import type { Position } from "../model/model.ts";

/** Text without its byte order mark, or where the first byte stands that is not UTF-8. */
export type Decoded = { readonly text: string } | { readonly invalidAt: Position; readonly byte: number };

export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const offset = firstInvalidByte(bytes);
    const before = new TextDecoder("utf-8").decode(bytes.subarray(0, offset));
    const lineStart = before.lastIndexOf("\n") + 1;
    const line = before.split("\n").length;
    return {
      invalidAt: { line, column: before.length - lineStart + 1, offset: before.length },
      byte: bytes[offset] ?? 0,
    };
  }
}

/** Offset of the first byte that begins no well-formed character; the length if there is none. */
function firstInvalidByte(bytes: Uint8Array): number {
  let offset = 0;
  while (offset < bytes.length) {
    const length = characterLength(bytes, offset);
    if (length === 0) return offset;
    offset += length;
  }
  return offset;
}

/** Bytes of the well-formed character at the offset; 0 if there is none (Unicode 15, table 3-7). */
function characterLength(bytes: Uint8Array, offset: number): number {
  const first = bytes[offset] ?? 0;
  if (first < 0x80) return 1;
  const length =
    first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
  const lowest: Readonly<Record<number, number>> = { 224: 0xa0, 240: 0x90 };
  const highest: Readonly<Record<number, number>> = { 237: 0x9f, 244: 0x8f };
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[offset + index] ?? 0;
    const minimum = index === 1 ? (lowest[first] ?? 0x80) : 0x80;
    const maximum = index === 1 ? (highest[first] ?? 0xbf) : 0xbf;
    if (byte < minimum || byte > maximum) return 0;
  }
  return length;
}
