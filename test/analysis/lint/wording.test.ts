/** What findings say and suggest, where a rule has several things to say. */
import { describe, expect, it } from "vitest";
import { manifestOf, type Needs, type Sketch } from "./designs/sketch.ts";
import { found } from "./support.ts";

/** `CODE: TEXT. HELP` of everything that is found. */
const said = (sketch: Sketch): readonly string[] =>
  found(manifestOf(sketch)).map(({ code, primary, help }) => `${code}: ${primary?.text}. ${help.join(". ")}`);

const needing = (needs: string | readonly string[] | Needs, description = "Do it all."): Sketch => ({
  goals: [{ name: "Something", id: "it", description, needs }],
});

describe("a finding", () => {
  it.each([
    ["Win %d times.", "the description has a placeholder, %d."],
    ["Win a lot. (TODO: how often?)", "the description has a note to do."],
    ["Lorem ipsum dolor.", "the description is filler."],
    ["ACH_WINNER_DESC", "the description is an id."],
  ])("says what is wrong with %s", (description, text) => {
    expect(said(needing("win", description))).toEqual([expect.stringContaining(`placeholder-text: ${text}`)]);
  });

  it("names the two members that exclude each other", () => {
    const most = { all: ["win gte:10", "lose gte:10"], operator: "or" } as const;
    const few = { all: ["win lt:5", "lose lt:5"] } as const;
    expect(said(needing({ all: [most, few] }))).toContainEqual(
      expect.stringContaining('impossible-group: "it.0" and "it.1" are never true at the same time.'),
    );
  });

  it("of a group that can never be true is the only one about it", () => {
    const codes = said(needing(["win gte:10", "win lt:5", "fall lte:3"])).map((each) => each.split(":")[0]);
    expect(codes).not.toContain("limit-without-activity");
  });

  it("does not make a mistaken criterion the right one", () => {
    expect(said(needing(["win gte:10", "win gt:9"]))).toContainEqual(
      expect.stringMatching(/^duplicate-criterion: .* or correct one of them$/),
    );
  });

  it("suggests another operator where one condition may be enough", () => {
    expect(said(needing("win if month:2 & dayOfMonth:30"))).toContainEqual(
      expect.stringMatching(/^impossible-condition: .* or write operator: or where one is enough$/),
    );
  });

  it("has the words of both sides about a field", () => {
    expect(said(needing("win gte:1 if activityData:level,eq,8", "Win on level 7."))).toEqual([
      'description-disagrees: the description says "level 7", and the condition is level 8. correct one of the two',
    ]);
    expect(said(needing("win gte:1 if activityData:stars,lte,3", "Win with at least 3 stars."))).toEqual([
      'description-disagrees: the description gives a lower end, "3 stars", and the condition is stars at most 3. correct one of the two',
    ]);
  });
});
