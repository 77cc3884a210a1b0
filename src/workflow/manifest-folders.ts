/**
 * The folders of manifests that a run reads. Games with the same folder share its texts, their
 * problems and the desired game. Folders in folders share the parsed files. A run makes one value
 * of `ManifestFolders` and passes it on, so that it opens and parses each file once.
 */

import { type Design, designOf } from "../analysis/design/design.ts";
import { catalog } from "../catalog/index.ts";
import { type DiskTree, diskTree, type FilePorts } from "../files/disk.ts";
import { type GameFiles, GameReader } from "../files/manifests.ts";
import { realPath } from "../files/paths.ts";
import { sum } from "../ground/collections.ts";
import { jsonText } from "../ground/json.ts";
import {
  MAXIMUM_RUN_FILES,
  MAXIMUM_RUN_RESOURCES,
  MAXIMUM_RUN_TOKENS,
  sizeInWords,
} from "../ground/limits.ts";
import { inDigits } from "../ground/words.ts";
import { type CheckedGame, checkGame } from "../manifest/game/desired-game.ts";
import { manifestLists } from "../manifest/manifest-keys.ts";
import { type ParsedText, parseSource } from "../manifest/parse.ts";
import {
  type Checked,
  checked,
  type Diagnostic,
  diagnostic,
  isFailure,
  MOST_SHOWN,
  mapErrors,
  problemAt,
} from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import type { SourceFile } from "../model/source.ts";
import type { PlaySettings } from "../project/game-settings.ts";
import type { ManifestsChoice } from "./game.ts";
import { type FolderSources, parseFolder } from "./game-sources.ts";
import { Stop } from "./problems.ts";

/** A folder as it was read, for all games that name it. */
export interface FolderReading extends FolderSources {
  readonly isThere: boolean;
  /** Problems of files as such. */
  readonly diagnostics: readonly Diagnostic[];
  /** Finished checks by the environments whose overrides count. */
  readonly checks: Map<string, SharedCheck>;
}

/** The game of a folder, or its problems. */
interface SharedCheck {
  readonly first: Checked<SharedGame>;
  /** For each further game with the folder: its first problems only. */
  readonly again: Checked<SharedGame>;
}

/** A game without errors. Costly values are made when they are needed, and once. */
export class SharedGame {
  /** The number of resources. */
  readonly size: number;
  /** Whether the manifests have neither resources nor entries. */
  readonly isEmpty: boolean;
  private readonly makeDesired: () => DesiredGame;
  private made: DesiredGame | undefined;
  /** By the settings of actions. */
  private readonly designs = new Map<string, Design>();

  constructor({ size, isEmpty, desired }: CheckedGame) {
    this.size = size;
    this.isEmpty = isEmpty;
    this.makeDesired = desired;
  }

  get desired(): DesiredGame {
    this.made ??= this.makeDesired();
    return this.made;
  }

  /** Games with the same settings of actions get the same design. */
  designFor(settings: PlaySettings): Design {
    const key = jsonText(
      [...settings.actions].map(([id, { effort = null, amount = null, reported = null }]) => [
        id,
        effort,
        amount,
        reported,
      ]),
    );
    const known = this.designs.get(key);
    if (known !== undefined) return known;
    const { resources, managed } = this.desired;
    const design = designOf(resources.values(), managed, settings);
    this.designs.set(key, design);
    return design;
  }
}

export class ManifestFolders {
  /** The games on the disk, as they were read. */
  readonly reader: GameReader<DiskTree>;
  /** By real path. */
  private readonly folders = new Map<string, Promise<FolderReading>>();
  /** By the file's path. */
  private readonly parsed = new Map<string, ParsedText>();
  private size = 0;
  private tokens = 0;
  private resources = 0;
  /**
   * The folder before the next one: files are read at the same time, and parsed in the order of the
   * games.
   */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(ports: FilePorts) {
    this.reader = new GameReader(diskTree(ports));
  }

  get disk(): DiskTree {
    return this.reader.tree;
  }

  /** Reads and parses the folder of a game, unless another game has it too. */
  async read(choice: ManifestsChoice): Promise<FolderReading> {
    const key = await realPath(choice.manifests);
    const known = this.folders.get(key);
    if (known !== undefined) return known;
    const files = this.reader.read(choice);
    const reading = Promise.all([files, this.turn]).then(([read]) =>
      this.parseFolder(choice, read),
    );
    this.folders.set(key, reading);
    this.turn = reading.catch(() => undefined);
    return reading;
  }

