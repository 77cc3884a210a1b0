/**
 * Problems as tools for code review want them: each at a place in the repository, and with a fingerprint by which the
 * tool knows it again. In: diagnostics and where the files lie. Out: findings, errors first.
 */
import { CODES } from "../model/codes.ts";
import { defined } from "../model/collections.ts";
import { type Diagnostic, sortDiagnostics } from "../model/diagnostics.ts";
import { HAZARDS, type Position, type Span } from "../model/model.ts";
import { shownDiagnostics } from "./problems.ts";

/** A piece of a file; `path` is relative to the repository's root, with `/` between folders. */
export interface FileRange {
  readonly path: string;
  readonly start: Pick<Position, "line" | "column">;
  /** Behind the last character. */
  readonly end: Pick<Position, "line" | "column">;
}

export interface ReviewFinding
  extends Pick<Diagnostic, "code" | "severity" | "summary" | "detail" | "address" | "help"> {
  /** What it is about; where nothing in a file is, the beginning of the project file. */
  readonly place: FileRange;
  /** Whether the place is only that beginning. */
  readonly isPlaceless: boolean;
  /** The game that it is about, where neither a place nor the run says. */
  readonly game?: string;
  readonly others: readonly { readonly place: FileRange; readonly text: string }[];
  /** 64 hexadecimal digits; the same as long as the same is wrong, on whatever line; another for each finding. */
  readonly fingerprint: string;
}

/** What has to be known of the files. */
export interface FindingLocator {
  /** The path in the repository of a file as spans name it. */
  pathOf(file: string): string;
  /** The project file, as spans name it. */
  readonly projectFile: string;
}

/** `hash`: of a text, as `algorithm:digits`. What differs in nothing but its game is one finding. */
export function findingsOf(
  diagnostics: readonly Diagnostic[],
  places: FindingLocator,
  hash: (text: string) => string,
): readonly ReviewFinding[] {
  const sorted = [...shownDiagnostics(sortDiagnostics(unique(diagnostics)))].sort(
    (a, b) => Number(a.severity !== "error") - Number(b.severity !== "error"),
  );
  const seen = new Map<string, number>();
  return sorted.map((each) => {
    const { code, severity, summary, detail, address, help, others, game } = each;
    const found = each.primary && rangeOf(each.primary.span, places);
    const whose = found === undefined ? game : undefined;
    const identity = JSON.stringify([code, found?.path ?? null, whose ?? null, address ?? null, lasting(each)]);
    const earlier = seen.get(identity) ?? 0;
    seen.set(identity, earlier + 1);
    return {
      ...{ code, severity, summary, detail, help, ...defined({ address }) },
      place: found ?? rangeOf({ file: places.projectFile, start: BEGINNING, end: BEGINNING }, places),
      isPlaceless: found === undefined,
      ...defined({ game: whose }),
      others: others.map(({ span, text }) => ({ place: rangeOf(span, places), text })),
      fingerprint: hash(earlier === 0 ? identity : `${identity} ${earlier + 1}`).replace(/^.*:/, ""),
    };
  });
}

/** Each problem once, without a game where it is a problem of several. */
function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const each of diagnostics) {
    const { game, ...rest } = each;
    const key = JSON.stringify(rest);
    const known = found.get(key);
    found.set(key, known === undefined || known.game === game ? each : rest);
  }
  return [...found.values()];
}

const BEGINNING = { line: 1, column: 1 };

function rangeOf(
  { file, start, end }: Omit<FileRange, "path"> & Pick<Span, "file">,
  { pathOf }: FindingLocator,
): FileRange {
  const position = ({ line, column }: FileRange["start"]): FileRange["start"] => ({ line, column });
  return { path: pathOf(file), start: position(start), end: position(end) };
}

const HAZARD_CODES: ReadonlySet<string> = new Set(HAZARDS);

/**
 * What distinguishes the problem from others of its code, and does not change by itself: lines shift when something is written
 * above them, a service's messages hold times and ids of requests, and hazards count what is live.
 */
function lasting({ code, detail }: Diagnostic): string {
  if (CODES[code].outcome === "failed" || HAZARD_CODES.has(code)) return "";
  return detail.replaceAll(/(?<=:|\bline )\d+/g, "");
}
