/** Aliases whose value would change along with the value that they repeat. */
import type { Json } from "../model/json.ts";
import { type EditedFile, innerPlaces, isSame, type ValuePlace } from "../text/places.ts";
import { slotsOf } from "../text/tokens.ts";

/** An alias that is to be replaced by its value. */
interface BrokenAlias {
  readonly place: ValuePlace;
  readonly target: Json;
  /** The anchor that the value gets, for the aliases behind it. */
  readonly anchor?: string;
}

interface Anchored {
  /** What the value is to be; undefined if it goes. */
  readonly target: Json | undefined;
  readonly aliases: { readonly place: ValuePlace; readonly target: Json }[];
}

/** The aliases of a document that would mean something else. Of those with one value, the first becomes what the others repeat. */
export function brokenAliases(root: ValuePlace, target: Json, file: EditedFile): readonly BrokenAlias[] {
  if (!/\*[^\s,[\]{}]/.test(file.source.text)) return [];
  const anchored: Anchored[] = [];
  collect(root, target, file, new Map(), anchored);
  return anchored.flatMap(({ target: value, aliases }) => {
    const broken = aliases.filter((each) => value === undefined || !isSame(each.target, value));
    const [first] = broken;
    if (first === undefined) return [];
    const isOne = broken.length === aliases.length && broken.every((each) => isSame(each.target, first.target));
    if (!isOne || broken.length === 1) return broken;
    const { value: token } = first.place;
    return [{ ...first, anchor: token?.type === "alias" ? `&${token.source.slice(1)}` : "" }];
  });
}

/** In the order of the text. `names`: the anchors that aliases further on mean. */
function collect(
  place: ValuePlace,
  target: Json | undefined,
  file: EditedFile,
  names: Map<string, Anchored>,
  all: Anchored[],
): void {
  const { value, props } = place;
  if (value?.type === "alias") {
    if (target !== undefined) names.get(value.source.slice(1))?.aliases.push({ place, target });
    return;
  }
  const anchor = props.find(({ type }) => type === "anchor");
  if (anchor !== undefined) {
    const own: Anchored = { target, aliases: [] };
    names.set(anchor.source.slice(1), own);
    all.push(own);
  }
  const inner = target === undefined ? undefined : innerPlaces(place, target, file);
  if (inner !== undefined) {
    for (const each of inner) if (each.place !== undefined) collect(each.place, each.target, file, names, all);
    return;
  }
  // All of it goes, with the anchors in it.
  if (value === undefined) return;
  for (const slot of slotsOf(value))
    collect({ ...slot, part: place.part, style: "inline" }, undefined, file, names, all);
}
