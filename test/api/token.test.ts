/** The token leaves the client in no form, and an answer that holds it is not used. */
import { describe, expect, it } from "vitest";
import { maskFor } from "../../src/api/masking.ts";
import { readGame, readResources } from "../../src/api/reader.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Kind } from "../../src/catalog/types.ts";
import { serve, TOKEN } from "./support/game-client.ts";
import type { Reply } from "./support/scripted-server.ts";

const filler = (length: number): string => "x".repeat(length);
const listOf = (record: object): Reply => ({ body: { data: [{ custom_id: "a", ...record }] } });
const linkTo = (next: string): Reply => ({ body: { data: [], links: { next } } });

describe("the token that a service echoes", () => {
  it.each<[string, Reply]>([
    ["in a message", { status: 400, body: { message: `bad token ${TOKEN}` } }],
    ["in the errors of fields", { status: 422, body: { errors: { [TOKEN]: [`not ${TOKEN}`] } } }],
    [
      "in HTML, percent-encoded",
      { status: 500, body: `<p>${TOKEN} ${encodeURIComponent(TOKEN)}</p>` },
    ],
    ["without its number", { status: 401, body: { message: TOKEN.split("|")[1] } }],
    ["where the words are cut", { status: 400, body: { message: `${filler(190)}${TOKEN}` } }],
    ["in a redirect", { status: 302, headers: { location: `/login?token=${TOKEN}` } }],
    ["in a page that is no JSON", { body: `<b>${TOKEN}</b>` }],
    ["in a record of the wrong shape", listOf({ name: { token: TOKEN } })],
    ["where a value is cut", listOf({ name: { t: `${filler(30)}${TOKEN}` } })],
    ["in a link to the next page", linkTo(`https://x.test/${TOKEN}`)],
    ["where a link is cut", linkTo(`https://x.test/${filler(260)}${TOKEN}`)],
  ])("%s is in no diagnostic, outcome, wait or trace", async (_, reply) => {
    const { client, traces, waits } = await serve(() => reply, { retries: 1 });
    const outcomes = [
      await client.read("actions", {}),
      await client.read(`actions/${encodeURIComponent(TOKEN)}`, { token: TOKEN }),
      await client.write({ method: "POST", path: "actions", body: {} }),
      await client.write({ method: "PUT", path: "actions/a", body: {} }),
      await client.write({ method: "DELETE", path: "actions/a" }),
    ].map((each) => (each.outcome === "ok" || each.outcome === "done" ? each.outcome : each));
    const game = await readGame(client, catalog, {
      kinds: catalog.map((kind) => kind.name),
      linksOf: () => true,
    });
    const list = await readResources(client, catalog[0] as Kind);
    const problems = [...game.diagnostics, ...list.diagnostics];
    expect(problems.length).toBeGreaterThan(0);
    const printed = JSON.stringify([outcomes, problems, traces, waits]);
    expect(printed).not.toContain(encodeURIComponent(TOKEN));
    expect(printed).not.toMatch(/sEcReTsE/);
  });
});

describe("a record with the token", () => {
  const token = "17|sEc/eTsEcReTsEcR";
  const secret = token.slice(3);
  const escaped = [...secret]
    .map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
  it.each<[string, string, boolean]>([
    ["in a name", `"name":"${token}"`, true],
    ["without the number in front", `"name":"it is ${secret}, really"`, true],
    ["as the name of a member, deep inside", `"custom_data":[[{"${secret}":1}]]`, true],
    ["written with escapes", `"name":"${escaped}"`, true],
    ["in part", `"name":"${secret.slice(0, 9)}"`, false],
  ])("%s makes a read fail: %s", async (_, member, isHeld) => {
    const body = `{"data":[{"custom_id":"a",${member}}]}`;
    const { client } = await serve(
      () => ({ body, headers: { "content-type": "application/json" } }),
      { token },
    );
    const read = await client.read("actions", {});
    expect(read.outcome).toBe(isHeld ? "failed" : "ok");
    if (!isHeld) return;
    expect(read).toMatchObject({ failure: { code: "unexpected-response" } });
    expect(JSON.stringify(read)).not.toContain(secret.slice(0, 8));
  });

  it("may hold a short one by chance, which may be a word", async () => {
    const { client } = await serve(() => listOf({ name: "the password of the cave" }), {
      token: "password",
    });
    expect((await client.read("actions", {})).outcome).toBe("ok");
  });
});

describe("the mask", () => {
  const token = '42|aBcDeF/gHiJkL+mNo"PqRs~~~TuVwXyZ0123456789';
  const secret = token.slice(3);
  const percent = encodeURIComponent(token);
  it.each([
    ["as it is", token],
    ["without the number in front", secret],
    ["percent-encoded", percent],
    ["percent-encoded in small letters", percent.replaceAll(/%../g, (each) => each.toLowerCase())],
    ["escaped as in JSON", JSON.stringify(token).slice(1, -1)],
    ["with \\/ as PHP writes it", JSON.stringify(token).slice(1, -1).replaceAll("/", "\\/")],
    ["in base64", Buffer.from(token).toString("base64")],
    ["in base64 for addresses", Buffer.from(secret).toString("base64url")],
  ])("hides the token %s", (_, form) => {
    const masked = maskFor(token)(`You sent: <${form}>, which is wrong.`);
    expect(masked).toMatch(/^You sent: <(\d{2}\|)?\*\*\*=*>, which is wrong\.$/);
  });

  it("takes nothing from other texts", () => {
    const text = `Reward "aBcDeF" of 42|actions, 100%25 done &amp; saved\n\n  in\tC:\\new\\folder`;
    expect(maskFor(token)(text)).toBe(text);
  });
});
