/** Files that a command is to write must not lie where manifests are read: every command after it would fail. */
import { basename, relative, resolve, sep } from "node:path";
import { isManifest } from "../../files/manifests.ts";
import { realPath } from "../../files/paths.ts";
import { shownPath } from "../../files/read.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { selectFolders } from "../../workflow/selection.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";

/** Flags whose value is one file to write. `--output` names several, and checks them itself. */
const FILE_FLAGS = ["out", "report", "data"] as const;

/** The flags that name a file among the manifests of a game. Needs no network. */
export async function filesAmongManifests(flags: OutputFlags, ports: Ports): Promise<readonly Diagnostic[]> {
  const given = FILE_FLAGS.flatMap((name) => {
    const file = flags[name];
    return file === undefined ? [] : [{ name, path: resolve(ports.cwd, file) }];
  });
  if (given.length === 0) return [];
  const isAmong = await openManifestPlaces(flags, ports);
  const problems: Diagnostic[] = [];
  for (const { name, path } of given) {
    if (isAmong(await realPath(path))) problems.push(amongManifests(`--${name} ${shownPath(path, ports.cwd)}`));
  }
  return problems;
}

/** The problem of a flag with its value. */
export function amongManifests(given: string): Diagnostic {
  return diagnostic("usage", `${given} is in a folder of manifests, so it would be read as one.`, {
    help: ["choose a file outside of the game's manifest folder"],
  });
}

/** Says of a real path whether a game of the project, chosen or not, would read the file as a manifest. */
export async function openManifestPlaces(flags: OutputFlags, ports: Ports): Promise<(path: string) => boolean> {
  const folders = await manifestFolders(flags, ports);
  return (path) => folders.some((folder) => wouldBeRead(path, folder));
}

/** Real paths of the folders of all games of the project, and of the one that a flag names. */
async function manifestFolders(flags: OutputFlags, ports: Ports): Promise<readonly string[]> {
  const given = flags.manifests;
  const { games } = await selectFolders(flags, ports);
  const folders = games.map(({ manifests }) => manifests);
  if (given !== undefined) folders.push(resolve(ports.cwd, given));
  return Promise.all(folders.map(realPath));
}

function wouldBeRead(path: string, folder: string): boolean {
  const below = relative(folder, path).split(sep);
  const isHidden = below.some((name) => name.startsWith(".") || name === "node_modules");
  return path.startsWith(`${folder}${sep}`) && !isHidden && isManifest(basename(path));
}
