/** Files that flags name to be written: none of them may be a manifest or what the command reads. */
import { resolve, sep } from "node:path";
import { roleOf } from "../../files/manifests.ts";
import { findProjectFile, pathBelow, realPath } from "../../files/paths.ts";
import { shownPath } from "../../files/read.ts";
import { irreplaceable } from "../../files/write.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import type { Ports } from "../../workflow/run.ts";
import { selectFolders } from "../../workflow/selection.ts";

export interface NamedFile {
  /** The flag and its value, for messages. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

export function namedFile(flagName: string, file: string, cwd: string): NamedFile {
  const path = resolve(cwd, file);
  return { path, name: `--${flagName} ${shownPath(path, cwd)}` };
}

interface Surroundings {
  readonly project?: string | undefined;
  /** Another file that the command reads. */
  readonly template?: string | undefined;
}

/** A problem for each file that must not be written. Needs no network. */
export async function misplacedFiles(
  files: readonly NamedFile[],
  { project, template }: Surroundings,
  ports: Ports,
): Promise<readonly Diagnostic[]> {
  if (files.length === 0) return [];
  const taken = new Map<string, string>();
  const uses = { "the project file": project ?? (await findProjectFile(ports.cwd)), "the template": template };
  for (const [use, file] of Object.entries(uses)) {
    if (file !== undefined) taken.set(await realPath(resolve(ports.cwd, file)), use);
  }
  const { games } = await selectFolders({ project }, ports);
  const folders = await Promise.all(games.map(({ manifests }) => realPath(manifests)));
  const isManifest = (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}${sep}`) && roleOf(pathBelow(folder, path)) !== undefined);
  const problems: Diagnostic[] = [];
  for (const { name, path } of files) {
    const real = await realPath(path);
    const use = taken.get(real);
    taken.set(real, "the file of another flag");
    const problem =
      (await irreplaceable(path)) ??
      (use === undefined ? undefined : `would overwrite ${use}`) ??
      (isManifest(real) ? "is in a folder of manifests, so it would be read as one" : undefined);
    if (problem !== undefined) problems.push(diagnostic("usage", `${name} ${problem}.`));
  }
  return problems;
}
