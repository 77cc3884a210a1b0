/** Pages of Markdown as the hosts of pull requests show them, and their parts besides text. */
import MarkdownIt from "markdown-it";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { expect } from "vitest";
import { NO_SECRETS, type Secrets } from "../../../src/analysis/secrets.ts";
import type { Diagnostic } from "../../../src/model/diagnostics.ts";
import type { ApplyResult } from "../../../src/model/events.ts";
import type { Plan } from "../../../src/model/model.ts";
import { applyDocument } from "../../../src/view/apply/document.ts";
import {
  makeMask,
  maskPlanned,
  maskPlans,
  maskProblems,
  maskResult,
  type PlansToMask,
} from "../../../src/view/mask/mask.ts";
import { withProblems } from "../../../src/view/parts/problems.ts";
import { planDocument } from "../../../src/view/plan/document.ts";
import { renderMarkdown } from "../../../src/view/render/markdown.ts";
import { NOTHING_KNOWN } from "../../../src/workflow/game.ts";

type GameToMask = PlansToMask["byGame"][number];

export function renderPlansMarkdown(
  byGame: readonly GameToMask[],
  general: readonly Diagnostic[] = [],
  reveal = false,
): string {
  const mask = maskPlanned({ byGame }, { revealSecrets: reveal });
  const plans = { byGame, general };
  const { onPages } = maskProblems(plans, mask);
  return renderMarkdown(withProblems(planDocument(maskPlans(plans, mask)), onPages));
}

/** `secrets`: absent where they are unknown. */
export function renderApplyMarkdown(
  games: readonly { readonly result: ApplyResult; readonly secrets?: Secrets }[],
): string {
  const results = games.map(({ result, secrets }) => {
    const mask = makeMask([{ game: result.game, secrets }], {});
    return maskResult(result, mask).onPages;
  });
  return renderMarkdown(applyDocument(results));
}

/** A game as `plan` hands it over. */
type ShownGame = Extract<GameToMask, { readonly value: object }>;

export function shownGame(plan: Plan, more: Partial<ShownGame["value"]> = {}): ShownGame {
  const { game, environment } = plan;
  return {
    game,
    environment,
    diagnostics: [],
    known: NOTHING_KNOWN,
    value: { plan, refusals: [], secrets: NO_SECRETS, ...more },
  };
}

const markdownIt = new MarkdownIt({ html: true, linkify: true });

/**
 * Renderers with everything switched on that a host may have: tables, links of bare addresses,
 * footnotes, HTML.
 */
export const RENDERERS: Readonly<Record<string, (page: string) => string>> = {
  "micromark with the GitHub extensions": (page) =>
    micromark(page, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  "markdown-it": (page) => markdownIt.render(page),
};

/** What a page is made of. */
export interface Anatomy {
  /**
   * Every element but code, behind those that it is in and with its attributes. Sorted, because
   * texts decide on orders.
   */
  readonly elements: readonly string[];
  /** Outside of code, where hosts look for mentions, references, emoji and addresses. */
  readonly open: string;
  readonly code: readonly string[];
  readonly comments: number;
}

export function anatomyOf(html: string): Anatomy {
  const found: Found = { elements: [], open: [], code: [], comments: 0 };
  for (const child of parseFragment(html).childNodes)
    collect(child, { path: "", isCode: false }, found);
  const { elements, open, code, comments } = found;
  return { elements: elements.sort(), open: open.join("\n"), code, comments };
}

interface Found {
  readonly elements: string[];
  readonly open: string[];
  readonly code: string[];
  comments: number;
}

function collect(
  node: DefaultTreeAdapterTypes.ChildNode,
  { path, isCode }: { readonly path: string; readonly isCode: boolean },
  found: Found,
): void {
  if (node.nodeName === "#comment") found.comments += 1;
  if ("value" in node) (isCode ? found.code : found.open).push(node.value);
  if (!("tagName" in node)) return;
  const { tagName } = node;
  const attributes = node.attrs.map(({ name, value }) => ` ${name}=${value}`).join("");
  // What may be written from right to left has an element of its own.
  const own = tagName === "bdi" ? path : `${path}/${tagName}${attributes}`;
  if (own !== path && (tagName !== "code" || attributes !== "")) found.elements.push(own);
  const within = { path: own, isCode: isCode || tagName === "code" || tagName === "pre" };
  for (const child of node.childNodes) collect(child, within, found);
}

/**
 * What ordinary words can never be taken for: nothing outside of code is markup, a link, a mention
 * or a reference.
 */
export function expectNothingOpen({ open, code, comments }: Anatomy): void {
  expect(comments).toBe(0);
  const own = open.replaceAll(/\[!(?:CAUTION|WARNING|NOTE)\]/g, "");
  expect(own).not.toMatch(
    /[@#<>*_[\]|\\~$^{}`&]|:\w+:|:\/\/|www\.|[0-9a-f]{7}|\w\.\w|[A-Z]-[0-9]/i,
  );
  const controls =
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028\u202a-\u202e]|\p{Surrogate}/u;
  expect(open + code.join("")).not.toMatch(controls);
}
