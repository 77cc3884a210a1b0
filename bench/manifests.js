/**
 * The files of a game as a person would have written them: chapters of ten quests, comments, plain,
 * quoted, folded and literal texts, lists and data in flow style, conditions in block style, and
 * definitions in the place of references.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const QUESTS_IN_A_CHAPTER = 10;
const SCHEMA = "# yaml-language-server: $schema=../../schemas/manifest.schema.json\n";
/** Which lists share a file. */
const FILES = {
  "actions.yaml": ["actions"],
  "criteria.yaml": ["criteria", "criteria_groups"],
  "achievements.yaml": ["rewards", "achievements"],
  "leaderboards.yaml": ["leaderboards"],
};

/**
 * Writes the game's files below a folder.
 *
 * @param {string} folder
 * @param {readonly import("./game.js").Game[]} quests
 * @returns {{ files: number, bytes: number }}
 */
export function writeManifests(folder, quests) {
  let files = 0;
  let bytes = 0;
  for (let first = 0; first < quests.length; first += QUESTS_IN_A_CHAPTER) {
    const chapter = quests.slice(first, first + QUESTS_IN_A_CHAPTER).map(withDefinitionsInPlace);
    const number = String(first / QUESTS_IN_A_CHAPTER + 1).padStart(4, "0");
    for (const [name, lists] of Object.entries(FILES)) {
      const path = join(folder, `chapter-${number}`, name);
      const text = `${SCHEMA}# Chapter ${number}: ${lists.join(" and ")}.\n${lists.map((list) => listText(list, chapter)).join("")}`;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      files += 1;
      bytes += Buffer.byteLength(text);
    }
  }
  return { files, bytes };
}

/** The last achievement holds its group, and the group its criterion: nothing else uses them. */
function withDefinitionsInPlace(quest) {
  const criteria = quest.criteria.slice(0, -1);
  const criteria_groups = quest.criteria_groups.slice(0, -1);
  const group = { ...quest.criteria_groups.at(-1), criteria: [quest.criteria.at(-1)] };
  const achievements = [
    ...quest.achievements.slice(0, -1),
    { ...quest.achievements.at(-1), custom_criteria_group_id: group },
  ];
  return { ...quest, criteria, criteria_groups, achievements };
}

function listText(list, chapter) {
  const quests = chapter.map((quest) => {
    const [first] = quest[list];
    const title = `  # ${first.name}\n`;
    return `${title}${quest[list].map((resource) => `${itemText(resource, "  ")}\n`).join("")}`;
  });
  return `\n${list}:\n${quests.join("\n")}`;
}

/** A block mapping as an item of a block list. */
function itemText(resource, indent) {
  const lines = Object.entries(resource).map(
    ([key, value]) => `${key}:${valueText(key, value, `${indent}  `)}`,
  );
  return `${indent}- ${lines.join(`\n${indent}  `)}`;
}

/** The text after the colon, with the space or the line break before it. */
function valueText(key, value, indent) {
  if (typeof value === "string") return stringText(value, `${indent}  `);
  if (key === "custom_data") return ` ${flowText(value)}`;
  if (Array.isArray(value) && value.some((each) => typeof each === "object")) {
    return `\n${value.map((each) => itemText(each, `${indent}  `)).join("\n")}`;
  }
  if (Array.isArray(value)) return ` ${flowText(value)}`;
  if (typeof value !== "object") return ` ${value}`;
  const lines = Object.entries(value).map(
    ([inner, each]) => `${inner}:${valueText(inner, each, `${indent}  `)}`,
  );
  return `\n${indent}  ${lines.join(`\n${indent}  `)}`;
}

function stringText(text, indent) {
  if (text.includes("\n")) return ` |-\n${text.replaceAll(/^/gm, indent)}`;
  if (text.length > 100) return ` >-\n${wrapped(text, 90, indent)}`;
  return ` ${isPlain(text) ? text : JSON.stringify(text)}`;
}

function wrapped(text, width, indent) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.map((line) => `${indent}${line}`).join("\n");
}

function flowText(value) {
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value).map(([key, each]) => `${key}: ${flowText(each)}`);
    return `{ ${members.join(", ")} }`;
  }
  return typeof value === "string" && !/^[a-z][\w.-]*$/i.test(value)
    ? JSON.stringify(value)
    : String(value);
}

function isPlain(text) {
  return /^[a-z]/i.test(text) && !/: | #|[{}[\]]/.test(text);
}
