import { describe, expect, it } from "vitest";
import { serverWords } from "../../src/api/failures.ts";
import { maskFor } from "../../src/api/masking.ts";
import { readGame, readResources } from "../../src/api/reader.ts";
import { brokenConnection } from "../../src/api/transport.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Kind } from "../../src/catalog/types.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import type { ApiRequest } from "../../src/model/model.ts";
import { failureOf, open, scripted, serve, TOKEN } from "./support/game-client.ts";
import type { Reply } from "./support/scripted-server.ts";

const post: ApiRequest = { method: "POST", path: "actions", body: {} };
const plain = (text: string) => text;

describe("what a service says when it refuses", () => {
  it("the fields of a 422 are kept apart, and named in the detail", async () => {
    const errors = { name: ["The name has already been taken."], "reactions.0": ["The action is unknown."] };
    const { client } = await serve(() => ({ status: 422, body: { message: "The given data was invalid.", errors } }));
    const outcome = await client.write(post);
    expect(outcome).toMatchObject({ outcome: "refused", status: 422, fieldErrors: { name: errors.name[0] } });
    expect(failureOf(outcome)).toMatchObject({
      code: "service-refused",
      detail: expect.stringMatching(
        /POST actions at .* was answered 422: The given data was invalid\. name: The name has already been taken\. reactions\.0: The action is unknown\./,
      ),
    });
  });

  it.each<[string, string, string]>([
    ["an empty body", "", ""],
    ["Laravel's message", '{"message":"Server Error","exception":"E","trace":[1]}', "Server Error"],
    ["another member", '{"error":{"message":"No."}}', '{"error":{"message":"No."}}'],
    ["plain text", "Too Many\n  Attempts.", "Too Many Attempts."],
    [
      "HTML",
      "<html><head><title>502</title></head>\n<body>Bad &amp; gone</body></html>",
      "<html><head><title>502</title></head> <body>Bad &amp; gone</body></html>",
    ],
    ["JSON that breaks off", '{"message":"Ser', '{"message":"Ser'],
    ["JSON without words", "[1,2]", "[1,2]"],
    ["control characters", "a\u001b[31mred\u0007\u009b\u202eb", "a\ufffd[31mred\ufffd\ufffd\ufffdb"],
  ])("%s", (_, body, words) => {
    expect(serverWords(body, plain).message).toBe(words);
  });

  it.each(["x".repeat(300_000), `<p>${"<script".repeat(30_000)}`, JSON.stringify({ message: "y".repeat(9000) })])(
    "however long, is cut",
    (body) => {
      expect(serverWords(body, plain).message.length).toBeLessThanOrEqual(201);
    },
  );
});

describe("what went wrong with a connection", () => {
  const system = (code: string, syscall: string, more: object = {}) =>
    Object.assign(new Error(code), { code, syscall, ...more });
  it.each<[string, unknown, string, string]>([
    ["unknown host", system("ENOTFOUND", "getaddrinfo", { hostname: "h.test" }), "not-sent", "No connection to h.test"],
    ["no name service", system("EAI_AGAIN", "getaddrinfo"), "not-sent", "could be opened"],
    [
      "refused",
      system("ECONNREFUSED", "connect", { address: "10.0.0.1", port: 81 }),
      "not-sent",
      "No connection to 10.0.0.1:81",
    ],
    ["refused at all addresses", new AggregateError([system("ECONNREFUSED", "connect")]), "not-sent", "REFUSED"],
    ["no route", system("EHOSTUNREACH", "connect"), "not-sent", "EHOSTUNREACH"],
    ["no connection in time", system("UND_ERR_CONNECT_TIMEOUT", ""), "not-sent", "could be opened"],
    ["a route that is lost later", system("EHOSTUNREACH", "read"), "broken", "broke"],
    ["reset", system("ECONNRESET", "read"), "broken", "broke"],
    ["closed", system("UND_ERR_SOCKET", ""), "broken", "broke"],
    ["not HTTP", system("HPE_INVALID_CONSTANT", ""), "broken", "broke"],
    ["own certificate", system("DEPTH_ZERO_SELF_SIGNED_CERT", ""), "hopeless", "SELF_SIGNED"],
    ["other name", system("ERR_TLS_CERT_ALTNAME_INVALID", ""), "hopeless", "ALTNAME"],
    ["another failure of TLS", system("EPROTO", ""), "hopeless", "No secure connection"],
    ["something else", "a string", "broken", "a string"],
  ])("%s", (_, error, end, words) => {
    const broken = brokenConnection(error, "https://api.example.com", undefined);
    expect(broken.end).toBe(end);
    expect(broken.problem.sentence).toContain(words);
  });

  it("https to a service that speaks plain http is reported at once", async () => {
    const server = await scripted(() => ({}));
    const { client, traces } = open(server.url.replace("http:", "https:"));
    const outcome = await client.write(post);
    expect(outcome.outcome).toBe("not-sent");
    expect(failureOf(outcome).detail).toContain("answers plain HTTP");
    expect(traces).toHaveLength(1);
  });
});

