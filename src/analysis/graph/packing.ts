/**
 * Packs rectangles so that all of them together have about the shape of a screen. In: their sizes, in the order in which
 * they are placed. Out: a place for each. Each goes as high as it can, then as far to the left.
 */
import { largest, smallest } from "../../model/collections.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Packed extends Size {
  /** The upper left corners. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

/** The shape that is aimed at: a page on a screen, below its heading. */
const SHAPE: Size = { width: 2, height: 1 };

/** `gap`: the room between two rectangles. */
export function packed(sizes: readonly Size[], gap: number): Packed {
  const widest = largest(
    sizes.map(({ width }) => width),
    0,
  );
  const area = sizes.reduce((all, { width, height }) => all + (width + gap) * (height + gap), 0);
  const square = Math.sqrt((area * SHAPE.width) / SHAPE.height);
  const widths = new Set([1, 1.15, 1.3, 1.5].flatMap((factor) => [widest, square].map((each) => each * factor)));
  const tried = [...widths].filter((width) => width >= widest).map((width) => packedInto(sizes, width, gap));
  const best = smallest(tried.map(scaleOf));
  return tried.find((each) => scaleOf(each) === best) ?? { places: [], width: 0, height: 0 };
}

/** How much has to be scaled down to fit the shape. */
function scaleOf({ width, height }: Size): number {
  return Math.max(width / SHAPE.width, height / SHAPE.height);
}

/** A stretch of the line below everything that is placed. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

function packedInto(sizes: readonly Size[], room: number, gap: number): Packed {
  let line: readonly Stretch[] = [{ from: 0, to: room + gap, y: 0 }];
  const places = sizes.map(({ width, height }) => {
    const free = line
      .map(({ from }) => ({ x: from, y: lowestOf(line, from, from + width + gap) }))
      .filter(({ x }) => x + width <= room);
    const place = free.reduce((best, each) => (each.y < best.y ? each : best));
    line = covered(line, { from: place.x, to: place.x + width + gap, y: place.y + height + gap });
    return place;
  });
  return {
    places,
    width: largest(
      places.map(({ x }, index) => x + (sizes[index]?.width ?? 0)),
      0,
    ),
    height: largest(
      places.map(({ y }, index) => y + (sizes[index]?.height ?? 0)),
      0,
    ),
  };
}

function lowestOf(line: readonly Stretch[], from: number, to: number): number {
  return largest(line.filter((each) => each.from < to && each.to > from).map(({ y }) => y));
}

function covered(line: readonly Stretch[], by: Stretch): readonly Stretch[] {
  const left = line.flatMap((each) => {
    const before = each.from < by.from ? [{ ...each, to: Math.min(each.to, by.from) }] : [];
    const after = each.to > by.to ? [{ ...each, from: Math.max(each.from, by.to) }] : [];
    return [...before, ...after];
  });
  return [...left, by].sort((a, b) => a.from - b.from);
}
