/**
 * The files that laurel can read: on the disk, or in a commit. Each tree has its own rules about
 * links, submodules and git. `manifests.ts` decides the role of each file.
 */
import type { Checked, Diagnostic } from "../model/diagnostics.ts";
import type { SourceFile } from "../model/source.ts";

/** A folder of manifests, with the paths of its tree. */
export interface ManifestsFolder {
  readonly manifests: string;
  /** The project file, which must not be read as a manifest. */
  readonly projectFile?: string;
}

/** A file below a folder that was listed. */
export interface TreeFile {
  /** Path in the tree: absolute on the disk, in a commit from the root of the repository. */
  readonly path: string;
  /** Path from the listed folder, with `/` between names. */
  readonly relative: string;
  read(): Checked<SourceFile>;
}

/** The files of a folder, in the order of their paths. */
export interface FolderListing {
  /** Whether the folder exists. */
  readonly isThere: boolean;
  readonly files: readonly TreeFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface Tree {
  /** Beginning of a sentence about the size of a game's files. */
  readonly what: string;
  /** Lists the files below a folder. `isRead`: decides by a file's path from the folder. */
  list(folder: ManifestsFolder, isRead: (relative: string) => boolean): Promise<FolderListing>;
  /** Reads one file by its path in the tree. Undefined: a commit doesn't have it. */
  read(path: string): Promise<Checked<SourceFile> | undefined>;
}
