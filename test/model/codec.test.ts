/** Records of the service: members of links in the forms in which services send them. */
import { expect, it } from "vitest";
import { action } from "../../src/catalog/action.ts";
import { criteriaGroup } from "../../src/catalog/criteria-group.ts";
import type { Kind } from "../../src/catalog/types.ts";
import type { Json, JsonObject } from "../../src/ground/json.ts";
import { decodeRecord } from "../../src/model/codec.ts";

function linksOf(kind: Kind, members: JsonObject): object {
  const decoding = decodeRecord(
    kind,
    { custom_id: "run", name: "Run", ...members },
    { dataIsText: false },
  );
  return "record" in decoding ? decoding.record.links : decoding;
}

it.each<[string, Json, object]>([
  ["ids", ["jump", "hop"], { reactions: ["hop", "jump"] }],
  ["records", [{ custom_id: "jump", name: "Jump" }], { reactions: ["jump"] }],
  ["ids and records", ["jump", { custom_id: "hop" }], { reactions: ["hop", "jump"] }],
  ["no members", [], { reactions: [] }],
])("members that come as %s are shown", (_, reactions, links) => {
  expect(linksOf(action, { reactions })).toEqual(links);
});

it.each<[string, Json]>([
  ["null", null],
  ["records without an id", [{ id: 7, name: "Jump" }]],
  ["records whose id has another name", [{ action: "jump" }]],
  ["records with another id", [{ custom_id: 7 }]],
  ["records without an id next to ids", ["jump", { id: 7 }]],
  ["numbers", [7]],
  ["nothing but null", [null]],
  ["text with half of a character", ["a\ud800"]],
])("members that come as %s are not shown, and never count as none", (_, reactions) => {
  expect(linksOf(action, { reactions })).toEqual({});
});

it("a link that is not shown hides no other link of the record", () => {
  expect(linksOf(criteriaGroup, { criteria: [{ id: 1 }], criteria_groups: ["inner"] })).toEqual({
    criteria_groups: ["inner"],
  });
});

it("a link that is no list is an error", () => {
  const problem = '"reactions" of actions/run is not a list of resources';
  expect(linksOf(action, { reactions: "jump" })).toEqual({ problem });
  expect(linksOf(action, { reactions: { id: 7 } })).toEqual({ problem });
});
