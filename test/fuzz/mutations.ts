/**
 * Changes of JSON by its structure, of YAML by its lines, indentation and signs, and of anything by
 * its characters and bytes.
 */
import { isJsonObject, type Json } from "../../src/ground/json.ts";
import { NASTY_TEXTS, nastyValue } from "./nasty.ts";
import type { Random } from "./random.ts";

type Holder = Json[] | Record<string, Json>;

/** A value somewhere in another one. */
interface Place {
  readonly value: Json;
  readonly name: string | number;
  readonly within: Holder;
}

/** So many places are looked at: enough to reach everything of a file that people write. */
const MOST_PLACES = 5000;

/** A copy with so many changes. `donors`: other values, of which pieces are taken over. */
export function mutatedJson(
  value: Json,
  changes: number,
  donors: readonly Json[],
  random: Random,
): Json {
  const root: Record<string, Json> = { root: structuredClone(value) };
  for (let change = 0; change < changes; change += 1) {
    const places = placesIn(root);
    if (places.length === 0) root.root = nastyValue(random);
    else mutatePlace(random.pick(places), { places, donors, random });
  }
  return root.root ?? null;
}

function placesIn(root: Holder): readonly Place[] {
  const places: Place[] = [];
  const open = [root];
  for (
    let within = open.pop();
    within !== undefined && places.length < MOST_PLACES;
    within = open.pop()
  ) {
    for (const [name, value] of Object.entries(within)) {
      places.push({ value, name: Array.isArray(within) ? Number(name) : name, within });
      if (typeof value === "object" && value !== null) open.push(value as Holder);
    }
  }
  return places;
}

interface Supply {
  readonly places: readonly Place[];
  readonly donors: readonly Json[];
  readonly random: Random;
}

