/**
 * The form of templates for `laurel codegen`: a part of Mustache. `{{name}}` is a value, `{{#name}}…{{/name}}` is there once
 * for each member of a list or if there is a value, `{{^name}}…{{/name}}` is there if there is none, `{{! … }}` is a comment.
 * A section's tag or a comment that stands alone on its line takes the line with it. Nothing is escaped: values come
 * harmless. Other than in Mustache, a name that nothing has is a mistake, and mistakes have places.
 */
import { type SourceText, spanBetween } from "../../manifest/parts.ts";
import { problemAt } from "../../manifest/problem.ts";
import type { Checked, Diagnostic } from "../../model/diagnostics.ts";
import { didYouMean } from "../../model/nearest.ts";

/** The names that a template may use: `text` for a value, an object for a list whose members have those names, too. */
export interface Vocabulary {
  readonly [name: string]: "text" | Vocabulary;
}

/** What the names stand for. No text, `false` and an empty list are nothing. */
export interface Values {
  readonly [name: string]: string | boolean | readonly Values[];
}

type Node = string | { readonly value: string } | Section;

interface Section {
  readonly section: string;
  /** Whether it is there when there is nothing. */
  readonly isInverted: boolean;
  readonly nodes: readonly Node[];
}

/** A template without mistakes. */
export interface Template {
  readonly nodes: readonly Node[];
}

interface Open {
  readonly section?: { readonly name: string; readonly isInverted: boolean; readonly at: Tag };
  readonly known: Vocabulary;
  readonly nodes: Node[];
}

interface Tag {
  readonly start: number;
  readonly end: number;
}

const TAG = /\{\{([#^/!]?)(.*?)\}\}/gs;
const REST_OF_LINE = /[ \t]*(?:\r?\n|$)/y;
/** Sections within each other. */
const DEEPEST = 30;

/** Reads a template. Every mistake is told. */
export function parseTemplate(source: SourceText, vocabulary: Vocabulary): Checked<Template> {
  const { text } = source;
  const diagnostics: Diagnostic[] = [];
  const wrong = ({ start, end }: Tag, label: string, help: readonly string[] = []): void => {
    diagnostics.push(problemAt("invalid-template", spanBetween(source, start, end), label, { help }));
  };
  const open: [Open, ...Open[]] = [{ known: vocabulary, nodes: [] }];
  const innermost = (): Open => open.at(-1) ?? open[0];
  let from = 0;
  // Behind the last end of a tag, none can be found: looking for it from each "{{" would take forever.
  for (const match of text.slice(0, text.lastIndexOf("}}") + 2).matchAll(TAG)) {
    const [whole, sign = "", inner = ""] = match;
    const tag = { start: match.index, end: match.index + whole.length };
    const taken = sign === "" ? tag : (lineOf(tag) ?? tag);
    addText(text.slice(from, taken.start), from);
    from = taken.end;
    if (sign === "!") continue;
    const name = inner.trim();
    if (sign === "/") close(name, tag);
    else use(name, sign, tag);
  }
  addText(text.slice(from), from);
  for (const { section } of open.slice(1)) if (section !== undefined) wrong(section.at, "this section is not closed");
  return diagnostics.length > 0 ? { diagnostics } : { value: { nodes: open[0].nodes }, diagnostics };

  /** The whole line, where the tag stands alone on it. */
  function lineOf({ start, end }: Tag): Tag | undefined {
    const before = text.slice(from, start);
    const beginning = from + before.lastIndexOf("\n") + 1;
    const isBeginning = beginning > from || from === 0 || text[from - 1] === "\n";
    if (!isBeginning || /[^ \t]/.test(text.slice(beginning, start))) return undefined;
    REST_OF_LINE.lastIndex = end;
    return REST_OF_LINE.test(text) ? { start: beginning, end: REST_OF_LINE.lastIndex } : undefined;
  }

  function addText(plain: string, at: number): void {
    const stray = plain.indexOf("{{");
    if (stray !== -1)
      wrong({ start: at + stray, end: at + stray + 2 }, "this tag is not closed; add }} after the name");
    if (plain !== "") innermost().nodes.push(plain);
  }

  function use(name: string, sign: string, tag: Tag): void {
    const { known, nodes } = innermost();
    const found = Object.hasOwn(known, name) ? known[name] : undefined;
    if (found === undefined) {
      const help = [...didYouMean(name, Object.keys(known)), `known here: ${Object.keys(known).join(", ")}`];
      wrong(tag, name === "" ? "a tag needs a name" : `unknown name "${name}"`, help);
    } else if (sign === "" && found !== "text") {
      wrong(tag, `"${name}" is a list; write {{#${name}}} … {{/${name}}}`);
    } else if (sign === "#" && found !== "text" && open.some(({ section }) => isListOf(section, name))) {
      wrong(tag, `"${name}" is already open, and its members have no such list`);
    } else if (sign !== "" && open.length > DEEPEST) {
      if (open.length === DEEPEST + 1) wrong(tag, `sections may be nested at most ${DEEPEST} deep`);
    }
    if (sign === "") {
      nodes.push({ value: name });
      return;
    }
    const isInverted = sign === "^";
    // Names of what is around can be used inside of a list. In an unknown one, only that it is unknown is told.
    const inner = found === undefined || found === "text" || isInverted ? known : { ...known, ...found };
    open.push({ section: { name, isInverted, at: tag }, known: inner, nodes: [] });
  }

  function close(name: string, tag: Tag): void {
    const { section, nodes } = innermost();
    if (section === undefined) {
      wrong(tag, "no section is open here");
      return;
    }
    if (section.name !== name) wrong(tag, `expected {{/${section.name}}}, because that section is open`);
    open.pop();
    innermost().nodes.push({ section: section.name, isInverted: section.isInverted, nodes });
  }
}

function isListOf(section: Open["section"], name: string): boolean {
  return section?.name === name && !section.isInverted;
}

/** The text that the template makes of the values. */
export function renderTemplate({ nodes }: Template, values: Values): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if ("value" in node) return String(values[node.value] ?? "");
      return renderSection(node, values);
    })
    .join("");
}

function renderSection({ section, isInverted, nodes }: Section, values: Values): string {
  const value = values[section] ?? false;
  const members = typeof value === "object" ? value : value === "" || value === false ? [] : [values];
  if (isInverted) return members.length === 0 ? renderTemplate({ nodes }, values) : "";
  return members.map((member) => renderTemplate({ nodes }, { ...values, ...member })).join("");
}
