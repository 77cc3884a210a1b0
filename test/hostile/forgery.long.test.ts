/** Names and words of a service cannot pass for lines of laurel's own: nothing of them begins a row where such lines begin. */
import { describe, expect, it } from "vitest";
import { SCENES } from "./scenes.ts";
import { screenOf } from "./screen.ts";
import { FORGED_TEXTS, FORGER } from "./texts.ts";

/** Columns in which laurel's own lines begin. */
const OWN_COLUMNS = 4;

/** Where the texts are longest and stand nearest to laurel's own lines. */
const { "the live game": live, "the service's errors": errors, players } = SCENES;

describe.each(Object.entries({ live, errors, players }))("text of %s", (_, scene) => {
  it.each(Object.entries(FORGED_TEXTS))("begins no row: %s", async (__, text) => {
    for await (const { form, columns, run, line } of scene?.(text) ?? []) {
      if (form !== "text") continue;
      for (const output of [run.stdout, run.stderr]) {
        const rows = (await screenOf(output, columns)).map((row) => row.text);
        expect(
          rows.filter((row) => row.slice(0, OWN_COLUMNS).trimStart().startsWith(FORGER)),
          line,
        ).toEqual([]);
      }
    }
  });
});
