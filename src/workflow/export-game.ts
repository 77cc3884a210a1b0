/** Reads one game and makes its manifests, checked against what was read; nothing is written here. */
import { join } from "node:path";
import type { Client } from "../api/client.ts";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import type { KindName } from "../catalog/types.ts";
import type { Ports } from "../cli/ports.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import { sha256 } from "../files/hash.ts";
import { findOverrides } from "../files/manifests.ts";
import { shownPath } from "../files/read.ts";
import { both } from "../manifest/wording.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { LiveGame, Target } from "../model/model.ts";
import {
  checkExport,
  type Exported,
  exportFileName,
  exportGame,
  kindsToCheck,
  type ManifestFile,
} from "../plan/export/export.ts";
import type { GameChoice } from "./games.ts";
import { openSession, type SessionOptions } from "./session.ts";

/** The manifests of one game, not written yet. */
export interface GameExport {
  readonly target: Target;
  /** With absolute paths. */
  readonly files: readonly (ManifestFile & { readonly path: string })[];
}

/** `schema`: what the line for editors refers to. Warnings may point into the files that are not written yet. */
export async function readExport(
  choice: GameChoice,
  kinds: readonly KindName[],
  schema: string,
  ports: Ports,
  screen: Screen,
  sessionOptions: SessionOptions,
): Promise<Checked<GameExport>> {
  const session = await openSession(choice, ports, screen, sessionOptions);
  if (session.value === undefined) return { diagnostics: session.diagnostics };
  const { client, target, close } = session.value;
  try {
    const pathOf = (kind: KindName): string => join(choice.manifests, exportFileName(kindNamed(catalog, kind)));
    const fileOf = ({ name }: { readonly name: KindName }): string => shownPath(pathOf(name), ports.cwd);
    const live = await readGame(client, catalog, { kinds, linksOf: () => true });
    const before = [...session.diagnostics, ...live.diagnostics];
    if (live.value === undefined) return { diagnostics: before };
    const made = exportGame(live.value, catalog, { kinds, fileOf, schema });
    const diagnostics = [...before, ...made.diagnostics];
    if (made.value === undefined) return { diagnostics };
    pushAll(diagnostics, await check(client, target, made.value, live.value));
    if (hasErrors(diagnostics)) return { diagnostics };
    pushAll(diagnostics, await overriddenExport(choice, ports));
    return {
      value: { target, files: made.value.files.map((file) => ({ ...file, path: pathOf(file.kind) })) },
      diagnostics,
    };
  } finally {
    await close();
  }
}

/** Kinds that the export only refers into are read now: what it refers to has to be there. */
async function check(
  client: Client,
  target: Target,
  exported: Exported,
  live: LiveGame,
): Promise<readonly Diagnostic[]> {
  const kinds = kindsToCheck(exported, live, catalog);
  const more = await readGame(client, catalog, { kinds, linksOf: () => false });
  if (more.value === undefined) return more.diagnostics;
  const whole: LiveGame = {
    resources: new Map([...live.resources, ...more.value.resources]),
    read: new Set([...live.read, ...more.value.read]),
    access: new Map([...live.access, ...more.value.access]),
  };
  return [...more.diagnostics, ...checkExport(exported, whole, catalog, target, sha256)];
}

/** What was exported is how one environment has it; the manifests are for all of them. */
async function overriddenExport(choice: GameChoice, ports: Ports): Promise<readonly Diagnostic[]> {
  const found = await findOverrides(choice, ports.cwd);
  const overrides = found.value.filter(({ environment }) => environment === choice.environment);
  const [first] = overrides;
  if (first === undefined) return [];
  const files = both(overrides.map(({ file }) => file));
  const detail = `What was exported is how the environment "${first.environment}" has it, and ${files} still ${overrides.length === 1 ? "counts" : "count"} on top of it.`;
  return [
    diagnostic("exported-with-overrides", detail, {
      help: ["before committing, give overridden fields the values that all other environments are to have"],
    }),
  ];
}
