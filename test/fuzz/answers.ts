/**
 * Answers of a service that lies: fields of wrong types, pages without end, huge, encoded and
 * broken bodies, odd headers.
 */
import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { EXIT } from "../../src/cli/command/command.ts";
import { isJsonObject, type Json } from "../../src/ground/json.ts";
import { HAZARDS } from "../../src/model/model.ts";
import { mutatedJson, mutatedText } from "./mutations.ts";
import { NASTY_TEXTS, nastyValue, rawText } from "./nasty.ts";
import { checkRun, type Form, insist, type Target } from "./outputs.ts";
import { type Random, randomFrom } from "./random.ts";
import { BOARD, openScene, passOn, type Sent, type Spoil } from "./scene.ts";

/** What becomes of the answers to one command: which of them are spoiled, from 0 to 1. */
interface Spoiling {
  readonly seed: string;
  readonly part: number;
}

interface AnswersInput extends Spoiling, Form {
  readonly argv: readonly string[];
}

const REVIEW = ["text", "json", "markdown", "html", "github", "sarif"];
const APPLY = ["apply", "--yes", ...HAZARDS.flatMap((name) => ["--allow", name])];
const formats = (
  argv: readonly string[],
  schema: "plan" | "apply" | "rankings",
  all: readonly string[],
) => all.map((format) => ({ argv: [...argv, "--format", format], format, schema }));
const COMMANDS: readonly (Form & Pick<AnswersInput, "argv">)[] = [
  ...formats(["plan", "--detailed-exitcode", "--verbose"], "plan", REVIEW),
  ...formats(APPLY, "apply", ["text", "json", "markdown", "text", "json"]),
  ...formats(["rankings", BOARD, "--query", "page[size]=5"], "rankings", ["text", "json"]),
];
const EXITS = [EXIT.done, EXIT.failed, EXIT.changes, EXIT.invalid, EXIT.refused];

export const answers: Target<AnswersInput> = {
  name: "answers",
  share: 6,
  open: async (folder) => {
    const scene = await openScene(folder);
    return {
      make: (random) => ({
        ...random.pick(COMMANDS),
        seed: String(random.below(2 ** 32)),
        part: random.pick([1, 0.3, 0.1, 0.05]),
      }),
      run: async ({ argv, seed, part, ...form }) => {
        await scene.reset(spoilWith({ seed, part }));
        const run = await scene.run(argv);
        checkRun(run, EXITS, form);
        const mayWrite = argv[0] === "apply";
        insist(
          mayWrite || scene.writes().length === 0,
          () => `wrote: ${JSON.stringify(scene.writes())}`,
        );
        return run.exit;
      },
      close: scene.close,
    };
  },
};

const STATUSES = [
  ...[
    200, 201, 202, 204, 205, 206, 299, 300, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404,
    405, 408, 409, 410,
  ],
  ...[413, 415, 422, 425, 429, 431, 451, 500, 501, 502, 503, 504, 511, 520, 599, 600, 999],
];
const DATES = [
  "Wed, 21 Oct 2015 07:28:00 GMT",
  "Sunday, 06-Nov-94 08:49:37 GMT",
  "Sun Nov  6 08:49:37 9994",
];
const RETRY_AFTERS = [...DATES, "", ..."0 -1 1 1e3 99999999999999999999 soon 0x10".split(" ")];
const HEADERS =
  "location content-type x-request-id retry-after date link cf-ray x-ratelimit-reset".split(" ");

