/**
 * Answers in content codings: decoded, held to the limit by what they decode to, and refused in
 * words if they can't be.
 */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ApiRequest } from "../../src/model/model.ts";
import { failureOf, serve, TOKEN } from "./support/game-client.ts";
import type { Reply } from "./support/scripted-server.ts";

const MB = 1024 * 1024;
const DATA = { data: [{ custom_id: "ägg", name: "x".repeat(70_000) }] };
const JSON_TEXT = Buffer.from(JSON.stringify(DATA));
const put: ApiRequest = { method: "PUT", path: "actions/a", body: {} };
const post: ApiRequest = { method: "POST", path: "actions", body: {} };

/** By `Content-Encoding`. */
const ENCODERS: readonly (readonly [encoding: string, encode: (bytes: Buffer) => Buffer])[] = [
  ["gzip", (bytes) => gzipSync(bytes)],
  ["x-gzip", (bytes) => gzipSync(bytes)],
  ["GZip ", (bytes) => gzipSync(bytes)],
  ["identity, gzip", (bytes) => gzipSync(bytes)],
  // In two members, which are one text.
  [
    "gzip",
    (bytes) => Buffer.concat([gzipSync(bytes.subarray(0, 100)), gzipSync(bytes.subarray(100))]),
  ],
  ["deflate", (bytes) => deflateSync(bytes)],
  ["deflate", (bytes) => deflateRawSync(bytes)],
  ["br", (bytes) => brotliCompressSync(bytes)],
  ["identity", (bytes) => bytes],
  ["", (bytes) => bytes],
];

const reply = (encoding: string, body: Buffer, status = 200): Reply => ({
  status,
  body,
  headers: { "content-encoding": encoding, "content-type": "application/json" },
});

describe.each(ENCODERS)("an answer in %j", (encoding, encode) => {
  it("is read, and so is one without a body", async () => {
    const { client, traces } = await serve((_, __, index) =>
      index === 1
        ? reply(encoding, encode(JSON_TEXT))
        : { status: 200, headers: { "content-encoding": encoding } },
    );
    expect(await client.read("actions")).toEqual({ outcome: "ok", body: DATA });
    expect(traces[0]?.bytes).toBe(encode(JSON_TEXT).length);
    expect((await client.write({ method: "DELETE", path: "actions/a" })).outcome).toBe("done");
  });

  it("of a refusal shows the service's words, without the token", async () => {
    const words = Buffer.from(JSON.stringify({ message: `No entry for ${TOKEN}.` }));
    const { client } = await serve(() => reply(encoding, encode(words), 422));
    expect(failureOf(await client.write(post)).detail).toContain(
      'answered 422: "No entry for ***."',
    );
  });

  it.each([200, 500])(
    "is not unpacked beyond the limit, with status %i",
    { timeout: 60_000 },
    async (status) => {
      const bomb = encode(Buffer.alloc(65 * MB, 0x20));
      const { client } = await serve(() => reply(encoding, bomb, status), { retries: 0 });
      const before = process.memoryUsage.rss();
      const failure = failureOf(await client.read("actions"));
      expect(failure.detail).toContain(status === 200 ? "larger than 64 MB" : "was answered 500");
      expect(process.memoryUsage.rss() - before).toBeLessThan(400 * MB);
    },
  );
});

const UNREADABLE: readonly (readonly [title: string, encoding: string, body: Buffer])[] = [
  ["cut off gzip", "gzip", gzipSync(JSON_TEXT).subarray(0, 60)],
  ["cut off deflate", "deflate", deflateSync(JSON_TEXT).subarray(0, 60)],
  ["cut off br", "br", brotliCompressSync(JSON_TEXT).subarray(0, 20)],
  [
    "gzip with a wrong checksum",
    "gzip",
    Buffer.concat([gzipSync(JSON_TEXT).subarray(0, -8), Buffer.alloc(8, 7)]),
  ],
  ["what is no gzip", "gzip", JSON_TEXT],
  ["what is no deflate", "deflate", JSON_TEXT],
  ["what is no br", "br", Buffer.alloc(100, 0xff)],
];
const UNKNOWN: readonly (readonly [title: string, encoding: string, body: Buffer])[] = [
  ["zstd", "zstd", JSON_TEXT],
  ["compress", "compress", JSON_TEXT],
  ["two codings", "gzip, gzip", gzipSync(gzipSync(JSON_TEXT))],
  ["a property of every object", "constructor", JSON_TEXT],
  ["a long word", "y".repeat(3000), JSON_TEXT],
];

describe("an answer that can't be decoded", () => {
  it.each(UNREADABLE)(
    "is asked for again, and leaves a creation open: %s",
    async (_, encoding, body) => {
      const { client, server } = await serve((__, ___, index) =>
        index < 3 ? reply(encoding, body) : { body: DATA },
      );
      expect(await client.read("actions")).toEqual({ outcome: "ok", body: DATA });
      expect(server.received).toHaveLength(3);
      for (const [request, count] of [
        [put, 6],
        [post, 1],
      ] as const) {
        const broken = await serve(() => reply(encoding, body));
        const outcome = await broken.client.write(request);
        expect(outcome.outcome).toBe("unknown");
        expect(failureOf(outcome).detail).toContain(
          `The answer cannot be decoded as ${encoding}: `,
        );
        expect(broken.server.received).toHaveLength(count);
      }
    },
  );

  it.each(UNKNOWN)(
    "is not asked for again in a coding that laurel does not read: %s",
    async (_, encoding, body) => {
      const { client, server } = await serve(() => reply(encoding, body));
      const failure = failureOf(await client.read("actions"));
      expect(failure).toMatchObject({ code: "unexpected-response" });
      expect(failure.detail).toContain(`The answer has the encoding ${encoding.slice(0, 60)}`);
      expect(failure.detail.length).toBeLessThan(300);
      expect(failure.help.join()).toContain("gzip, deflate and br");
      expect((await client.write(post)).outcome).toBe("unknown");
      expect(server.received).toHaveLength(2);
    },
  );

  it("shows nothing of itself in a refusal", async () => {
    for (const [, encoding, body] of [...UNREADABLE, ...UNKNOWN]) {
      const { client } = await serve(() => reply(encoding, body, 422));
      expect(failureOf(await client.write(post)).detail).toMatch(
        /was answered 422(\.|: "\{\\"data)/,
      );
    }
  });

  it("ends in time when the rest of it never comes", async () => {
    const whole = gzipSync(JSON_TEXT, { flush: constants.Z_SYNC_FLUSH });
    const { client } = await serve(
      (_, response) => {
        response.writeHead(200, { "content-encoding": "gzip" }).write(whole.subarray(0, 50));
        return undefined;
      },
      { timeout_seconds: 0.3, retries: 0 },
    );
    expect(failureOf(await client.read("actions")).detail).toContain(
      "no complete answer within 0.3 seconds",
    );
  });
});
