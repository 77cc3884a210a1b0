/** Texts of files, and places in them. Every message that points at a file holds such a place. */

/** What a source file is made of. `path`: the name, unless given. */
interface SourceParts {
  readonly name: string;
  readonly text: string;
  readonly path?: string;
  readonly isProject?: boolean;
}

/** A file with its text. */
export class SourceFile {
  /**
   * Where the file lies: its absolute path, for a file of a commit its path in the repository, and
   * for a text that a program gives the name.
   */
  readonly path: string;
  /** As messages name it: relative to the working directory, with `/` between folders. */
  readonly name: string;
  /** Without a byte order mark that the file began with, if it was read from the disk. */
  readonly text: string;
  /** Offset of the first character of each line. */
  readonly lineStarts: readonly number[];
  /** Whether it is a project file, which declares no resources. */
  readonly isProject: boolean;

  constructor({ name, text, path = name, isProject = false }: SourceParts) {
    this.path = path;
    this.name = name;
    this.text = text;
    this.lineStarts = findLineStarts(text);
    this.isProject = isProject;
  }

  /** The name stands for the file in JSON: a problem that is logged must not print a whole file. */
  toJSON(): string {
    return this.name;
  }
}

/** Returns a file as the project file. */
export function projectSource({ name, text, path }: SourceFile): SourceFile {
  return new SourceFile({ name, text, path, isProject: true });
}

export function sourceFile(parts: SourceParts): SourceFile {
  return new SourceFile(parts);
}

function findLineStarts(text: string): readonly number[] {
  // Editors do not count a byte order mark as a character.
  const lineStarts = [text.startsWith("\uFEFF") ? 1 : 0];
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1))
    lineStarts.push(index + 1);
  return lineStarts;
}

/** A place in a text. */
export interface Position {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** Offset in the text, in UTF-16 units from 0. */
  readonly offset: number;
}

/** A piece of a file. */
export interface Span {
  readonly source: SourceFile;
  readonly start: Position;
  readonly end: Position;
}
