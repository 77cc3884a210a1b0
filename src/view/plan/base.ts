/**
 * Shows the changes of the project file that decide the target of a plan and its permissions. Pages
 * begin with them. Places and settings are shown as written, with their variables.
 */
import { grouped } from "../../ground/collections.ts";
import type { JsonObject } from "../../ground/json.ts";
import { isJsonObject, jsonText } from "../../ground/json.ts";
import { inDigits } from "../../ground/words.ts";
import type { BaseFacts, SettingChange, WrittenPlace } from "../../model/base-facts.ts";
import { nameWords } from "../parts/games.ts";
import type { Callout, Content, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";

/** A game of a run, and the base of its plan. */
interface ComparedGame {
  readonly game: string;
  readonly environment: string;
  readonly base: BaseFacts;
}

/** Games that are named in one title. */
const MOST_NAMES = 10;

export function projectCallouts(games: readonly ComparedGame[]): Content {
  // Many games often have the same settings.
  const alike = grouped(games, ({ base: { settings } }) =>
    jsonText(settings.map(({ setting, before, after }) => [setting, before, after])),
  );
  return [games.map(targetCallout), [...alike.values()].map(settingsCallouts)];
}

function targetCallout({ base: { ref, commit, tip, target }, ...named }: ComparedGame): Content {
  const name = nameWords(named);
  const at = (id: string): Words => [doc.name(ref), " at ", doc.code(id.slice(0, 12))];
  switch (target.is) {
    case "same":
      return undefined;
    case "changed":
      return targetWarning(
        ["This branch changes the target of ", name],
        [
          ["Before: ", placeWords(target.before, target.now), ", in ", at(commit)],
          ["Now: ", placeWords(target.now, target.before)],
          [
            "Every change below is for the new target. ",
            doc.name(ref),
            " says nothing about its live game.",
          ],
        ],
      );
    case "behind":
      return targetWarning(
        ["This branch lacks a change of the target of ", name],
        [
          [placeWords(target.tip, target.now), ", in ", at(tip ?? commit)],
          ["This plan is for ", placeWords(target.now, target.tip)],
          ["Merge ", doc.name(ref), " into the branch."],
        ],
      );
    case "new":
      return targetWarning(
        ["This branch adds ", target.what === "game" ? "the game " : "the environment ", name],
        [
          [
            "This plan is for ",
            placeWords(target.now),
            ". ",
            doc.name(ref),
            " says nothing about it.",
          ],
        ],
      );
    case "unknown":
      return targetWarning(
        ["This branch adds the project file of ", name],
        [
          [
            "This plan is for ",
            placeWords(target.now),
            ". ",
            doc.name(ref),
            " does not say where it applies the game.",
          ],
        ],
      );
  }
}

/**
 * Warns about changed settings: permissions first, other settings after the changes of the plan.
 * `games`: games with the same settings.
 */
function settingsCallouts(games: readonly ComparedGame[]): Content {
  const settings = games[0]?.base.settings ?? [];
  const isGrant = ({ setting }: SettingChange): boolean =>
    setting === "prune" || setting === "allow";
  const grants = settings.filter(isGrant);
  const others = settings.filter((change) => !isGrant(change));
  const names = gamesWords(games);
  return [
    settingsWarning(["This branch changes what laurel may do with ", names], grants, 0),
    settingsWarning(["This branch changes settings of ", names], others, doc.RANKS.warning),
  ];
}

function settingsWarning(title: Words, settings: readonly SettingChange[], rank: number): Callout {
  return makeWarning(
    title,
    doc.list("setting", settings.map(settingWords), { rank, isVital: true }),
    rank,
  );
}

function targetWarning(title: Words, sentences: readonly Words[]): Callout {
  return makeWarning(title, doc.list("target line", sentences, { isVital: true }), 0);
}

/** Makes a callout that precedes the changes, and leaves room for them. */
function makeWarning(title: Words, blocks: Content, rank: number): Callout {
  return { type: "callout", role: "warning", rank, isLimited: true, title, blocks };
}

/** Names games: `a (test), b (test) and 3 more`. */
function gamesWords(games: readonly ComparedGame[]): Words {
  const left = games.length - MOST_NAMES;
  return [
    joinWords(games.slice(0, MOST_NAMES).map(nameWords)),
    left > 0 && ` and ${inDigits(left)} more`,
  ];
}

/**
 * Words a place. `other`: a place to compare it with; game and environment are named if they
 * differ.
 */
function placeWords(
  { game, environment, game_id, base_url }: WrittenPlace,
  other?: WrittenPlace,
): Words {
  const isNamed = other !== undefined && (other.game !== game || other.environment !== environment);
  const service = base_url === undefined ? "no base URL" : ["at ", doc.name(base_url)];
  return [
    game_id === undefined ? "the embedded service" : ["game id ", doc.name(game_id), " ", service],
    isNamed && [", named ", nameWords({ game, environment })],
  ];
}

/** Words a setting with both values in one line. */
function settingWords({ setting, before, after }: SettingChange): Words {
  if (setting === "prune") {
    const what = after === true ? "deletes" : "keeps";
    return [
      doc.code(`prune: ${jsonText(after)}`),
      ` ${what} live resources that no manifest declares.`,
    ];
  }
  if (setting === "allow") {
    const was = listTexts(before);
    const is = listTexts(after);
    const added = is.filter((name) => !was.includes(name));
    const dropped = was.filter((name) => !is.includes(name));
    return [
      added.length > 0 && ["It allows ", joinNames(added), "."],
      added.length > 0 && dropped.length > 0 && " ",
      dropped.length > 0 && ["It no longer allows ", joinNames(dropped), "."],
    ];
  }
  if (typeof before === "number" && typeof after === "number") {
    return [
      doc.code(setting),
      `: ${inDigits(after)} new or changed, ${inDigits(before)} changed or gone.`,
    ];
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const parts = names.map(
      (name): Words => [
        doc.code(name),
        changeWords(valueText(before, name), valueText(after, name)),
      ],
    );
    return [doc.code(setting), ": ", joinWords(parts)];
  }
  return [doc.code(setting), ":", changeWords(jsonText(before), jsonText(after))];
}

function changeWords(before: string, after: string): Words {
  return [" from ", doc.code(before), " to ", doc.code(after)];
}

function listTexts(value: SettingChange["before"]): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function valueText(members: JsonObject, name: string): string {
  return Object.hasOwn(members, name) ? jsonText(members[name]) : "absent";
}

function joinNames(names: readonly string[]): Words {
  return joinWords(names.map((name) => doc.code(name)));
}

function joinWords(parts: readonly Words[]): Words {
  return parts.map((part, index) => [index > 0 && ", ", part]);
}
