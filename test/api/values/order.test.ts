/**
 * Members of `custom_data` stay in the order in which they were read, whatever their names look
 * like.
 */
import { expect, it } from "vitest";
import { jsonIn, jsonText } from "../../../src/ground/json.ts";
import { inGame } from "../../support/cli.ts";

const TEXTS = [
  '{"10":1,"2":2,"b":3,"1":4,"a":5}',
  '{"b":{"3":[{"2":1,"1":{"0":0,"-1":1}}]},"1":2}',
  '{"=":1,"==1":2,"=1":3,"1":4,"0":5}',
  '{"a":"\\"2\\":1","\\\\":2,"1":{"a":1.0,"0":76561198000000001}}',
  '{"01":1,"1":2,"1.5":3,"4294967295":4,"4294967294":5,"9999999999999999999":6,"3":7}',
  '{"z":1,"__proto__":{"b":1,"1":2},"constructor":3,"toString":4,"7":5}',
  '{"z":1.0,"__proto__":{"b":1,"1":2.50},"constructor":3,"valueOf":4}',
  '{"__proto__":1.0,"b":2}',
  '[[{"b":1,"0":2}],{"0":1,"1":2}]',
  '{"text":"{\\"1\\":","2":"}"}',
];

it.each(TEXTS)("%s is printed as it was read", (text) => {
  expect(jsonText(jsonIn(text))).toBe(text);
  expect(jsonText(jsonIn(jsonText(jsonIn(text), 2)))).toBe(text);
});

it("digits that are written as escapes are digits", () => {
  expect(jsonText(jsonIn('{"b":1,"\\u0031":2}'))).toBe('{"b":1,"1":2}');
});

it("of members with one name, the last counts", () => {
  expect(jsonIn('{"b":1,"1":2,"b":3,"1":4}')).toEqual({ b: 3, "1": 4 });
});

it.each(TEXTS.filter((text) => text.startsWith("{")))(
  "%s is sent as it was read when the name changes",
  async (text) => {
    const record = (path: string) => (path.endsWith("/rewards") ? `[${reward}]` : reward);
    const reward = `{"custom_id":"egg","name":"Egg","custom_data":${text}}`;
    const sent: string[] = [];
    // Manifests may not name a member so.
    const ways = text.includes("__proto__") ? [true] : [true, false];
    for (const ignored of ways) {
      const data = ignored ? '"ignore":["custom_data"]' : `"custom_data":${text}`;
      const game = await inGame({
        manifests: { "game.json": `{"rewards":[{"custom_id":"egg","name":"Golden egg",${data}}]}` },
        service: {
          door: async (_, carryOut, request) => {
            const { pathname } = new URL(request.url);
            if (!pathname.includes("/rewards")) return carryOut();
            if (request.method === "PUT") sent.push(JSON.parse(await request.text()).custom_data);
            const body = `{"data":${record(pathname)},"links":{"next":null},"meta":{}}`;
            return new Response(body, { headers: { "content-type": "application/json" } });
          },
        },
      });
      await game.run(["apply", "--yes"]);
    }
    expect(sent).toEqual(ways.map(() => text));
  },
);
