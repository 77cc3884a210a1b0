/**
 * Comments at every place where YAML allows one: after edits of any values, each comment about what
 * stays is there once, each about what is deleted is gone, and lines about nothing that changed are
 * as they were.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { itemsOf as placesOf } from "../../src/edit/items.ts";
import { Edited, type ItemChange, type NewValue, plainValue } from "../../src/edit/new-values.ts";
import { rewriteText } from "../../src/edit/rewrite.ts";
import type { Json } from "../../src/ground/json.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { type Part, partsIn } from "../../src/manifest/parts.ts";
import { ofRuns, runs } from "../support/runs.ts";
import { type Choose, choicesOf } from "./random-layout.ts";

/** A value in a document. `about` is the place of a comment, by the number in it. */
type Tree =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "list"; readonly items: readonly Tree[] }
  | { readonly type: "map"; readonly items: readonly (readonly [key: string, value: Tree])[] };

interface Writer {
  readonly choose: Choose;
  /** By the number of a comment: the way to the value that it is about. */
  readonly about: Map<number, string>;
  /** By word of a block: the way to its value, or to the value of its key. */
  readonly places: Map<string, string>;
  anchors: number;
  words: number;
}

function word(writer: Writer): string {
  writer.words += 1;
  return `w${writer.words}`;
}

function tree(writer: Writer, depth: number): Tree {
  const { choose } = writer;
  const sort = depth === 0 ? 0 : choose(4);
  if (sort < 2 && depth < 3) {
    const words = [word(writer), ...(choose(3) === 0 ? [word(writer), word(writer)] : [])];
    return { type: "text", text: words.join(choose(4) === 0 ? "\n" : " ") };
  }
  const count = choose(4) === 0 ? 0 : 1 + choose(3);
  if (sort === 2 && depth < 3)
    return { type: "list", items: Array.from({ length: count }, () => tree(writer, depth - 1)) };
  const size = depth === 3 ? 1 + count : count;
  return {
    type: "map",
    items: Array.from({ length: size }, () => [word(writer), tree(writer, depth - 1)] as const),
  };
}

const STRANGE = ["", "", "", " a\u2028b", " #", " a: b", " [x", "\u0085", " 'q"];

function comment(writer: Writer, path: string): string {
  const number = writer.about.size + 1;
  writer.about.set(number, path);
  return `# c${number}.${STRANGE[writer.choose(STRANGE.length)]}`;
}

/** A comment on the line of a value, or none. */
function after(writer: Writer, path: string): string {
  return writer.choose(3) === 0 ? ` ${comment(writer, path)}` : "";
}

/** Comments on lines of their own, or none. */
function lines(writer: Writer, path: string, pad: string): string {
  if (writer.choose(4) !== 0) return "";
  const blank = writer.choose(5) === 0 ? "\n" : "";
  return `${pad}${comment(writer, path)}\n${blank}${blank === "" && writer.choose(4) === 0 ? `${pad}${comment(writer, path)}\n` : ""}`;
}

/** Items of a block collection, each on lines of its own. */
function block(value: Tree, path: string, pad: string, writer: Writer): string {
  if (value.type === "text") return "";
  return value.items
    .map((item, index) => {
      const isPair = Array.isArray(item);
      const inner = (isPair ? item[1] : item) as Tree;
      const own = `${path}/${index}`;
      // A comment above a blank line is about all that follows, and stays with the collection.
      const above = writer.choose(4) === 0 ? `${pad}${comment(writer, own)}\n` : "";
      if (isPair) writer.places.set(item[0] as string, own);
      const head = isPair ? keyIn(item[0] as string, pad, writer) : "-";
      return `${index > 0 && writer.choose(5) === 0 ? "\n" : ""}${above}${pad}${head}${valueAfter(inner, own, pad, { writer, isElement: !isPair })}`;
    })
    .join("");
}

/** A key with its colon, at times an explicit one. */
function keyIn(key: string, pad: string, { choose }: Writer): string {
  return choose(9) === 0 ? `? ${key}\n${pad}:` : `${key}:`;
}

/** A comment on the line below a value, or none. */
function deeper(writer: Writer, path: string, pad: string): string {
  return writer.choose(6) === 0 ? `${pad}     ${comment(writer, path)}\n` : "";
}

/** A text after its colon or dash: a block, or words in one of the styles of quotes. */
function textAfter(text: string, path: string, pad: string, writer: Writer): string {
  const { choose } = writer;
  const words = text.split(/[ \n]/);
  for (const each of words) writer.places.set(each, path);
  const isLong = text.includes("\n");
  const sort = choose(6);
  if (isLong || sort === 0) {
    const header = isLong ? ["|-", "|-", "|2-"][choose(3)] : ">-";
    const content = text.split("\n").map((line) => `${pad}  ${line}\n`);
    return ` ${header}${after(writer, path)}\n${content.join("")}`;
  }
  const between = choose(2) === 0 ? `\n${pad}   ` : " ";
  const quote = ["", "'", '"'][choose(3)];
  const start = choose(6) === 0 ? breakBefore(writer, path, pad) : " ";
  const end = `${after(writer, path)}\n${deeper(writer, path, pad)}`;
  return `${start}${quote}${words.join(between)}${quote}${end}`;
}

