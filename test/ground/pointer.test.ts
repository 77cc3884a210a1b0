/** JSON pointers: names go in and come out unchanged, and people read one form. */
import { describe, expect, it } from "vitest";
import {
  nameIn,
  outerPointers,
  parsePointer,
  pointerText,
  pointerTo,
} from "../../src/ground/pointer.ts";

describe("a pointer", () => {
  it.each([
    [[], "", ""],
    [["custom_data", "icon"], "/custom_data/icon", "custom_data.icon"],
    [["custom_data", "a/b"], "/custom_data/a~1b", 'custom_data."a/b"'],
    [["custom_data", "a.b"], "/custom_data/a.b", 'custom_data."a.b"'],
    [["custom_data", "~1"], "/custom_data/~01", 'custom_data."~1"'],
    [["custom_data", ""], "/custom_data/", 'custom_data.""'],
    [["tags", "0"], "/tags/0", "tags.0"],
  ])("of %j is %j, and is read as %j", (names, pointer, text) => {
    expect(pointerTo(...names)).toBe(pointer);
    expect(parsePointer(pointer)).toEqual(names);
    expect(pointerText(pointer)).toBe(text);
  });

  it("into a resource begins with the name of a field or link", () => {
    expect(nameIn("/custom_data/a~1b")).toBe("custom_data");
    expect(nameIn("/a~1b")).toBe("a/b");
    expect(nameIn("")).toBe("");
  });

  it("is inside the values of all shorter pointers", () => {
    expect(outerPointers("")).toEqual([]);
    expect(outerPointers("/a/b~1c/0")).toEqual(["", "/a", "/a/b~1c"]);
  });
});