/** What happens to an answer depends on the request and its count, not on the order of requests. */
function spoilWith({ seed, part }: Spoiling): Spoil {
  const asked = new Map<string, number>();
  let wasHuge = false;
  return async (sent, response, honest) => {
    const request = `${sent.method} ${sent.path}`;
    const times = (asked.get(request) ?? 0) + 1;
    asked.set(request, times);
    const random = randomFrom(`${seed}/${request}/${times}`);
    const answer = await honest();
    if (!random.chance(part)) return passOn(answer, response);
    const luck = random.below(1000);
    const isHuge = luck < 4 && !wasHuge;
    wasHuge ||= isHuge;
    if (isHuge) return huge(random, response);
    if (luck < 50) return garbled(await answer.text(), random, response);
    if (luck < 90) return encoded(answer, random, response);
    const spoiled = spoiledAnswer(sent, await answer.text(), answer.status, luck, random);
    response.writeHead(spoiled.status, { "content-type": "application/json", ...spoiled.headers });
    response.end([204, 205, 304].includes(spoiled.status) ? undefined : spoiled.text);
  };
}

function spoiledAnswer(sent: Sent, text: string, status: number, luck: number, random: Random) {
  const whole = { status, headers: {}, text };
  if (luck < 130)
    return {
      ...whole,
      status: random.pick(STATUSES),
      text: random.chance(0.5) ? text : words(random),
    };
  if (luck < 200)
    return {
      ...whole,
      status: random.pick([status, ...STATUSES]),
      headers: oddHeaders(sent, random),
    };
  if (luck < 280)
    return { ...whole, text: mutatedText(text, 1 + random.below(3), [text, "{}"], random) };
  if (!/^[[{]/.test(text)) return { ...whole, text: words(random) };
  const value = JSON.parse(text) as Json;
  if (luck < 420) return { ...whole, text: rawText(JSON.stringify(oddPages(sent, value, random))) };
  return {
    ...whole,
    text: rawText(JSON.stringify(mutatedJson(value, 1 + random.below(4), [value], random))),
  };
}

/** The text of error pages, or of what is no answer. */
function words(random: Random): string {
  const text = random.pick(NASTY_TEXTS);
  const errors = {
    message: nastyValue(random),
    errors: { [text]: nastyValue(random), name: [nastyValue(random)] },
  };
  return rawText(
    random.pick([
      JSON.stringify(errors),
      text,
      `<html><h1>${text}</h1>`,
      "null",
      "[]",
      '"text"',
      "",
    ]),
  );
}

function oddHeaders({ path }: Sent, random: Random): Record<string, string> {
  const slashed = [`${path}/`, `${path.split("?")[0]}/?a=1`];
  const places = [
    "//127.0.0.1:1/",
    "http://[",
    "/",
    path,
    ...slashed,
    "javascript:0",
    "x".repeat(9000),
  ];
  const values = [
    ...places,
    ...RETRY_AFTERS,
    ...NASTY_TEXTS.filter((text) => /^[ -~]{0,3000}$/.test(text)),
  ];
  return { "retry-after": random.pick(RETRY_AFTERS), [random.pick(HEADERS)]: random.pick(values) };
}

/** Numbers and links of pages that contradict each other, lead in circles or elsewhere. */
function oddPages({ path }: Sent, value: Json, random: Random): Json {
  if (!isJsonObject(value)) return nastyValue(random);
  const counts = [0, 1, 2, 3, 10, 11, 9999, 1e6, 2e8, 1e15, 2 ** 53, -1, 0.5];
  const numbers: readonly Json[] = [...counts, "2", "1e3", "", null, [], {}];
  const urls = [path, `${path}&a=1`, "?page[number]=2", "//127.0.0.1:1/x", "http://["];
  const links: readonly Json[] = [...urls, null, "", 5, [], {}];
  const meta = Object.fromEntries(
    ["current_page", "last_page", "per_page", "total"].map((name) => [name, random.pick(numbers)]),
  );
  const isEmpty = Array.isArray(value.data) && random.chance(0.2);
  return {
    ...value,
    ...(isEmpty ? { data: [] } : {}),
    ...(random.chance(0.8)
      ? { meta: { ...(isJsonObject(value.meta) ? value.meta : {}), ...meta } }
      : {}),
    ...(random.chance(0.5) ? { links: { next: random.pick(links) } } : {}),
  };
}

/** A body of many megabytes, with an end or cut off. */
function huge(random: Random, response: ServerResponse): void {
  const record = JSON.stringify({
    custom_id: "a",
    name: "A",
    description: "x".repeat(random.pick([0, 1000])),
  });
  const megabytes = random.pick([2, 20, 70]);
  const piece = Buffer.from(`${record},`.repeat(Math.ceil((1024 * 1024) / record.length)));
  response.writeHead(random.pick([200, 200, 500]), { "content-type": "application/json" });
  response.write('{"data":[');
  for (let sent = 0; sent < megabytes && !response.destroyed; sent += 1) response.write(piece);
  response.end(`${record}],"links":{"next":null},"meta":{}}`);
}

const ENCODERS: readonly (readonly [encoding: string, encode: (bytes: Buffer) => Buffer])[] = [
  ["gzip", (bytes) => gzipSync(bytes)],
  ["deflate", (bytes) => deflateSync(bytes)],
  ["deflate", (bytes) => deflateRawSync(bytes)],
  ["br", (bytes) => brotliCompressSync(bytes)],
  ["gzip, br", (bytes) => brotliCompressSync(gzipSync(bytes))],
];
const ENCODINGS = [
  "gzip",
  "br",
  "deflate",
  "zstd",
  "identity",
  "",
  "gzip, gzip",
  "x".repeat(9000),
  "__proto__",
];

/**
 * A body in a content coding: whole, cut off, damaged, named wrongly, or much larger than it looks.
 */
async function encoded(answer: Response, random: Random, response: ServerResponse): Promise<void> {
  const [encoding, encode] = random.pick(ENCODERS);
  const isBomb = random.chance(0.02);
  const text = await answer.text();
  const whole = encode(Buffer.from(isBomb ? text.padEnd(80 * 1024 * 1024) : text));
  const damaged = Buffer.from(whole);
  damaged[random.below(Math.max(1, damaged.length))] = random.below(256);
  const body = random.pick([
    whole,
    whole,
    damaged,
    whole.subarray(0, random.below(whole.length + 1)),
  ]);
  const named = random.chance(0.8) ? encoding : random.pick(ENCODINGS);
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "content-encoding": named,
  });
  response.end([204, 304].includes(answer.status) ? undefined : body);
}