/** A line break between a key and its value, with comments around it or none. */
function breakBefore(writer: Writer, path: string, pad: string): string {
  const end = after(writer, path);
  const above = writer.choose(3) === 0 ? `${pad}   ${comment(writer, path)}\n` : "";
  return `${end}\n${above}${pad}   `;
}

/** A value after its colon or dash, with the line break at its end. */
function valueAfter(
  value: Tree,
  path: string,
  pad: string,
  { writer, isElement }: { readonly writer: Writer; readonly isElement: boolean },
): string {
  const { choose } = writer;
  writer.anchors += 1;
  const anchor = choose(8) === 0 ? ` &a${writer.anchors}` : "";
  if (value.type === "text") return `${anchor}${textAfter(value.text, path, pad, writer)}`;
  if (value.items.length === 0 || choose(4) === 0)
    return `${anchor} ${flow(value, path, `${pad}  `, writer)}${after(writer, path)}\n${deeper(writer, path, pad)}`;
  if (isElement && value.type === "map" && anchor === "" && choose(2) === 0) {
    const inner = block(value, path, `${pad}  `, writer);
    if (/^ *w/.test(inner)) return ` ${inner.slice(pad.length + 2)}`;
    return `${after(writer, path)}\n${inner}`;
  }
  const isFlush = value.type === "list" && !isElement && choose(3) === 0;
  return `${anchor}${after(writer, path)}\n${block(value, path, isFlush ? pad : `${pad}  `, writer)}`;
}

function flow(value: Tree, path: string, pad: string, writer: Writer): string {
  const { choose } = writer;
  if (value.type === "text")
    return value.text.includes("\n") ? JSON.stringify(value.text) : value.text;
  const [open, close] = value.type === "list" ? "[]" : "{}";
  const inner = value.items.map((item, index) => {
    const isPair = Array.isArray(item);
    return {
      own: `${path}/${index}`,
      text: `${isPair ? `${item[0]}: ` : ""}${flow((isPair ? item[1] : item) as Tree, `${path}/${index}`, `${pad}  `, writer)}`,
    };
  });
  if (choose(2) === 0)
    return `${open}${choose(2) === 0 ? "" : " "}${inner.map(({ text }) => text).join(", ")}${close}`;
  let text = `${open}${after(writer, path)}\n`;
  for (const [index, { own, text: item }] of inner.entries()) {
    const isLast = index === inner.length - 1;
    const above = lines(writer, own, pad).replace("\n\n", "\n");
    const hasComma = !isLast || choose(2) !== 0;
    const before = hasComma && choose(5) === 0 ? ` ${comment(writer, own)}\n${pad}` : "";
    text += `${above}${pad}${item}${before}${hasComma ? "," : ""}${after(writer, own)}\n`;
  }
  return `${text}${lines(writer, path, pad)}${pad}${close}`;
}

/**
 * What becomes of the values: their new places are of no interest, only whether they stay, and
 * whether they change.
 */
interface Edits {
  readonly choose: Choose;
  readonly fate: Map<string, "changed" | "gone" | "moved">;
  readonly moved: Part[];
  next: number;
}

function edited(part: Part, path: string, edits: Edits): NewValue {
  const { choose, fate } = edits;
  if (part.type === "scalar") {
    if (choose(4) !== 0) return part.value;
    fate.set(path, "changed");
    edits.next += 1;
    return choose(4) === 0 ? edits.next : `${["x y z", "x", "l1\nl2"][choose(3)]}${edits.next}`;
  }
  const isMap = part.type === "map";
  const names = isMap ? part.members.map(({ name }) => name) : [];
  const items = partsIn(part).map((inner, index): ItemChange => {
    const own = `${path}/${index}`;
    const name = names[index];
    const isRoot = path === "";
    if (!isRoot && choose(7) === 0) {
      fate.set(own, "gone");
      return { index, name };
    }
    if (!isRoot && inner.type === "map" && partsIn(inner).length > 0 && choose(6) === 0) {
      fate.set(own, "moved");
      edits.moved.push(inner);
      edits.next += 1;
      return isMap ? { index, name, value: `id${edits.next}` } : { index, name };
    }
    return { index, name, value: edited(inner, own, edits) };
  });
  // Its brackets are on the line of its key.
  if (items.every(({ value }) => value === undefined)) fate.set(path, "changed");
  if (choose(3) === 0) {
    edits.next += 1;
    // As `Edited.withMember` does, never before the first key.
    const at = isMap
      ? Math.min(1 + choose(items.length + 1), items.length)
      : choose(items.length + 1);
    const value = [edits.next, [edits.next], { n: edits.next }, "new text", [{ n: "a" }]][
      choose(5)
    ] as Json;
    items.splice(at, 0, isMap ? { name: `n${edits.next}`, value } : { value });
    fate.set(`${path}+`, "changed");
  }
  return new Edited(part, items);
}

