/** The rules of every run are broken by outputs that break them. */
import { expect, it } from "vitest";
import { scratchFolder, writeFiles } from "../support/cli.ts";
import { type CliRun, TOKEN } from "../support/run-cli.ts";
import { checkPlaces } from "./files.ts";
import { checkRun, type Form } from "./outputs.ts";

const check = (run: Partial<CliRun>, form: Form = { format: "text" }): void =>
  checkRun({ exit: 0, stdout: "", stderr: "", ...run }, [0, 3], form);

const DOCUMENT = '{ "format": 1, "diagnostics": [] }';

it.each<[string, Partial<CliRun>, Form?]>([
  ["text in lines", { stdout: "Valid: ü 龍\n" }],
  ["no output", {}, { format: "json" }],
  ["a document", { exit: 3, stdout: DOCUMENT }, { format: "json" }],
  [
    "annotations",
    { stdout: "::error title=x::Text\n::notice file=a,line=1,col=2,title=x::y\nmore text\n" },
    { format: "github" },
  ],
  ["tabs in JUnit", { stdout: "<a>\tb</a>\n" }, { format: "junit" }],
])("%s breaks no rule", (_, run, form) => {
  expect(() => check(run, form)).not.toThrow();
});

it.each([
  ["a line behind the last one", { line: 4, column: 1, end_line: 4, end_column: 1 }],
  ["a column behind the end of its line", { line: 1, column: 6, end_line: 1, end_column: 6 }],
  ["an end behind the end of its line", { line: 1, column: 1, end_line: 1, end_column: 9 }],
  ["a line 0", { line: 0, column: 1, end_line: 1, end_column: 1 }],
  ["a column 0", { line: 1, column: 0, end_line: 1, end_column: 1 }],
])("%s is no place in a file", async (_, place) => {
  const folder = await scratchFolder();
  await writeFiles(folder, { "a.yaml": "a: 1\nb: 2\n" });
  const inside = { file: "a.yaml", line: 2, column: 1, end_line: 2, end_column: 5 };
  const document = (others: readonly object[]): string =>
    JSON.stringify({ diagnostics: [{ ...inside, others }] });
  await expect(checkPlaces(document([inside]), folder)).resolves.toBeUndefined();
  await expect(checkPlaces(document([{ file: "a.yaml", ...place }]), folder)).rejects.toThrow(
    "no such place",
  );
});

it.each<[string, RegExp, Partial<CliRun>, Form?]>([
  ["a crash", /^exit 70/, { exit: 70 }],
  ["an exit code that the command does not have", /^exit 2/, { exit: 2 }],
  ["the token on stdout", /the token/, { stdout: `x${TOKEN}y` }],
  ["the token on stderr", /the token/, { stderr: TOKEN }],
  ["an escape sequence", /control characters/, { stdout: "\u001b[31m" }],
  ["a tab", /control characters/, { stdout: "a\tb" }],
  ["a carriage return on stderr", /control characters/, { stderr: "a\rb" }],
  ["a C1 control", /control characters/, { stdout: "a\u009bb" }],
  ["broken JSON", /JSON/, { stdout: "{" }, { format: "json" }],
  [
    "a document with an unknown member",
    /not of its schema/,
    { stdout: '{ "format": 1, "diagnostics": [], "more": 1 }' },
    { format: "json" },
  ],
  [
    "a document of another command",
    /not of its schema/,
    { stdout: DOCUMENT },
    { format: "json", schema: "plan" },
  ],
  [
    "SARIF without runs",
    /not of its schema/,
    { stdout: '{ "version": "2.1.0" }' },
    { format: "sarif" },
  ],
  [
    "another command of the runner",
    /add-mask/,
    { stdout: "::add-mask::x\n" },
    { format: "github" },
  ],
  [
    "an indented command of the runner",
    /stop-commands/,
    { stdout: "  ::stop-commands::x\n" },
    { format: "github" },
  ],
  [
    "a property that an annotation does not have",
    /::error/,
    { stdout: "::error file=a:b,line=1,title=x::y\n" },
    { format: "github" },
  ],
])("%s does", (_, complaint, run, form) => {
  expect(() => check(run, form)).toThrow(complaint);
});
