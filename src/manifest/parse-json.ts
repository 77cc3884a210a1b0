/**
 * Parses strict JSON (RFC 8259) with the `jsonc-parser` package. Parsing ends at the first mistake
 * in the syntax.
 */
import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { numberOf } from "../ground/json.ts";
import { MAXIMUM_DEPTH, MAXIMUM_TOKENS } from "../ground/limits.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { SourceFile } from "../model/source.ts";
import { type JsonMistake, jsonMistake, type OpenBracket } from "./json-problems.ts";
import {
  listPart,
  type Member,
  mapPart,
  type Part,
  type ScalarPart,
  spanBetween,
} from "./parts.ts";
import { EndOfReading, ProblemList, tooManyTokens } from "./reading.ts";
import { keyProblems, textProblems } from "./value-checks.ts";

/** The value of a text if it has no problems, and its problems. */
interface JsonReading {
  readonly parts: readonly Part[];
  /** Words and signs that were read. */
  readonly tokens: number;
  readonly problems: readonly Diagnostic[];
}

interface OpenCollection extends OpenBracket {
  readonly members: Member[];
  readonly elements: Part[];
  key?: Pick<Member, "name" | "keyStart" | "keyEnd"> | undefined;
}

export function readJson(source: SourceFile): JsonReading {
  const reader = new JsonReader(source);
  try {
    reader.read();
  } catch (error) {
    if (!(error instanceof EndOfReading)) throw error;
    const { problem } = error;
    const { tokens } = reader;
    return {
      parts: [],
      tokens,
      problems: problem.severity === "error" ? [problem] : [...reader.problems.all, problem],
    };
  }
  const { root, tokens } = reader;
  const { all: problems } = reader.problems;
  return { parts: root === undefined || problems.length > 0 ? [] : [root], tokens, problems };
}

class JsonReader {
  readonly problems = new ProblemList();
  root: Part | undefined;
  tokens = 0;
  private readonly source: SourceFile;
  private readonly open: OpenCollection[] = [];

  constructor(source: SourceFile) {
    this.source = source;
  }

  read(): void {
    const { text } = this.source;
    if (text.startsWith("\uFEFF")) {
      const help = ["save the file as UTF-8 without a byte order mark"];
      this.problems.add(
        problemAt("syntax-error", this.span(0, 1), { label: "JSON has no byte order mark", help }),
      );
      return;
    }
    const visitor: JSONVisitor = {
      onObjectBegin: (offset) => this.begin("map", offset),
      onArrayBegin: (offset) => this.begin("list", offset),
      onObjectProperty: (name, offset, length) => {
        this.count(offset);
        const inner = this.open.at(-1);
        if (inner !== undefined) inner.key = { name, keyStart: offset, keyEnd: offset + length };
      },
      onLiteralValue: (value: string | number | boolean | null, start, length) => {
        this.count(start);
        const end = start + length;
        const exact = typeof value === "number" ? numberOf(text.slice(start, end)) : value;
        this.add({ type: "scalar", value: exact, source: this.source, start, end });
      },
      onObjectEnd: (offset) => this.close("}", offset),
      onArrayEnd: (offset) => this.close("]", offset),
      onSeparator: (_, offset) => this.count(offset),
      onError: (error, offset) => this.fail(error, offset),
    };
    visit(text, visitor, { disallowComments: true });
  }

  private count(offset: number): void {
    this.tokens += 1;
    if (this.tokens > MAXIMUM_TOKENS) throw new EndOfReading(tooManyTokens(this.source, offset));
  }

  private begin(type: OpenCollection["type"], start: number): void {
    this.count(start);
    this.open.push({ type, start, members: [], elements: [] });
    if (this.open.length <= MAXIMUM_DEPTH) return;
    const label = `level ${MAXIMUM_DEPTH + 1} begins here`;
    const help = ["nest the values less deeply"];
    throw new EndOfReading(problemAt("too-deep", this.span(start, start + 1), { label, help }));
  }

  /**
   * Closes a collection. Without its bracket it stays open, and the package reports the error next.
   */
  private close(bracket: string, offset: number): void {
    const { source } = this;
    if (source.text[offset] !== bracket) return;
    const inner = this.open.pop();
    if (inner === undefined) return;
    const { type, start, members, elements } = inner;
    const end = offset + 1;
    if (type === "map") this.problems.addAll(keyProblems(members, source, "json"));
    const piece = { source, start, end };
    this.add(type === "map" ? mapPart(piece, members) : listPart(piece, elements));
  }

  private add(part: Part): void {
    if (part.type === "scalar")
      this.problems.addAll(textProblems(part satisfies ScalarPart, "json"));
    const outer = this.open.at(-1);
    if (outer === undefined) this.root = part;
    else if (outer.key === undefined) outer.elements.push(part);
    else {
      outer.members.push({ ...outer.key, value: part });
      outer.key = undefined;
    }
  }

  private fail(error: ParseErrorCode, offset: number): never {
    const inner = this.open.at(-1);
    const isKey = inner?.type === "map" && inner.key === undefined;
    const place = {
      text: this.source.text,
      offset,
      inner,
      isKey,
      isAfterRoot: this.root !== undefined,
    };
    const {
      code = "syntax-error",
      start,
      end,
      label,
      help,
    }: JsonMistake = jsonMistake(printParseErrorCode(error), place);
    throw new EndOfReading(problemAt(code, this.span(start, end), { label, help: [help] }));
  }

  private span(start: number, end: number) {
    return spanBetween(this.source, start, Math.max(end, start + 1));
  }
}
