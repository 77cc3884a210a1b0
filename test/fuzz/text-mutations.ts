/** Changes of texts and bytes: of YAML by its lines, its indentation and its signs, and of anything by its characters. */
import { NASTY_TEXTS } from "./nasty.ts";
import type { Random } from "./random.ts";

const SIGNS: readonly string[] = [
  ..."- |: |:|? |{|}|[|]|,|\"|'|#| #|&a |*a|&a [*a]|!!str |!!binary |!tag |!<tag:yaml.org,2002:int> ".split("|"),
  ...["|\n", ">+9\n", "|-\n  ", "<<: *a\n", "---\n", "...\n", "%YAML 1.1\n---\n", "%TAG ! tag:a,2000:\n---\n"],
  ...["\t", "\r", "\n", "\n\n", "  ", "\u00a0", "\u0000", "\ufeff", "\u2028", "\u0085", "\\", "\\u", "\\x0"],
  ...["__proto__: { polluted: true }\n", "constructor: 1\n"],
  ...".inf .nan 0o17 0x7fffffffffffffffff 12:30:45 2030-01-01 yes ~ @ % `".split(" "),
];

/** The text after so many changes. `donors`: texts of which pieces are taken over. */
export function mutatedText(text: string, changes: number, donors: readonly string[], random: Random): string {
  let changed = text;
  for (let change = 0; change < changes; change += 1) {
    changed = random.chance(0.6) ? mutatedLines(changed, donors, random) : mutatedPlace(changed, donors, random);
  }
  return changed;
}

function mutatedLines(text: string, donors: readonly string[], random: Random): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const line = lines[at] ?? "";
  const length = 1 + random.below(Math.min(8, lines.length - at));
  const blank = /^ */.exec(line)?.[0] ?? "";
  const change = (to: readonly string[], taken = 1): string => lines.toSpliced(at, taken, ...to).join("\n");
  switch (random.below(12)) {
    case 0:
      return change([], length);
    case 1:
      return change([...lines.slice(at, at + length), ...lines.slice(at, at + length)], length);
    case 2:
      return change([`${" ".repeat(1 + random.below(4))}${line}`]);
    case 3:
      return change([line.replace(/^ {1,2}/, "")]);
    case 4:
      return change([line.replace(/(:|-) +\S.*$/, (_, sign: string) => `${sign} ${scalar(random)}`)]);
    case 5:
      return change([
        line.replace(/[\w-]{1,40}(?=:)/, (name) => random.pick([`${name}s`, "custom_id", "__proto__", "name"])),
      ]);
    case 6:
      return change([`${blank}${random.pick(random.pick(donors).split("\n")).trimStart()}`, line]);
    case 7:
      return change(random.pick(donors).split("\n").slice(0, 12));
    case 8:
      return change([line.replace(/^ +/, "\t")]);
    case 9:
      return lines.join(random.pick(["\r\n", "\r", "\n\n"]));
    case 10:
      return change(lines.slice(at, at + length).reverse(), length);
    default: {
      const times = random.chance(0.05) ? 3000 : random.below(5);
      const block = lines.slice(at, at + length);
      return block.join("").length * times > 500_000 ? text : change(Array.from({ length: times }, () => block).flat());
    }
  }
}

function scalar(random: Random): string {
  const text = random.pick(NASTY_TEXTS);
  return random.pick([text, JSON.stringify(text), `'${text}'`, `[${text}]`, `{ ${text}: ${text} }`, `|\n    ${text}`]);
}

function mutatedPlace(text: string, donors: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const length = random.below(random.chance(0.2) ? text.length - at + 1 : Math.min(6, text.length - at + 1));
  const put = (piece: string): string => `${text.slice(0, at)}${piece}${text.slice(at + length)}`;
  switch (random.below(8)) {
    case 0:
      return put("");
    case 1:
      return text.slice(0, at);
    case 2:
      return put(String.fromCharCode(random.below(random.chance(0.5) ? 128 : 0xffff)));
    case 3:
      return `\ufeff${text}`;
    case 4: {
      const donor = random.pick(donors);
      const from = random.below(donor.length + 1);
      return put(donor.slice(from, from + random.below(200)));
    }
    default:
      return put(`${random.pick(SIGNS)}${random.chance(0.3) ? text.slice(at, at + length) : ""}`);
  }
}

/** The bytes after so many changes that take no heed of what they mean. */
export function mutatedBytes(bytes: Buffer, changes: number, random: Random): Buffer {
  let changed = Buffer.from(bytes);
  for (let change = 0; change < changes; change += 1) {
    const at = random.below(changed.length + 1);
    const piece = Buffer.from(Array.from({ length: random.below(4) }, () => random.below(256)));
    switch (random.below(4)) {
      case 0:
        if (at < changed.length) changed[at] = random.below(256);
        break;
      case 1:
        changed = changed.subarray(0, at);
        break;
      default:
        changed = Buffer.concat([changed.subarray(0, at), piece, changed.subarray(at + random.below(3))]);
    }
  }
  return changed;
}
