/** The rules of every run are broken by outputs that break them. */
import { expect, it } from "vitest";
import { type CliRun, TOKEN } from "../support/run-cli.ts";
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
])("%s breaks no rule", (_, run, form) => check(run, form));

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
  ["a document of another command", /not of its schema/, { stdout: DOCUMENT }, { format: "json", schema: "plan" }],
  ["SARIF without runs", /not of its schema/, { stdout: '{ "version": "2.1.0" }' }, { format: "sarif" }],
  ["another command of the runner", /add-mask/, { stdout: "::add-mask::x\n" }, { format: "github" }],
  ["an indented command of the runner", /stop-commands/, { stdout: "  ::stop-commands::x\n" }, { format: "github" }],
  [
    "a property that an annotation does not have",
    /::error/,
    { stdout: "::error file=a:b,line=1,title=x::y\n" },
    { format: "github" },
  ],
])("%s does", (_, complaint, run, form) => {
  expect(() => check(run, form)).toThrow(complaint);
});
