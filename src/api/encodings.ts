/**
 * Content codings of answers (RFC 9110, section 8.4.1). In: the body of an answer and its
 * `Content-Encoding`. Out: its plain bytes.
 */
import { type Duplex, pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

/** `Accept-Encoding` of every request. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

/** By coding: a function that makes a decoder for a body with that first byte. */
const DECODERS: Readonly<Record<string, (first: number) => Duplex>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Some services omit the zlib header, whose first byte ends in 8.
  deflate: (first) => ((first & 0x0f) === 0x08 ? createInflate() : createInflateRaw()),
};

/**
 * An error of decoding. `isKnown`: whether laurel reads the coding, so that another answer may be
 * complete.
 */
export class EncodingError extends Error {
  readonly isKnown: boolean;

  constructor(message: string, isKnown: boolean) {
    super(message);
    this.isKnown = isKnown;
  }
}

/**
 * Yields the plain bytes of a body. `onReceived` gets the size of each received piece. Leaving the
 * loop closes the connection.
 */
export async function* decoded(
  body: Readable,
  encoding: string,
  onReceived: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const codings = encoding
    .toLowerCase()
    .split(",")
    .map((each) => each.trim());
  const [coding, ...others] = codings.filter((each) => each !== "" && each !== "identity");
  let failure: unknown;
  async function* received(): AsyncGenerator<Buffer> {
    try {
      // Node reads a body without an encoding as buffers.
      for await (const chunk of body as AsyncIterable<Buffer>) {
        onReceived(chunk.length);
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const pieces = received();
  if (coding === undefined) return yield* pieces;
  try {
    // An answer can have no body although its headers name a coding.
    const first = await pieces.next();
    if (first.done === true) return;
    const decoder =
      others.length > 0 || !Object.hasOwn(DECODERS, coding) ? undefined : DECODERS[coding];
    if (decoder === undefined)
      throw new EncodingError(`has the encoding ${encoding.trim().slice(0, 60)}`, false);
    const { value: beginning } = first;
    const stream = decoder(beginning[0] ?? 0);
    async function* whole(): AsyncGenerator<Buffer> {
      yield beginning;
      yield* pieces;
    }
    pipeline(whole, stream, () => undefined);
    // The decoders of Node give buffers, too.
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    if (failure !== undefined || error instanceof EncodingError) throw failure ?? error;
    const words = error instanceof Error ? error.message : String(error);
    throw new EncodingError(`cannot be decoded as ${coding}: ${words}`, true);
  } finally {
    // The connection is closed if the body is not read to its end.
    body.destroy();
  }
}
