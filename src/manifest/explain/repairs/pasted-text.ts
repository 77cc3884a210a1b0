/** Removes signs that are copied together with a text. */
import { UNSEEN, unseenHelp } from "../../../ground/invisible-characters.ts";
import { type BrokenLines, linesNear, type Repair } from "./repair.ts";

/** Replaces invisible characters near the mistake. */
export function replaceUnseen(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 1, 1).flatMap((line) => {
    const { text = "" } = broken.lines[line] ?? {};
    const found = [...text.matchAll(new RegExp(UNSEEN, "g"))].map(({ 0: character, index }) => {
      const [help = ""] = unseenHelp(character);
      const edit = {
        line,
        start: index,
        end: index + 1,
        text: help.endsWith("delete it") ? "" : " ",
      };
      return { help, edit };
    });
    const [first] = found;
    if (first === undefined) return [];
    const { text: _, ...place } = first.edit;
    const label = "YAML does not read this as a space";
    const all: Repair = { place, label, help: first.help, edits: found.map(({ edit }) => edit) };
    return [
      all,
      ...found.map(({ help, edit }): Repair => ({ place: edit, label, help, edits: [edit] })),
    ];
  });
}

/** Deletes the fences of a piece of Markdown. */
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

/** Deletes the `+` of a diff at the beginning of all lines. */
export function deleteDiffSigns(broken: BrokenLines): readonly Repair[] {
  const help = "delete the + at the beginning of each line";
  return deletePrefixes(broken, /^\+/, { label: "this is the sign of a diff", help });
}

/** Deletes the numbers at the beginning of all lines. */
export function deleteLineNumbers(broken: BrokenLines): readonly Repair[] {
  const words = { label: "this is the number of a line", help: "delete the number of each line" };
  return deletePrefixes(broken, /^\s*\d+[:|]? /, words);
}

function deletePrefixes(
  { lines }: BrokenLines,
  prefix: RegExp,
  words: Pick<Repair, "label" | "help">,
) {
  const written = lines.flatMap(({ text }, line) => (text.trim() === "" ? [] : [{ line, text }]));
  const edits = written.flatMap(({ line, text }) => {
    const [found] = prefix.exec(text) ?? [];
    return found === undefined ? [] : [{ line, start: 0, end: found.length, text: "" }];
  });
  const [place] = edits;
  return place === undefined || edits.length < written.length ? [] : [{ place, ...words, edits }];
}
