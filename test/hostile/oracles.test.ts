/** The oracles complain about outputs that do harm, and about no harmless one. */
import { describe, expect, it } from "vitest";
import { expectHarmless } from "./oracles.ts";
import { expectHarmlessPage, OWN_SCRIPTS } from "./page-oracle.ts";
import { COLUMNS, type Form } from "./scenes.ts";
import { screenOf } from "./screen.ts";
import { FORGER } from "./texts.ts";

const harmless = (
  form: Form,
  stdout: string,
  more: { readonly exit?: number; readonly stderr?: string } = {},
) =>
  expectHarmless({
    line: "plan",
    form,
    run: async () => ({ exit: 0, stderr: "", stdout, ...more }),
  });

const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
const page = (body: string): string =>
  `<!doctype html><html><head>${POLICY}</head><body>${body}</body></html>`;

describe("a harmless output passes", () => {
  it.each<[Form, string]>([
    ["text", "Plan for dungeon\n\u001b[32m+ create\u001b[39m reward/cup\n"],
    ["json", '{ "name": "\\u001b[31m" }'],
    ["github", "::error file=a.yaml,line=1,title=x::Text\n::warning title=x::Text\n"],
    ["markdown", "### Plan\n\n| Name |\n| --- |\n| `<b>` |\n"],
    ["html", page("<p>Text</p><a href='#top'>top</a>")],
    ["html", page(OWN_SCRIPTS.map((script) => `<script>${script}</script>`).join(""))],
    ["file", "anything\n"],
  ])("%s: %.40j", async (form, stdout) => {
    await expect(harmless(form, stdout)).resolves.toBeUndefined();
  });
});

describe("a harmful output fails", () => {
  it.each<[string, Form, string, { readonly exit?: number; readonly stderr?: string }?]>([
    ["a crash", "text", "", { exit: 70 }],
    ["a crash of JSON", "json", "{}", { exit: 70 }],
    ["a colour that is not ended", "text", "\u001b[31mred\n"],
    ["a colour that laurel does not use", "text", "\u001b[48;5;1mred\u001b[0m\n"],
    ["a cleared screen", "text", "text\u001b[2J\n"],
    ["a moved cursor", "text", "text\u001b[A\n"],
    ["a title of the window", "text", "\u001b]0;title\u0007\n"],
    ["a bell", "text", "ding\u0007\n"],
    ["a carriage return", "text", "good\rbad\n"],
    ["the other screen", "text", "\u001b[?1049h\n"],
    ["a mode that stays", "text", "\u001b[?25l\u001b[?2004h\n"],
    ["a reversed direction", "text", "a\u202eb\n"],
    ["an invisible letter", "text", "a\u200bb\n"],
    ["a joiner between Latin letters", "text", "a\u200db\n"],
    ["a pile of accents", "text", `a${"\u0301".repeat(10)}\n`],
    ["a forged line", "text", `Plan\n${FORGER} everything\n`],
    ["a forged line after a fold", "text", `${"x".repeat(COLUMNS)}${FORGER} everything\n`],
    ["an escape sequence on stderr", "text", "", { stderr: "\u001b[2J\n" }],
    ["too much text", "text", "x\n".repeat(200_001)],
    ["a command of the runner in JSON", "json", "{}\n::add-mask::x\n"],
    ["a command of the runner on stderr", "github", "", { stderr: "::stop-commands::x\n" }],
    ["a control character in JSON", "json", '"\u0085"'],
    ["broken JSON", "json", "{"],
    ["a command other than an annotation", "github", "::set-output name=a::b\n"],
    ["text between annotations", "github", "::error title=x::Text\nfree text\n"],
    ["an old command of the runner", "github", "::error title=x::##[group]\n"],
    ["SARIF without a version", "sarif", "{}"],
    ["an image", "markdown", "![x](https://evil.example/x.png)\n"],
    ["a link", "markdown", "[x](https://evil.example)\n"],
    ["an element of HTML", "markdown", "<script>alert(1)</script>\n"],
    ["a comment", "markdown", "a <!-- hidden -->\n"],
    ["a mention", "markdown", "ask @somebody\n"],
    ["a reference", "markdown", "see #12\n"],
    ["emphasis", "markdown", "very *bold*\n"],
    ["a heading of level 1", "markdown", "# Title\n"],
    ["an invisible letter in code", "markdown", "`a\u200bb`\n"],
    ["a script", "html", page("<script>alert(1)</script>")],
    ["a changed script of laurel", "html", page(`<script>${OWN_SCRIPTS[0]};</script>`)],
    [
      "a script of laurel with an address",
      "html",
      page(`<script src="x.js">${OWN_SCRIPTS[0]}</script>`),
    ],
    ["a handler", "html", page("<p onclick='x()'>Text</p>")],
    ["a link to another place", "html", page("<a href='https://evil.example'>x</a>")],
    ["a link that runs a script", "html", page("<a href='javascript:x()'>x</a>")],
    ["an image of another place", "html", page("<img src='https://evil.example/x.png'>")],
    ["a style attribute", "html", page("<p style='position: fixed'>x</p>")],
    ["a comment", "html", page("<!-- hidden -->")],
    ["a frame", "html", page("<iframe></iframe>")],
    ["no policy", "html", "<!doctype html><html><head></head><body></body></html>"],
    ["an invisible letter in a file", "file", "a\u200bb\n"],
  ])("%s (%s)", async (_, form, stdout, more) => {
    await expect(harmless(form, stdout, more)).rejects.toThrow();
  });
});

it("rows that the terminal broke are told from lines", async () => {
  const rows = await screenOf(`${"x".repeat(12)}\ny\n`, 10);
  expect(rows.map(({ text, isWrapped }) => [text, isWrapped])).toEqual([
    ["xxxxxxxxxx", false],
    ["xx", true],
    ["y", false],
    ["", false],
  ]);
});

it("a page is judged with what a parser repairs", () => {
  expect(() => expectHarmlessPage(page("<table><script>x()</script></table>"))).toThrow();
});
