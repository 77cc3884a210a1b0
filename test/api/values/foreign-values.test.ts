/** Services that answer in other words than documented: values as text, texts trimmed further, fields that make no sense. */
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../../../src/model/json.ts";
import { GAME_ID, inGame, type TestGame } from "../../support/cli.ts";
import { parseJson } from "../../support/parse-json.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { Door } from "../../support/service/service.ts";

/** The embedded service with every record changed on its way out. */
function foreign(live: Contents, change: (record: JsonObject) => JsonObject): Promise<TestGame> {
  const door: Door = async (_, carryOut) => {
    const answer = await carryOut();
    const text = await answer.text();
    const body = text === "" ? null : parseJson(text);
    if (!isJsonObject(body) || body.data === undefined) return new Response(text || null, answer);
    const { data } = body;
    const changed = Array.isArray(data) ? data.map((each) => change(each as JsonObject)) : change(data as JsonObject);
    return new Response(jsonText({ ...body, data: changed as Json }), answer);
  };
  return inGame({ live, service: { door } });
}

async function expectDone(game: TestGame, argv: readonly string[]): Promise<void> {
  const run = await game.run(argv);
  expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
}

const action = (data: string, more = "") => `actions:\n  - { custom_id: a, name: A, custom_data: ${data}${more} }\n`;

describe("custom_data that is a text and looks like JSON", () => {
  const decoded = (data: string) =>
    foreign({ actions: [{ custom_id: "a", name: "A", custom_data: data }] }, (record) => record);

  it("is another value than what is in it where a decoded value is beside it", async () => {
    const game = await foreign(
      {
        actions: [
          { custom_id: "a", name: "A", custom_data: "[1]" },
          { custom_id: "b", name: "B", custom_data: { x: 1 } },
        ],
      },
      (record) => record,
    );
    await game.write({ "game.yaml": action("[1]") });
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(2);
    await expectDone(game, ["apply", "--yes"]);
    expect(game.service().contents(GAME_ID).actions?.[0]).toMatchObject({ custom_data: [1] });
  });

  it("stays a text where the manifest has it, and where no manifest has it", async () => {
    for (const manifest of [
      action('"[1]"', ", description: Changed"),
      "actions: [{ custom_id: a, name: B, ignore: [custom_data] }]\n",
    ]) {
      const game = await decoded("[1]");
      await game.write({ "game.yaml": manifest });
      await expectDone(game, ["apply", "--yes"]);
      expect(game.service().contents(GAME_ID).actions?.[0]).toMatchObject({ custom_data: "[1]" });
      await expectDone(game, ["plan", "--detailed-exitcode"]);
    }
  });
});

describe("text that a service trims", () => {
  it.each(["\u200b", "\u200e", "\ufeff", "\u00a0", "\u0085", "\u180e", "\u3000", "\t"])(
    "converges with %j at its ends",
    async (end) => {
      const game = await foreign({}, (record) => record);
      await game.write({
        "game.yaml": `actions:\n  - custom_id: a\n    name: ${JSON.stringify(`${end}A${end}`)}\n    description: ${JSON.stringify(`${end}x y${end}`)}\n`,
      });
      await expectDone(game, ["apply", "--yes"]);
      await expectDone(game, ["plan", "--detailed-exitcode"]);
      expect(game.service().contents(GAME_ID).actions).toMatchObject([{ name: "A", description: "x y" }]);
    },
  );
});

describe("a record that makes no sense", () => {
  const live = {
    achievements: [
      { custom_id: "a", name: "A" },
      { custom_id: "b", name: "B" },
    ],
    rewards: [{ custom_id: "r", name: "R" }],
  };
  const withField = (fields: JsonObject) => (record: JsonObject) =>
    "points" in record ? { ...record, ...fields } : record;
  const manifest = "achievements:\n  - { custom_id: a, name: A }\n  - { custom_id: b, name: B }\n";

  it.each<JsonObject>([{ description: 5 }, { points: "many" }, { is_secret: "perhaps" }, { name: {} }])(
    "is refused, with its resource and field: %j",
    async (fields) => {
      const game = await foreign(live, withField(fields));
      await game.write({ "game.yaml": manifest });
      const run = await game.run(["plan"]);
      expect(run.exit).toBe(1);
      expect(run.stderr).toContain("unexpected-response");
      expect(run.stderr.replaceAll(/\s+/g, " ")).toContain(`"${Object.keys(fields)[0]}" of achievements/a is`);
    },
  );

  it.each([null, ""])("is read where %j means the default", async (value) => {
    const game = await foreign(live, withField({ points: value, is_secret: value }));
    await game.write({ "game.yaml": manifest });
    const run = await game.run(["plan", "--detailed-exitcode"]);
    expect(run).toMatchObject({ exit: 0, stderr: "" });
  });
});
