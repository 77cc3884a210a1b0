import { diskTree, type FilePorts } from "../../src/files/disk.ts";
import { type GameFiles, GameReader } from "../../src/files/manifests.ts";
import type { ManifestsFolder } from "../../src/files/tree.ts";

/** Reads a game from the disk, as a run of its own. */
export function readGameFolder(folder: ManifestsFolder, ports: FilePorts): Promise<GameFiles> {
  return new GameReader(diskTree(ports)).read(folder);
}
