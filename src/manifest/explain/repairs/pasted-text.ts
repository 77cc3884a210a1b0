/** Signs that come with text that was copied from elsewhere. */
import { UNSEEN, unseenHelp } from "../../../ground/invisible-characters.ts";
import { type BrokenLines, linesNear, type Repair } from "./repair.ts";

/** Finds characters near the mistake that look like spaces or like nothing. */
export function replaceUnseen(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 1, 1).flatMap((line) => {
    const { text = "" } = broken.lines[line] ?? {};
    const found = [...text.matchAll(new RegExp(UNSEEN, "g"))].map(({ 0: character, index }) => {
      const [help = ""] = unseenHelp(character);
      const edit = { line, start: index, end: index + 1, text: help.endsWith("delete it") ? "" : " " };
      return { help, edit };
    });
    const [first] = found;
    if (first === undefined) return [];
    const { text: _, ...place } = first.edit;
    const label = "YAML does not read this as a space";
    const all: Repair = { place, label, help: first.help, edits: found.map(({ edit }) => edit) };
    return [all, ...found.map(({ help, edit }): Repair => ({ place: edit, label, help, edits: [edit] }))];
  });
}

/** Finds the fences of a piece of Markdown. */
export function deleteFences({ lines }: BrokenLines): readonly Repair[] {
  const fences = lines.flatMap(({ text }, line) =>
    /^\s*```/.test(text) ? [{ line, start: 0, end: text.length }] : [],
  );
  const [first] = fences;
  if (first === undefined) return [];
  const help = "delete the lines that begin with ```";
  const edits = fences.map((piece) => ({ ...piece, text: "" }));
  return [{ place: first, label: "this belongs to Markdown", help, edits }];
}

/** Finds the signs of a diff, or numbers of lines, at the beginning of all lines. */
export function deletePrefixes({ lines }: BrokenLines): readonly Repair[] {
  const written = lines.flatMap(({ text }, line) => (text.trim() === "" ? [] : [{ line, text }]));
  const forms = [
    { pattern: /^\+/, label: "this is the sign of a diff", help: "delete the + at the beginning of each line" },
    { pattern: /^\s*\d+[:|]? /, label: "this is the number of a line", help: "delete the number of each line" },
  ];
  return forms.flatMap(({ pattern, label, help }) => {
    const edits = written.flatMap(({ line, text }) => {
      const [prefix] = pattern.exec(text) ?? [];
      return prefix === undefined ? [] : [{ line, start: 0, end: prefix.length, text: "" }];
    });
    const [place] = edits;
    return place === undefined || edits.length < written.length ? [] : [{ place, label, help, edits }];
  });
}
