/** Commands in outputs are read as a shell reads them. */
import { expect, it } from "vitest";
import { printedCommands } from "./printed-commands.ts";

it.each<[string, readonly (readonly string[])[]]>([
  ["To resume:\n  laurel apply --yes\n", [["apply", "--yes"]]],
  [
    "laurel plan --out 'a b'\ntext\nlaurel apply \"it's\"\n",
    [
      ["plan", "--out", "a b"],
      ["apply", "it's"],
    ],
  ],
  ["laurel plan --out a b\n", [["plan", "--out", "a", "b"]]],
  ["laurel plan --target $HOME_THAT_IS_UNSET/x\n", [["plan", "--target", "/x"]]],
  ["run `laurel plan` again\n", []],
  ["", []],
])("%j has %j", (output, commands) => {
  expect(printedCommands(output)).toEqual(commands);
});

it("a command that the shell cannot read is an error", () => {
  expect(() => printedCommands("laurel plan --out 'a\n")).toThrow();
});