describe("the token", () => {
  const echoes: readonly [string, (token: string) => Reply][] = [
    ["in a message", (token) => ({ status: 400, body: { message: `bad token ${token}` } })],
    ["in the errors of fields", (token) => ({ status: 422, body: { errors: { [token]: [`not ${token}`] } } })],
    ["in HTML", (token) => ({ status: 500, body: `<p>Authorization: Bearer ${token}</p>` })],
    ["in HTML, percent-encoded", (token) => ({ status: 500, body: `<p>${encodeURIComponent(token)}</p>` })],
    ["without its number", (token) => ({ status: 401, body: { message: token.split("|")[1] } })],
    ["where the words are cut", (token) => ({ status: 400, body: { message: `${"x".repeat(190)}${token}` } })],
    ["in a redirect", (token) => ({ status: 302, headers: { location: `/login?token=${token}` } })],
    ["in a page that is no JSON", (token) => ({ body: `<b>${token}</b>` })],
    ["in a record of the wrong shape", (token) => ({ body: { data: [{ custom_id: "a", name: { token } }] } })],
    [
      "where a value is cut",
      (token) => ({ body: { data: [{ custom_id: "a", name: { t: `${"x".repeat(35)}${token}` } }] } }),
    ],
    [
      "where a link is cut",
      (token) => ({ body: { data: [], links: { next: `https://x.test/${"x".repeat(265)}${token}` } } }),
    ],
    ["in a link to the next page", (token) => ({ body: { data: [], links: { next: `https://x.test/${token}` } } })],
    [
      "in an id that comes twice",
      (token) => ({ body: { data: [{ custom_id: token }, { custom_id: token }], meta: { total: 2 } } }),
    ],
    ["in a status line that breaks HTTP", () => ({ status: 999 })],
  ];

  it.each(echoes)("is in no diagnostic, outcome, wait or trace when the service echoes it %s", async (_, reply) => {
    const { client, traces, waits } = await serve(() => reply(TOKEN), { retries: 1 });
    const outcomes = [
      await client.read("actions", {}),
      await client.read(`actions/${encodeURIComponent(TOKEN)}`, { token: TOKEN }),
      await client.write(post),
      await client.write({ method: "PUT", path: "actions/a", body: {} }),
      await client.write({ method: "DELETE", path: "actions/a" }),
    ].map((each) => (each.outcome === "ok" || each.outcome === "done" ? each.outcome : each));
    const game = await readGame(client, catalog, { kinds: catalog.map((kind) => kind.name), linksOf: () => true });
    const back = await readResources(client, catalog[0] as Kind);
    const problems: readonly Diagnostic[] = [...game.diagnostics, ...back.diagnostics];
    expect(problems.length).toBeGreaterThan(0);
    const printed = JSON.stringify([outcomes, problems, traces, waits]);
    expect(printed).not.toContain(TOKEN);
    expect(printed).not.toContain(encodeURIComponent(TOKEN));
    expect(printed).not.toMatch(/sEcReTsE/);
  });

  const held: readonly (readonly [string, string, boolean])[] = [
    ["in a name", '{"data":[{"custom_id":"a","name":"TOKEN"}]}', true],
    ["without the number in front", '{"data":[{"custom_id":"a","name":"it is SECRET, really"}]}', true],
    ["as the name of a member, deep inside", '{"data":[{"custom_data":[[{"SECRET":1}]]}]}', true],
    ["written with escapes", '{"data":[{"custom_id":"a","name":"ESCAPED"}]}', true],
    ["in part", '{"data":[{"custom_id":"a","name":"HALF"}]}', false],
  ];
  it.each(held)("makes a read fail when a record holds it %s", async (_, text, isHeld) => {
    const token = "17|sEc/eTsEcReTsEcR";
    const secret = token.slice(3);
    const escaped = [...secret].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    const body = text
      .replaceAll("TOKEN", token)
      .replaceAll("SECRET", secret)
      .replaceAll("ESCAPED", escaped)
      .replaceAll("HALF", secret.slice(0, 9));
    const { client } = await serve(() => ({ body, headers: { "content-type": "application/json" } }), { token });
    const read = await client.read("actions", {});
    expect(read.outcome).toBe(isHeld ? "failed" : "ok");
    if (isHeld) expect(read).toMatchObject({ failure: { code: "unexpected-response" } });
    if (isHeld) expect(JSON.stringify(read)).not.toContain(secret.slice(0, 8));
  });

  it("may be a word that records hold by chance, when it is short", async () => {
    const body = { data: [{ custom_id: "a", name: "the password of the cave" }] };
    const { client } = await serve(() => ({ body }), { token: "password" });
    expect((await client.read("actions", {})).outcome).toBe("ok");
  });

  const token = "42|aBcDeF/gHiJkL+mNoPqR~sTuVwXyZ0123456789";
  const secret = token.slice(3);
  it.each<readonly [string, string]>([
    ["as it is", token],
    ["without the number in front", secret],
    ["percent-encoded", encodeURIComponent(token)],
    ["percent-encoded in small letters", encodeURIComponent(token).replaceAll(/%../g, (each) => each.toLowerCase())],
    ["with \\/ as PHP writes it", token.replaceAll("/", "\\/")],
    ["in base64", Buffer.from(token).toString("base64")],
    ["in base64 for addresses", Buffer.from(secret).toString("base64url")],
  ])("is masked %s", (_, form) => {
    const masked = maskFor(token)(`You sent: <${form}>, which is wrong.`);
    expect(masked).toMatch(/^You sent: <(\d{2}\|)?\*\*\*=*>, which is wrong\.$/);
  });

  it("is masked escaped as in JSON", () => {
    expect(maskFor('7|a"b/0123456789abcdef')('7|a\\"b/0123456789abcdef a"b/0123456789abcdef')).toBe("*** ***");
  });

  it("takes nothing from other texts", () => {
    const text = `Reward "aBcDeF" of 42|actions, 100%25 done &amp; saved\n\n  in\tC:\\new\\folder ${"0123456789 ".repeat(50)}`;
    expect(maskFor(token)(text)).toBe(text);
  });
});
