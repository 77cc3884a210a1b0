/** What an export says on the screen. */
import { describe, expect, it } from "vitest";
import { shellLine } from "../../../src/model/shell-line.ts";
import { renderExportText, type WrittenGame } from "../../../src/view/export-text.ts";
import { markerStyle } from "../../../src/view/text/style.ts";

const game: WrittenGame = {
  target: { game: "dungeon\u001b[31m", environment: "live", base_url: "https://service.example", game_id: "g1" },
  files: [
    { file: "game/actions.yaml", key: "actions", resources: 12, counted: "12 actions" },
    { file: "game/rewards\u202e.yaml", key: "rewards", resources: 0, counted: "0 rewards" },
  ],
};

describe("the text of an export", () => {
  it("has a line for each file and what to do next, with everything from outside made harmless", () => {
    const text = renderExportText([game], ["laurel validate", "laurel plan"], {
      style: markerStyle,
      width: 100,
      verbose: false,
    });
    expect(
      text,
    ).toBe(`[strong]Exported game "dungeon\\u001b[31m" (live)[/] [muted]at https://service.example, game id g1[/]

  [create]+[/] game/actions.yaml        12 actions
  [create]+[/] game/rewards\\u202e.yaml  [muted]none; "rewards: []" marks the kind as managed[/]

Next:
  laurel validate
  laurel plan
`);
  });
});

describe("a command line to copy", () => {
  it("quotes what a shell would take apart", () => {
    expect(shellLine(["laurel", "plan", "--manifests", "my games/it's; $HOME", "--game-id", "7"])).toBe(
      "laurel plan --manifests 'my games/it'\\''s; $HOME' --game-id 7",
    );
    expect(shellLine(["--game", "~root"])).toBe("--game '~root'");
    expect(shellLine([""])).toBe("''");
  });
});
