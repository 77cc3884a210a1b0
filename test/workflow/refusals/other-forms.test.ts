/** A refused value names the setting that would send it differently. */
import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT, type Dialect } from "../../../src/catalog/dialect.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { Json } from "../../../src/ground/json.ts";
import { kindNamed } from "../../../src/model/catalog-lookup.ts";
import { suggestOtherForms } from "../../../src/workflow/other-forms.ts";
import { inGame } from "../../support/cli.ts";

function help(
  kindName: string,
  {
    method = "POST",
    name,
    value,
    ...dialect
  }: Partial<Dialect> & { method?: "POST" | "PUT"; name: string; value: Json },
): readonly string[] {
  const kind = kindNamed(catalog, kindName);
  const request = { method, body: { custom_id: "x", [name]: value } };
  const errorKeys = [Array.isArray(value) ? `${name}.0` : name];
  return suggestOtherForms({ kind, request, errorKeys }, { ...DEFAULT_DIALECT, ...dialect }).map(
    (words) => /`service: \{ wire: \{ (.*) \} \}`/.exec(words)?.[1] ?? words,
  );
}

describe("the help of a refusal names", () => {
  it.each<readonly [string, Parameters<typeof help>[1], readonly string[]]>([
    ["achievement", { name: "is_secret", value: true }, ["booleans: number", "booleans: word"]],
    [
      "achievement",
      { name: "is_secret", value: "true", booleans: "word" },
      ["booleans: native", "booleans: number"],
    ],
    ["achievement", { name: "points", value: 30 }, ["numbers: text"]],
    ["achievement", { name: "points", value: "30", numbers: "text" }, ["numbers: native"]],
    ["achievement", { name: "custom_data", value: "{}" }, ["custom_data: { achievements: json }"]],
    [
      "reward",
      { name: "custom_data", value: {}, custom_data: { rewards: "json" } },
      ["custom_data: { rewards: text }"],
    ],
    ["action", { method: "PUT", name: "description", value: null }, ["nulls: omit"]],
    ["action", { method: "PUT", name: "reactions", value: ["a"] }, ["update: patch"]],
    ["leaderboard", { method: "PUT", name: "type", value: "custom" }, ["update: patch"]],
    ["leaderboard", { name: "type", value: "custom" }, []],
    ["criterion", { name: "conditions", value: {} }, []],
    ["action", { name: "name", value: "Taken" }, []],
  ])("%s %o: %o", (kind, sent, settings) => {
    expect(help(kind, sent)).toEqual(settings);
  });

  it("nothing for a member that was not sent", () => {
    const kind = kindNamed(catalog, "action");
    const request = { method: "POST" as const, body: { custom_id: "x" } };
    expect(
      suggestOtherForms({ kind, request, errorKeys: ["name", "other.0"] }, DEFAULT_DIALECT),
    ).toEqual([]);
  });
});

it("the help stands below the refusal", async () => {
  const body = { message: "Invalid.", errors: { points: ["The points must be a string."] } };
  const game = await inGame({
    manifests: {
      "game.yaml": "achievements:\n  - { custom_id: jumper, name: Jumper, points: 30 }\n",
    },
    service: { faults: [{ effect: "error-before", status: 422, body, when: { method: "POST" } }] },
  });
  const { exit, stdout, stderr } = await game.run(["apply", "--yes"]);
  expect(exit).toBe(1);
  expect(`${stdout}${stderr}`.replace(/\s+/g, " ")).toContain(
    'write `service: { wire: { numbers: text } }` in the project file, to send "30"',
  );
});
