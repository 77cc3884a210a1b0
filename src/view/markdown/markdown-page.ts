/**
 * A page of Markdown that is never longer than the hosts of comments take. In: a title, lines that always fit, and piles.
 * Out: the page, with a word on what had to be left out and where it can be found.
 */
import { both, counted } from "../../manifest/wording.ts";
import { MASK } from "../../plan/secrets.ts";
import { box, bytesOf, code } from "./markdown-text.ts";
import { type Packed, type Pile, pack } from "./size-budget.ts";

/** GitHub takes 65,536 characters in a comment; what posts the comment may put a line of its own in front. */
export const PAGE_LIMIT = 65_000;
/** For the word on what is left out. */
const RESERVE = 5_000;
/** Games that are named there; the others are counted. */
const NAMED = 5;
/** Hexadecimal digits of a digest: as many as `--expect` asks for. */
const DIGEST_LENGTH = 12;

/** Columns of the name of a game or an environment. */
export const TITLE_WIDTH = 60;

export interface Page {
  readonly title: string;
  /** Paragraphs above the piles and below them. */
  readonly top: readonly string[];
  readonly piles: readonly Pile[];
  readonly bottom: readonly string[];
  /** Address of the run that makes the page. */
  readonly runUrl?: string;
  /** Where everything can be read, as the beginning of a sentence. */
  readonly whole: string;
}

/** Ends with a line break. */
export function renderPage(page: Page): string {
  const top = [page.title, ...page.top];
  const fixed = bytesOf([...top, ...page.bottom, HIDDEN].join("\n\n"));
  const packed = pack(page.piles, PAGE_LIMIT - RESERVE - fixed);
  const shown = packed.map(({ text }) => text.trim()).filter((text) => text !== "");
  const left = leftOut(page, packed);
  const paragraphs = [...top, ...shown, ...left, ...page.bottom];
  const isMasked = paragraphs.some((text) => text.includes(MASK));
  return `${[...paragraphs, ...(isMasked ? [HIDDEN] : [])].join("\n\n")}\n`;
}

/** A game's name and its environment, where there is one. */
export function nameOf({ game, environment = "" }: { readonly game: string; readonly environment?: string }): string {
  return code(game, TITLE_WIDTH) + (environment === "" ? "" : ` (${code(environment, TITLE_WIDTH)})`);
}

/** The beginning of a digest, as code. */
export function shortDigest(digest: string): string {
  return code(digest.slice(digest.indexOf(":") + 1).slice(0, DIGEST_LENGTH));
}

const HIDDEN = `\`${MASK}\` replaces names and texts of secret resources, and of resources that only those use. \`--reveal-secrets\` shows them.`;

function leftOut({ piles, runUrl, whole }: Page, packed: readonly Packed[]): readonly string[] {
  const byGame = new Map<string, string[]>();
  let games = 0;
  for (const [index, { counts, game, units }] of piles.entries()) {
    const left = units.length - (packed[index]?.shown ?? 0);
    if (left === 0) continue;
    games += 1;
    const what = `${left.toLocaleString("en-US")} of ${counted(units.length, counts)}`;
    const key = game ?? "";
    byGame.set(key, [...(byGame.get(key) ?? []), what]);
  }
  if (games === 0) return [];
  const entries = [...byGame].map(([game, whats]) => (game === "" ? both(whats) : `${both(whats)} of ${game}`));
  const more = entries.length - NAMED;
  const where = runUrl === undefined ? `${whole}.` : `${whole}; see also [this run](${runUrl}).`;
  return [
    box("NOTE", [
      "**This page is incomplete.** Left out:",
      "",
      ...entries.slice(0, NAMED).map((entry) => `- ${entry}`),
      ...(more > 0 ? [`- and parts of ${counted(more, "more game")}`] : []),
      "",
      where,
    ]),
  ];
}