function mutatePlace({ within, name, value }: Place, { places, donors, random }: Supply): void {
  // `__proto__` becomes a member like any other, as `JSON.parse` makes it.
  const set = (holder: Holder, key: string | number, member: Json): void => {
    const copy = structuredClone(member);
    Object.defineProperty(holder, key, {
      value: copy,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  };
  const remove = (): void => {
    if (Array.isArray(within)) within.splice(Number(name), 1);
    else delete within[name];
  };
  const other = random.pick(places);
  const times =
    random.chance(0.03) && JSON.stringify(value).length < 2000 ? 2000 : 1 + random.below(4);
  const alike = places.filter((place) => typeof place.value === typeof value);
  random.pick([
    remove,
    () => set(within, name, nastyValue(random)),
    () => set(within, name, nastyValue(random)),
    () =>
      set(
        within,
        name,
        random.pick([JSON.stringify(value), [value], { value }, [value, value], typeof value]),
      ),
    () => set(within, name, random.pick(placesIn({ root: random.pick(donors) })).value),
    // Text for text makes references lead elsewhere, and closes circles.
    () => set(within, name, random.pick(alike).value),
    () => set(within, name, random.pick(alike).value),
    () => {
      remove();
      if (!Array.isArray(within))
        set(within, random.chance(0.5) ? other.name : random.pick(NASTY_TEXTS), value);
    },
    () => {
      if (!Array.isArray(within)) set(within, `${name}${times}`, value);
      else
        within.splice(
          Number(name),
          0,
          ...Array.from({ length: times }, () => structuredClone(value)),
        );
    },
    () => {
      if (Array.isArray(within)) return void within.reverse();
      for (const [key, member] of Object.entries(within).reverse()) {
        delete within[key];
        set(within, key, member);
      }
    },
    () => {
      if (Array.isArray(value)) value.push(structuredClone(other.value));
      else if (isJsonObject(value)) set(value as Holder, String(other.name), other.value);
    },
  ])();
}

const SIGNS: readonly string[] = [
  ..."- |: |:|? |{|}|[|]|,|\"|'|#| #|&a |*a|&a [*a]|!!str |!!binary |!tag |!<tag:yaml.org,2002:int> ".split(
    "|",
  ),
  ...[
    "|\n",
    ">+9\n",
    "|-\n  ",
    "<<: *a\n",
    "---\n",
    "...\n",
    "%YAML 1.1\n---\n",
    "%TAG ! tag:a,2000:\n---\n",
  ],
  ...[
    "\t",
    "\r",
    "\n",
    "\n\n",
    "  ",
    "\u00a0",
    "\u0000",
    "\ufeff",
    "\u2028",
    "\u0085",
    "\\",
    "\\u",
    "\\x0",
  ],
  ...["__proto__: { polluted: true }\n", "constructor: 1\n"],
  ...".inf .nan 0o17 0x7fffffffffffffffff 12:30:45 2030-01-01 yes ~ @ % `".split(" "),
];

/** The text after so many changes. `donors`: texts of which pieces are taken over. */
export function mutatedText(
  text: string,
  changes: number,
  donors: readonly string[],
  random: Random,
): string {
  let changed = text;
  for (let change = 0; change < changes; change += 1)
    changed = random.chance(0.6)
      ? mutatedLines(changed, donors, random)
      : mutatedSigns(changed, donors, random);
  return changed;
}

function mutatedLines(text: string, donors: readonly string[], random: Random): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const line = lines[at] ?? "";
  const block = lines.slice(at, at + 1 + random.below(8));
  const blank = /^ */.exec(line)?.[0] ?? "";
  const donor = random.pick(donors).split("\n");
  const times = random.chance(0.05) && block.join("").length < 150 ? 3000 : random.below(5);
  const word = random.pick(NASTY_TEXTS);
  const scalar = random.pick([
    word,
    JSON.stringify(word),
    `'${word}'`,
    `[${word}]`,
    `{ ${word}: ${word} }`,
    `|\n  ${word}`,
  ]);
  const name = random.pick(["custom_id", "__proto__", "name", "nmae"]);
  const change = (to: readonly string[], taken = 1): string =>
    lines.toSpliced(at, taken, ...to).join("\n");
  return random.pick([
    () => change([`${" ".repeat(1 + random.below(4))}${line}`]),
    () => change([line.replace(/^ {1,2}/, "")]),
    () => change([line.replace(/(:|-) +\S.*$/, (_, sign: string) => `${sign} ${scalar}`)]),
    () => change([line.replace(/[\w-]{1,40}(?=:)/, name)]),
    () => change([`${blank}${random.pick(donor).trimStart()}`, line]),
    () => change(donor.slice(0, 12)),
    () => change([line.replace(/^ +/, "\t")]),
    () => lines.join(random.pick(["\r\n", "\r", "\n\n"])),
    () => change(block.toReversed(), block.length),
    () => change(Array.from({ length: times }, () => block).flat(), block.length),
  ])();
}

function mutatedSigns(text: string, donors: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const length = random.below(random.chance(0.2) ? text.length - at + 1 : 6);
  const put = (piece: string): string => `${text.slice(0, at)}${piece}${text.slice(at + length)}`;
  const sign = `${random.pick(SIGNS)}${random.chance(0.3) ? text.slice(at, at + length) : ""}`;
  const donor = random.pick(donors);
  const from = random.below(donor.length + 1);
  const character = String.fromCharCode(random.below(random.chance(0.5) ? 128 : 0xffff));
  const pieces = [
    put(sign),
    put(sign),
    put(""),
    put(character),
    put(donor.slice(from, from + random.below(200))),
  ];
  return random.pick([...pieces, text.slice(0, at), `\ufeff${text}`]);
}

/** The bytes after so many changes that take no heed of what they mean. */
export function mutatedBytes(bytes: Buffer, changes: number, random: Random): Buffer {
  let changed = bytes;
  for (let change = 0; change < changes; change += 1) {
    const at = random.below(changed.length + 1);
    const piece = Buffer.from(Array.from({ length: random.below(4) }, () => random.below(256)));
    const rest = random.chance(0.25) ? Buffer.alloc(0) : changed.subarray(at + random.below(3));
    changed = Buffer.concat([changed.subarray(0, at), piece, rest]);
  }
  return changed;
}
