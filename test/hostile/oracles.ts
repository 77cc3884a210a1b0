/** For each form of output: what makes it harmless, whatever the text in it was. */
import { expect } from "vitest";
import { commandsIn } from "../view/findings/runner.ts";
import { sarifProblems } from "../view/findings/sarif-schema.ts";
import { anatomyOf, expectNothingOpen, RENDERERS } from "../view/markdown/pages.ts";
import { expectHarmlessPage } from "./page-oracle.ts";
import { COLUMNS, type Form, type Shown } from "./scenes.ts";
import { screenOf, UNSEEN } from "./screen.ts";
import { FORGER } from "./texts.ts";

/** Nothing that laurel prints is longer, but documents that hold whole values. */
const MOST_TEXT = 400_000;

/**
 * Elements of laurel's own pages; the only attribute is the address of a run, which none of the
 * scenes has.
 */
const OWN_ELEMENTS =
  /^(?:\/(?:h[2-4]|p|strong|br|ul|li|blockquote|table|thead|tbody|tr|th|td|details|summary|pre|code class=language-\w+)(?: (?:align=left|style=text-align:left))?)+$/;

/** Columns in which laurel's own lines begin. */
const OWN_COLUMNS = 4;

export async function expectHarmless({ form, run: start, line }: Shown): Promise<void> {
  const run = await start();
  expect(run.exit, `${line}\n${run.stderr.slice(0, 2000)}`).not.toBe(70);
  if (form === "text") {
    for (const output of [run.stdout, run.stderr]) {
      expect(output.length).toBeLessThan(MOST_TEXT);
      const rows = await screenOf(output, COLUMNS);
      const begins = rows.map(({ text }) => text.slice(0, OWN_COLUMNS).trimStart());
      expect(begins.filter((begin) => begin.startsWith(FORGER))).toEqual([]);
    }
    return;
  }
  expect(commandsIn({ ...run, stdout: form === "github" ? "" : run.stdout })).toEqual([]);
  expect(run.stdout.replaceAll("\n", "")).not.toMatch(UNSEEN);
  if (run.stdout !== "") FORMS[form](run.stdout);
}

const FORMS: Readonly<Record<Exclude<Form, "text">, (output: string) => void>> = {
  json: (output) => JSON.parse(output),
  sarif: (output) => expect(sarifProblems(JSON.parse(output))).toEqual([]),
  github: (output) => {
    for (const line of output.trimEnd().split("\n"))
      expect(line).toMatch(/^::(?:error|warning|notice) [^:]*::/);
    expect(output).not.toContain("##[");
  },
  markdown: (output) => {
    for (const render of Object.values(RENDERERS)) {
      const shown = anatomyOf(render(output));
      expectNothingOpen(shown);
      for (const element of shown.elements) expect(element).toMatch(OWN_ELEMENTS);
    }
  },
  html: (output) => expectHarmlessPage(output),
  file: () => undefined,
};
