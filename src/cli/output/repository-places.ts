/** Where the files that problems are about lie in the repository, as reviewers see them. */
import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findProjectFile, findRepositoryRoot, PROJECT_FILE, pathBelow, realPath } from "../../files/paths.ts";
import { addressOf } from "../../model/catalog-lookup.ts";
import type { FindingLocator } from "../../model/findings.ts";
import type { Address, DesiredGame } from "../../model/model.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";

/** How to name files; outside of a repository, by their paths below the project's folder. */
export type FileNames = Pick<FindingLocator, "pathOf" | "projectFile">;

/** Looks for the repository of the project file, or else of the working directory. */
export async function openFileNames(flags: OutputFlags, { cwd }: Ports): Promise<FileNames> {
  const given = flags.project;
  const project = given === undefined ? await findProjectFile(cwd) : resolve(cwd, given);
  const projectFile = await realPath(project ?? join(cwd, PROJECT_FILE));
  const root = (await findRepositoryRoot(dirname(projectFile))) ?? dirname(projectFile);
  const known = new Map<string, string>();
  const pathOf = (file: string): string => {
    const path = known.get(file) ?? pathBelow(root, withoutLinks(resolve(cwd, file)));
    known.set(file, path);
    return path;
  };
  return { pathOf, projectFile };
}

/** Reviewers see the files of the repository, not links to them. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The files, and the declarations of these games. */
export function placesIn(names: FileNames, games: readonly DeclaredGame[]): FindingLocator {
  return {
    ...names,
    originOf: (address, game) => {
      const asked = game === undefined ? games : games.filter((each) => each.game === game);
      // Without the game, an address that several games have may be of any of them.
      const [origin, ...more] = asked.flatMap(({ desired }) => originsOf(address, desired).slice(0, 1));
      if (origin === undefined || more.length > 0) return undefined;
      const { file, ...start } = origin;
      return { file, start };
    },
  };
}

/** What a game's manifests declare, with its places. */
export type Declared = Pick<DesiredGame, "moved" | "removed" | "resources">;

export interface DeclaredGame {
  readonly game: string;
  readonly desired: Declared;
}

function originsOf(
  address: Address,
  { moved, removed, resources }: Declared,
): readonly DesiredGame["moved"][number]["origin"][] {
  const resource = resources.get(address);
  return [
    ...(resource === undefined ? [] : [resource.origin]),
    ...removed.filter(({ kind, custom_id }) => addressOf(kind, custom_id) === address).map(({ origin }) => origin),
    ...moved
      .filter(({ kind, from, to }) => addressOf(kind, from) === address || addressOf(kind, to) === address)
      .map(({ origin }) => origin),
  ];
}