/**
 * What is no HTTP, or lies about its length. The connection ends with it: nothing has to be waited
 * for.
 */
function garbled(text: string, random: Random, response: ServerResponse): void {
  const body = Buffer.from(text);
  const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
  const forms: readonly (string | Buffer)[] = [
    "",
    "nonsense\r\n\r\n",
    "HTTP/1.1 200 OK\r\n",
    `${head}Content-Length: ${body.length + 10}\r\n\r\n${text}`,
    `${head}Content-Length: ${Math.max(0, body.length - 10)}\r\n\r\n${text}`,
    `${head}Content-Length: -5\r\n\r\n${text}`,
    `${head}Content-Length: 99999999999999999999\r\n\r\n${text}`,
    `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${text}`,
    `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${text}`,
    `${head}Transfer-Encoding: chunked\r\n\r\nfffffffff\r\n${text}`,
    `${head}Content-Encoding: gzip\r\n\r\n${text}`,
    `${head}X: ${"y".repeat(20_000)}\r\n\r\n${text}`,
    `${head}${"X: y\r\n".repeat(3000)}\r\n${text}`,
    `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(50)}${head}\r\n${text}`,
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n${text}`,
    `HTTP/0.9 200\r\n\r\n${text}`,
    `HTTP/1.1 0 \r\n\r\n`,
    `HTTP/1.1 99999 OK\r\n\r\n`,
    Buffer.concat([Buffer.from(`${head}\r\n`), Buffer.from([0xff, 0xfe, 0x7b]), body]),
  ];
  response.socket?.end(random.pick(forms));
}