  /** Parses the files of a folder. */
  parseFolder(choice: ManifestsChoice, files: GameFiles): FolderReading {
    const { sources, diagnostics } = parseFolder(files, (source) => this.parse(source, choice));
    return { ...sources, isThere: files.isThere, diagnostics, checks: new Map() };
  }

  private parse(source: SourceFile, choice: ManifestsChoice): ParsedText {
    const known = this.parsed.get(source.path);
    if (known !== undefined) return known;
    this.size += source.text.length;
    if (this.size > MAXIMUM_RUN_FILES) throw makeLimitStop(choice, sizeInWords(MAXIMUM_RUN_FILES));
    const parsed = parseSource(source);
    this.tokens += parsed.tokens;
    if (this.tokens > MAXIMUM_RUN_TOKENS) {
      throw makeLimitStop(choice, `${inDigits(MAXIMUM_RUN_TOKENS)} words, signs and blanks`);
    }
    this.parsed.set(source.path, parsed);
    return parsed;
  }

  /**
   * Checks the manifests of a folder with the overrides of the game's environment, or else with the
   * overrides of each environment in turn.
   */
  check(reading: FolderReading, choice: ManifestsChoice): Checked<SharedGame> {
    const key = keyOfCheck(reading, choice);
    const known = reading.checks.get(key);
    if (known !== undefined) return known.again;
    const first = this.checkFirst(reading, choice);
    reading.checks.set(key, { first, again: limitProblems(first) });
    return first;
  }

  private checkFirst(reading: FolderReading, choice: ManifestsChoice): Checked<SharedGame> {
    const { manifests, overrides } = reading;
    const overridesOf = (environment: string) => overrides.get(environment) ?? [];
    const others = choice.environment === undefined ? [...overrides.keys()] : [];
    const documents = manifests.flatMap((text) => text.documents);
    const lists = manifestLists(documents, catalog).resources;
    this.resources += (1 + others.length) * sum(lists.map(({ list }) => list.elements.length));
    if (this.resources > MAXIMUM_RUN_RESOURCES) {
      throw makeLimitStop(
        choice,
        `${inDigits(MAXIMUM_RUN_RESOURCES)} resources, counted for each environment with overrides`,
      );
    }
    const result = checkGame(manifests, catalog, [
      overridesOf(choice.environment ?? ""),
      ...others.map(overridesOf),
    ]);
    const withReading = (problems: readonly Diagnostic[]) => [...reading.diagnostics, ...problems];
    if (isFailure(result)) return { diagnostics: mapErrors(result.diagnostics, withReading) };
    return checked(new SharedGame(result.value), withReading(result.diagnostics));
  }
}

/** Returns the key of a check, which games with the same overrides share. */
function keyOfCheck({ overrides }: FolderReading, { environment }: ManifestsChoice): string {
  if (environment === undefined) return "each";
  return overrides.has(environment) ? `of ${environment}` : "none";
}

/** Limits the problems of a folder that are repeated for a game. The first game has all of them. */
function limitProblems(result: Checked<SharedGame>): Checked<SharedGame> {
  const { diagnostics } = result;
  if (diagnostics.length <= MOST_SHOWN) return result;
  const few = (all: readonly Diagnostic[]): readonly Diagnostic[] => {
    const listed = [...all].sort(
      (a, b) => Number(b.severity === "error") - Number(a.severity === "error"),
    );
    const detail = `${inDigits(all.length - MOST_SHOWN)} more problems of the folder are listed for another game only.`;
    return [...listed.slice(0, MOST_SHOWN), diagnostic("more-problems", detail)];
  };
  if (isFailure(result)) return { diagnostics: mapErrors(result.diagnostics, few) };
  return { value: result.value, diagnostics: few(diagnostics) };
}

function makeLimitStop({ manifestsSpan }: ManifestsChoice, limit: string): Stop {
  const label = `with this folder, the run reads more than ${limit}`;
  const help = ["run fewer games at a time: name them with --game"];
  return new Stop(problemAt("file-too-large", manifestsSpan, { label, help }));
}
