/** Recognises placeholders for texts. */

interface Unwritten {
  /** What is wrong with the text, such as "has a note to do". */
  readonly text: string;
  /** Whether it looks like an id, or a key of translations. */
  readonly isKey: boolean;
  /** A key in capitals: no id of laurel's looks like that by chance. */
  readonly isShouted: boolean;
  /** Whether a game may fill in or translate all of its texts that way. */
  readonly isMeantOften: boolean;
}

const NOTES = [
  /^\W*(?:TO-?DO|FIX-?ME|TBD|TBA)\W*$/i,
  /\b(?:TO-?DO|FIX-?ME)\s*[:(\-–—]/,
  /^(?:to-?do|fix-?me|tbd)\s*[:\-–—]/i,
  /[([]\s*(?:(?:text|name|description)\s+)?(?:to-?do|fix-?me|tbd|tba)\b/i,
  /\bto be (?:written|translated|filled in|defined|decided)\b/i,
];
const FILLERS = [
  /\blorem ipsum\b/i,
  /^(?:asdf\w*|qwert\w*|foo|foo bar|blah(?: blah)*|n\/a|placeholder(?: text)?|dummy(?: text)?|change ?me)\W*$/i,
  /^(?:enter|insert|add|write) (?:a |the |your )?(?:name|description|text|title)(?: here)?\W*$/i,
  /^(?:(?:achievement|reward|leaderboard) )?(?:name|description|title)(?: here)?$/i,
  /^(?:new|untitled|unnamed|copy of)(?: (?:achievement|reward|leaderboard|action|criterion|criteria group|item))?(?: ?[(#]?\d+\)?)?$/i,
];
const PLACEHOLDERS = [
  /\$?\{\{?\s?[\w.]+\s?\}?\}/,
  /(?<![%\p{L}\d])%(?:\d+\$)?[dsif@](?![\p{L}])/u,
  /<(?:name|count|number|amount|value|player|n|x)>/i,
  /\[(?:name|count|number|amount|value|player|insert[^\]]*)\]/i,
];

/** Why the text is none; undefined where it may be one. */
export function whyUnwritten(text: string): Unwritten | undefined {
  const trimmed = text.trim();
  const found = (what: string, more: Partial<Unwritten> = {}): Unwritten => ({
    ...{ text: what, isKey: false, isShouted: false, isMeantOften: false },
    ...more,
  });
  // In a text of capitals alone, it is a word of other languages.
  const hasNote = NOTES.some((note) => note.test(trimmed)) || (/\bTO-?DO\b/.test(trimmed) && /\p{Ll}/u.test(trimmed));
  if (hasNote) return found("has a note to do");
  if (FILLERS.some((filler) => filler.test(trimmed))) return found("is filler");
  // Braces with spaces inside are prose, or a face.
  const placeholder = PLACEHOLDERS.map((form) => form.exec(trimmed)?.[0]).find(
    (each) => each !== undefined && !/^\{\s|\s\}$/.test(each),
  );
  if (placeholder !== undefined) return found(`has a placeholder, ${placeholder}`, { isMeantOften: true });
  const isShouted = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(trimmed);
  const segments = trimmed.split(/[_.]/);
  // S.T.A.R. is a name.
  const isDotted =
    /^[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9]+){2,}$/.test(trimmed) && segments.some((segment) => segment.length > 1);
  const isKey = isShouted || isDotted || /^[a-z]+(?:_[a-z]+)*_\d+$/.test(trimmed);
  return isKey ? found("is an id", { isKey: true, isShouted, isMeantOften: true }) : undefined;
}
