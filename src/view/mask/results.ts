/**
 * Masks what commands show besides problems and plans: files, graphs, reports, changelogs, constants
 * and played scenarios.
 */
import { concealGraph, type Graph } from "../../analysis/graph/graph.ts";
import type { GameChangelog } from "../../analysis/impact/changelog.ts";
import { concealEconomy, type Economy } from "../../analysis/report/economy.ts";
import type { CheckAnswer, PlayedScenario } from "../../analysis/scenarios/play-scenario.ts";
import type { EarnedInStep, Scenario } from "../../analysis/scenarios/scenario.ts";
import type { TestedGame } from "../../analysis/scenarios/test-game.ts";
import {
  isSecretAchievement,
  MASK,
  NO_SECRETS,
  type Secrets,
  secretsOf,
} from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import type { TextChange } from "../../edit/game-texts.ts";
import type { PulledResource } from "../../edit/pull.ts";
import { defined } from "../../ground/collections.ts";
import type { DesiredGame, Inventory, Resource } from "../../model/model.ts";
import type { GameGraph } from "../../workflow/checks.ts";
import type { PulledGame } from "../../workflow/pull.ts";
import type { RenamedResource } from "../../workflow/rename.ts";
import { findSecretLines } from "./lines.ts";
import { asMasked, type Mask, type Masked, maskFields, UNKNOWN } from "./mask.ts";

/** A change of a file. `hiddenBefore` and `hiddenAfter`: the lines that are not shown. */
export interface FileToShow extends Omit<TextChange, "path"> {
  readonly hiddenBefore: ReadonlySet<number>;
  readonly hiddenAfter: ReadonlySet<number>;
}

/** A game before and after its files change. */
interface ChangedPlaces {
  readonly before: DesiredGame["sources"] | undefined;
  readonly after: DesiredGame["sources"];
}

function maskFile(
  { file, before, after }: TextChange,
  places: ChangedPlaces,
  { addresses }: Secrets,
): FileToShow {
  const hidden = (text: string, sources: ChangedPlaces["before"]): ReadonlySet<number> =>
    findSecretLines({ name: file, text }, { addresses, ...defined({ sources }) });
  return {
    file,
    before,
    after,
    hiddenBefore: hidden(before ?? "", places.before),
    hiddenAfter: hidden(after, places.after),
  };
}

export interface PullToShow
  extends Omit<PulledGame, "files" | "resources" | "desired" | "secrets"> {
  readonly files: readonly FileToShow[];
  readonly resources: readonly PulledResource[];
}

export function maskPull(pull: PulledGame, mask: Mask): Masked<PullToShow> {
  const { desired, secrets: known, ...rest } = pull;
  const secrets = mask.isOpen ? NO_SECRETS : known;
  const places = { before: known.sources, after: desired.sources };
  return asMasked({
    ...rest,
    files: pull.files.map((file) => maskFile(file, places, secrets)),
    resources: pull.resources.map((resource) => maskFields(resource, secrets)),
  });
}

export interface RenameToShow extends Omit<RenamedResource, "files" | "desired" | "secrets"> {
  readonly files: readonly FileToShow[];
}

export function maskRename(
  rename: RenamedResource,
  { isOpen }: Pick<Mask, "isOpen">,
): Masked<RenameToShow> {
  const { desired, secrets: known, ...rest } = rename;
  const secrets = isOpen ? NO_SECRETS : known;
  const places = { before: known.sources, after: desired.sources };
  return asMasked({
    ...rest,
    files: rename.files.map((file) => maskFile(file, places, secrets)),
  });
}

/** Masks a file of constants. The constants have no secrets, but an older file may have some. */
export function maskConstants(
  change: Omit<TextChange, "path">,
  { isOpen }: Mask,
): Masked<FileToShow> {
  const before = change.before ?? "";
  const lines = isOpen ? [] : before.split("\n").keys();
  const hiddenBefore = new Set([...lines].map((index) => index + 1));
  return asMasked({ ...change, hiddenBefore, hiddenAfter: new Set<number>() });
}

/** A game of a graph. */
export interface GraphToShow {
  readonly game: string;
  readonly graph: Graph;
}

export function maskGraph(
  { game, graph, secrets }: GameGraph,
  { isOpen }: Mask,
): Masked<GraphToShow> {
  return asMasked({ game, graph: isOpen ? graph : concealGraph(graph, secrets) });
}

