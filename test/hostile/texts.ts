/**
 * Texts that do harm where something obeys them: terminals, Markdown, HTML, runners of pipelines,
 * readers' eyes.
 */

const LONG = 300_000;

/** By what they try. None of them is blank, and none has a blank at an end. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  "a cleared screen": "x\u001b[2J\u001b[3J\u001b[Hy",
  "a moved cursor": "x\u001b[5A\u001b[10Dover",
  "colours without an end": "x\u001b[31;7;5mred",
  "the other screen": "x\u001b[?1049hother",
  "a hidden cursor and a mode": "x\u001b[?25l\u001b[4h\u001b[?1000h",
  "a scroll region": "x\u001b[3;4r\u001bD\u001bM",
  "a reset": "x\u001bcy",
  "a title": "x\u001b]0;owned\u0007y\u001b]2;owned\u001b\\z",
  "a link": "x\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\y",
  "the clipboard": "x\u001b]52;c;ZXZpbA==\u0007y",
  "a device string": "x\u001bP+q544e\u001b\\y\u001b_app\u001b\\\u001b^pm\u001b\\",
  "a question to the terminal": "x\u001b[6n\u001b[c\u0005y",
  "C1 controls": "x\u009b2J\u009d0;owned\u009c\u0090q\u009cy",
  "an unfinished sequence": "x\u001b[",
  "an unfinished string": "x\u001b]0;never ends",
  "a bell, a backspace and a shift": "x\u0007y\b\b\b\u000e\u000f\u007fz",
  "a line written over": "harmful\rharmless",
  "lines of every sort":
    "x\n  0 to delete.\r\n  + create  reward/y\u0085a\u2028b\u2029c\u000bd\u000ce",
  "a tab": "x\ty",
  "overrides of direction":
    "x\u202egnp.exe\u202c \u2066a\u2067b\u2068c\u2069 \u202ad\u202be\u202cf\u061c\u200e\u200f",
  "what cannot be seen": "a\u200bb\u2060c\ufeffd\u00ade\u180ef\u115fg\u3164h\u034fi",
  "joiners between letters": "a\u200db\u200cc\u200d\u200d",
  "letters that only machines see": "x\u{e0041}\u{e0042}\u{e007f}y",
  "halves of a pair": "x\ud800y\udc00z",
  "a pile of marks": `x${"\u0301\u0327\u0489".repeat(60)}y`,
  "wide letters": "竜を倒す 龍 😀 👩‍👩‍👧 ＡＢ",
  "a table": "x | y |\n| :-- | :-- |\n| a | b |",
  "links and pictures":
    "[x](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example> www.evil.example",
  "a reference": "[x]: https://evil.example\n\n[x]",
  mentions:
    "@alice @org/team #1 !2 owner/repo#3 GH-4 a1b2c3d4e5f60718293a4b5c6d7e8f9012345678 me@evil.example",
  "fences and ticks": "`x` ```y``` ````\n```\n~~~",
  HTML: "<script>alert(1)</script><img src=x onerror=alert(1)><svg/onload=alert(1)><a href=//evil.example>x</a>",
  "the ends of boxes": "</details></summary></td></table></code></pre>-->",
  "comments and entities": "<!-- x --> <![CDATA[x]]> <?php x ?> &lt;b&gt; &#60;b&#62; &nbsp;",
  "headings and lists": "# x\n---\n===\n- [x] y\n1. z\n> [!NOTE]\n> **w** __v__ ~~u~~ $`t`$ :tada:",
  "commands of a runner":
    "::error::x ::set-output name=a::b ##[error]y ##[set-env name=c]d\n::stop-commands::z\n##vso[task.complete]",
  "quotes of shells": "x'y\"z`w`$(touch owned)$HOME;rm -rf ~&|>\\",
  "its own words":
    'x" matches.\nerror[taken-name]: y\n  --> z:1:1\nConverged: a new plan has no changes.',
};

/** A very long name in one line, in many, and in signs that are longer when they are shown. */
export const HUGE_TEXTS: Readonly<Record<string, string>> = {
  "many letters": "x".repeat(LONG),
  "many lines": `${"x\n".repeat(LONG / 2)}x`,
  "many signs": "\u001b\u202e".repeat(LONG / 2),
};

/** In UTF-16 units. */
const GROUP = 500;

/**
 * The texts in few, one behind the other, for a run that has little time. Those that hide what is
 * behind them stay alone.
 */
export function groupedTexts(): Readonly<Record<string, string>> {
  const groups: [string, string][] = [];
  const alone = Object.entries(HOSTILE_TEXTS).filter(([name]) => /unfinished|halves/.test(name));
  for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
    if (alone.some(([each]) => each === name)) continue;
    const [names, texts] = groups.at(-1) ?? ["", ""];
    if (texts === "" || texts.length + text.length > GROUP) groups.push([name, text]);
    else groups[groups.length - 1] = [`${names}, ${name}`, `${texts} ${text}`];
  }
  return Object.fromEntries([...groups, ...alone]);
}

/**
 * Letters in words, in words that no blank separates, and in one word: what of it begins a row was
 * put there by it.
 */
export const FORGER = "\u03c8";
export const FORGED_TEXTS: Readonly<Record<string, string>> = {
  "many words": `${`${FORGER.repeat(6)} `.repeat(36)}${FORGER}`,
  "one word": FORGER.repeat(254),
  "line breaks and many blanks": `${FORGER}${`${" ".repeat(40)}${FORGER}`.repeat(5)}${FORGER}\n  ${FORGER}\r${FORGER}\u2028${FORGER}\u0085${FORGER}\n${FORGER}`,
};
