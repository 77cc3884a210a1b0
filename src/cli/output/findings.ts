/** Problems in the formats of code hosts, with the places of their files in the repository. */
import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sha256 } from "../../files/hash.ts";
import { findProjectFile, findRepositoryRoot, PROJECT_FILE, pathBelow, realPath } from "../../files/paths.ts";
import { addressOf } from "../../model/catalog-lookup.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { Address, DesiredGame } from "../../model/model.ts";
import { renderFindingsGithub, renderFindingsSarif } from "../../view/findings-formats.ts";
import { type FindingLocator, findingsOf } from "../../view/review-findings.ts";
import type { OutputFlags } from "../command/options.ts";
import type { ProcessPorts } from "../terminal/ports.ts";

export type FindingFormat = "github" | "sarif";

/** What a game's manifests declare, with its places. */
export interface DeclaredGame {
  readonly game: string;
  readonly desired: Pick<DesiredGame, "moved" | "removed" | "resources">;
}

/** `games`: where problems without a place of their own may be declared. */
export async function renderFindings(
  format: FindingFormat,
  diagnostics: readonly Diagnostic[],
  games: readonly DeclaredGame[],
  flags: OutputFlags,
  ports: ProcessPorts,
): Promise<string> {
  const findings = findingsOf(diagnostics, await openLocator(games, flags, ports), sha256);
  return format === "github" ? renderFindingsGithub(findings) : renderFindingsSarif(findings, ports);
}

/** Paths are those in the repository of the project file or the working directory, else those below the project's folder. */
async function openLocator(
  games: readonly DeclaredGame[],
  flags: OutputFlags,
  { cwd }: ProcessPorts,
): Promise<FindingLocator> {
  const given = flags.project;
  const project = given === undefined ? await findProjectFile(cwd) : resolve(cwd, given);
  const projectFile = await realPath(project ?? join(cwd, PROJECT_FILE));
  const root = (await findRepositoryRoot(dirname(projectFile))) ?? dirname(projectFile);
  const known = new Map<string, string>();
  return {
    projectFile,
    pathOf: (file) => {
      const path = known.get(file) ?? pathBelow(root, withoutLinks(resolve(cwd, file)));
      known.set(file, path);
      return path;
    },
    originOf: (address, game) => {
      const possible = game === undefined ? games : games.filter((each) => each.game === game);
      // Without the game, an address that several games have may be of any of them.
      const [origin, ...more] = possible.flatMap(({ desired }) => originsOf(address, desired).slice(0, 1));
      if (origin === undefined || more.length > 0) return undefined;
      const { file, ...start } = origin;
      return { file, start };
    },
  };
}

/** Reviewers see the files of the repository, not links to them. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function originsOf(address: Address, { moved, removed, resources }: DeclaredGame["desired"]) {
  const resource = resources.get(address);
  return [
    ...(resource === undefined ? [] : [resource]),
    ...removed.filter(({ kind, custom_id }) => addressOf(kind, custom_id) === address),
    ...moved.filter(({ kind, from, to }) => addressOf(kind, from) === address || addressOf(kind, to) === address),
  ].map(({ origin }) => origin);
}