/** Whether the value at a path stays, is deleted with one that it is in, or moves. */
function fateOf(path: string, fate: Edits["fate"]): "stays" | "changed" | "gone" | "moved" {
  for (let here = path; here !== ""; here = here.slice(0, here.lastIndexOf("/"))) {
    const own = fate.get(here);
    if (own === "moved") return "moved";
    if (own === "gone") return "gone";
  }
  return fate.get(path) === "changed" ? "changed" : "stays";
}

/** Lines of block collections about values that nothing changes. */
function untouchedLines(text: string, { places }: Writer, fate: Edits["fate"]): readonly string[] {
  const isUntouched = (word: string): boolean => {
    const path = places.get(word);
    if (path === undefined || fateOf(path, fate) !== "stays") return false;
    // The dash of a mapping moves to the first key that is left.
    const [, parent = "", index = "0"] = /^(.*)\/(\d+)$/.exec(path) ?? [];
    return Number(index) === 0 || fate.get(`${parent}/0`) === undefined;
  };
  return text.split(/\r?\n/).filter((line) => {
    const words = line.replace(/#.*$/, "").match(/\bw\d+\b/g) ?? [];
    return (
      words.length > 0 && !/[[\]{},]/.test(line.replace(/# .*$/, "")) && words.every(isUntouched)
    );
  });
}

function withLineEnds(
  written: string,
  { isCrLf, hasEnd }: { readonly isCrLf: boolean; readonly hasEnd: boolean },
): string {
  const whole = hasEnd ? written : written.replace(/\n+$/, "");
  return isCrLf ? whole.replaceAll("\n", "\r\n") : whole;
}

it("comments stay, move and go with the values that they are about", () => {
  const seen = { rounds: 0, comments: 0, gone: 0, moved: 0, lines: 0 };
  const numbers = fc.array(fc.nat({ max: 1000 }), { minLength: 20, maxLength: 80 });
  fc.assert(
    fc.property(numbers, numbers, fc.boolean(), fc.boolean(), (layout, choices, isCrLf, hasEnd) => {
      const choose = choicesOf(layout);
      const writer: Writer = { choose, about: new Map(), places: new Map(), anchors: 0, words: 0 };
      const root: Tree = tree(writer, 3);
      const home: Tree = {
        type: "list",
        items: [{ type: "map", items: [["h", { type: "text", text: "home" }]] }],
      };
      if (root.type !== "map") return;
      const all: Tree = { type: "map", items: [...root.items, ["home", home]] };
      const written = `${lines(writer, "", "")}${block(all, "", "", writer)}${lines(writer, "", "")}`;
      const text = withLineEnds(written, { isCrLf, hasEnd });
      const parsed = parseText("f.yaml", text);
      expect(
        parsed.diagnostics.map(({ detail }) => detail),
        text,
      ).toEqual([]);
      const [document] = parsed.documents as [Part];
      const edits: Edits = { choose: choicesOf(choices), fate: new Map(), moved: [], next: 1000 };
      const target = edited(document, "", edits) as Edited;
      const last = target.items.findLast(({ name }) => name === "home") as ItemChange;
      const homePart = partsIn(document)[last.index as number] as Part;
      const old = last.value instanceof Edited ? last.value : new Edited(homePart);
      const grown = old.withElements(edits.moved.map((part) => new Edited(part)));
      const value = new Edited(
        document,
        target.items.map((item) => (item === last ? { ...item, value: grown } : item)),
      );
      const { source, diagnostics } = rewriteText(
        parsed,
        [value],
        placesOf(new Set(edits.moved), parsed.documents),
      );
      seen.rounds += 1;
      const shown = `${text}\n=====\n${source.text}\n=====\n${JSON.stringify([...edits.fate])}`;
      expect(
        diagnostics.map(({ detail }) => detail),
        `${shown}\n${JSON.stringify(plainValue(value))}`,
      ).toEqual([]);
      expect(parseText("f.yaml", source.text).documents.map(({ value }) => value)).toEqual([
        plainValue(value),
      ]);
      seen.comments += writer.about.size;
      const counts = { stays: 0, changed: 0, gone: 0, moved: 0 };
      for (const [number, path] of writer.about) {
        const count = source.text.split(`# c${number}.`).length - 1;
        const fate = fateOf(path, edits.fate);
        counts[fate] += 1;
        expect(count, `c${number} ${fate} ${path}\n${shown}`).toBe(fate === "gone" ? 0 : 1);
      }
      seen.gone += counts.gone;
      seen.moved += counts.moved;
      const after = new Set(source.text.split(/\r?\n/));
      const lost = untouchedLines(text, writer, edits.fate).filter((line) => !after.has(line));
      seen.lines += untouchedLines(text, writer, edits.fate).length;
      expect(lost, shown).toEqual([]);
    }),
    runs(2000, 200),
  );
  expect(seen.comments).toBeGreaterThan(ofRuns(10_000, 1000));
  expect(Math.min(seen.gone, seen.moved)).toBeGreaterThan(ofRuns(400, 40));
  expect(seen.lines).toBeGreaterThan(ofRuns(4000, 400));
});