/** A game of a report. */
export interface EconomyToShow {
  readonly game: string;
  readonly economy: Economy;
}

export function maskEconomy({ game, economy }: EconomyToShow, mask: Mask): Masked<EconomyToShow> {
  const secrets = mask.secretsIn(game) ?? UNKNOWN;
  return asMasked({ game, economy: concealEconomy(economy, secrets) });
}

/**
 * Marks a changelog as masked: it was made without secrets unless the mask's flag asked for them.
 */
export function maskChangelog(changelog: GameChangelog): Masked<GameChangelog> {
  return asMasked(changelog);
}

/** A resource whose texts become comments of a program. */
export interface ConstantToShow extends Pick<Resource, "kind" | "custom_id"> {
  readonly texts: readonly string[];
}

/** The managed kinds of a game, and the resources with the texts that players may see. */
export interface ConstantsToShow extends Pick<DesiredGame, "managed"> {
  readonly resources: readonly ConstantToShow[];
}

interface ResourcesOfGame extends Pick<DesiredGame, "managed"> {
  readonly game: string;
  readonly resources: Inventory<Resource>;
}

export function maskResources(
  { game, managed, resources }: ResourcesOfGame,
  mask: Mask,
): Masked<ConstantsToShow> {
  const { addresses } = mask.secretsIn(game) ?? secretsOf({ desired: { resources } }, catalog);
  const shown = [...resources.values()].map(({ kind, custom_id, address, body }) => {
    const texts = addresses.has(address) ? [] : [body.name, body.description];
    return { kind, custom_id, texts: texts.filter((text) => typeof text === "string") };
  });
  return asMasked({ managed, resources: shown });
}

/** The played scenarios of a game. */
export interface GameOfTests extends Pick<TestedGame, "game"> {
  readonly files: readonly {
    readonly file: string;
    readonly scenarios: readonly ScenarioToShow[];
  }[];
}

export interface ScenarioToShow extends Omit<PlayedScenario, "earned"> {
  readonly earned: readonly EarnedToShow[];
}

/** An earned achievement. The moment is absent if the achievement is secret. */
type EarnedToShow = Omit<EarnedInStep, "explained" | "at" | "step" | "repetition"> &
  Partial<Pick<EarnedInStep, "at" | "step" | "repetition">>;

/**
 * Masks the texts of played scenarios that are about secrets. Earned secret achievements lose their
 * explanations and their moments.
 */
export function maskTests({ game, files }: TestedGame, mask: Mask): Masked<GameOfTests> {
  const secrets = mask.secretsIn(game) ?? NO_SECRETS;
  const isSecret = (id: string): boolean => isSecretAchievement(secrets, id);
  const scenarioOf = (played: PlayedScenario): ScenarioToShow => ({
    ...played,
    scenario: maskScenario(played.scenario, secrets),
    answers: played.answers.map((answer) => maskAnswer(answer, isSecret)),
    earned: played.earned.map((badge): EarnedToShow => {
      const { player, achievement, points, rewards } = badge;
      return isSecret(achievement) ? { player, achievement, points, rewards } : badge;
    }),
  });
  return asMasked({
    game,
    files: files.map(({ file, scenarios }) => ({ file, scenarios: scenarios.map(scenarioOf) })),
  });
}

function maskScenario(scenario: Scenario, { addresses }: Secrets): Scenario {
  if (!scenario.about.some((address) => addresses.has(address))) return scenario;
  const name = `${MASK}, line ${scenario.place.start.line}`;
  return { ...scenario, name, description: scenario.description === "" ? "" : MASK };
}

function maskAnswer(answer: CheckAnswer, isSecret: (achievement: string) => boolean): CheckAnswer {
  if (!answer.why.some(({ achievement }) => isSecret(achievement))) return answer;
  const { detail, expectation, why, ...rest } = answer;
  const { position } = expectation;
  const { step: _, repetition: __, ...expected } = expectation.expected;
  const hidden = ` ${MASK}`;
  return {
    ...rest,
    ...(detail !== undefined && { detail: hidden }),
    expectation: { ...expectation, ...(position !== undefined && { position: hidden }), expected },
    why: why.map(({ achievement, explained }) => {
      if (explained === undefined || !isSecret(achievement)) return { achievement, explained };
      return { achievement, explained: { ...explained, text: MASK, members: [] } };
    }),
  };
}
