/** Rules about leaderboards, whose settings are fixed when they are created (docs/service.md#scores). */
import type { LeaderboardDesign } from "../design/design.ts";
import { inEach, isLeftOpen, type LintRule, unsafeFix } from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "keeps-worst-score",
    severity: "error",
    summary: "Leaderboard keeps the worst score",
    explanation:
      "`ordering` ranks one end of the scores first, and `score_preference` keeps the other end of each player's scores. Neither can be changed after the leaderboard is created.",
    bad: `leaderboards:
  - custom_id: fastest-run
    name: Fastest run
    description: In seconds.
    type: custom
    ordering: smaller-is-better`,
    good: `leaderboards:
  - custom_id: fastest-run
    name: Fastest run
    description: In seconds.
    type: custom
    ordering: smaller-is-better
    score_preference: prefer-lower`,
    check: (game) =>
      inEach(game.design.leaderboards.values(), (board) => {
        const { address, type, ordering, score_preference } = board;
        if (type === "standard" || isLeftOpen(game, board, "type", "ordering", "score_preference")) return undefined;
        const preference = PREFERENCES[ordering];
        if (preference === undefined || score_preference !== preference.worst) return undefined;
        const text = `with ordering: ${ordering}, each player's worst score is kept`;
        const place = { address, pointer: "/score_preference" };
        const help = `write score_preference: ${preference.best}`;
        return { ...place, text, help: [help], fixes: unsafeFix(place, help, { write: preference.best }) };
      }),
  },
  {
    code: "fewest-points-first",
    severity: "warning",
    summary: "Fewest points rank first",
    explanation:
      "The standard leaderboard ranks the points that players earned. With `smaller-is-better`, those who earned least are on top.",
    bad: `leaderboards:
  - { custom_id: renown, name: Renown, description: Points., ordering: smaller-is-better }`,
    good: `leaderboards:
  - { custom_id: renown, name: Renown, description: Points. }`,
    check: (game) =>
      inEach(game.design.leaderboards.values(), (board) => {
        const { address, type, ordering } = board;
        if (type !== "standard" || ordering !== "smaller-is-better") return undefined;
        if (isLeftOpen(game, board, "type", "ordering")) return undefined;
        const text = "players who earned the fewest points rank first";
        const place = { address, pointer: "/ordering" };
        const fixes = unsafeFix(place, "write ordering: larger-is-better", { write: "larger-is-better" });
        return { ...place, text, help: ["write ordering: larger-is-better, or leave it out"], fixes };
      }),
  },
  {
    code: "wrong-ordering",
    severity: "warning",
    summary: "Ordering contradicts the texts",
    explanation:
      "The name or the description says that low scores are good, as with the fastest lap or the fewest moves, and `ordering` ranks high ones first; or the other way round. The ordering cannot be changed after the leaderboard is created.",
    bad: `leaderboards:
  - { custom_id: fastest-lap, name: Fastest lap, description: In seconds., type: custom }`,
    good: `leaderboards:
  - custom_id: fastest-lap
    name: Fastest lap
    description: In seconds.
    type: custom
    ordering: smaller-is-better
    score_preference: prefer-lower`,
    after: ["keeps-worst-score"],
    check: (game) =>
      inEach(game.design.leaderboards.values(), (board) => {
        const { address, type, ordering, score_preference } = board;
        if (type === "standard" || isLeftOpen(game, board, "type", "ordering", "name", "description")) return undefined;
        // Then the ordering is what is meant, and the preference is wrong (keeps-worst-score), or the other way round.
        if (score_preference === PREFERENCES[ordering]?.worst) return undefined;
        const said = betterEnd(board);
        if (said === undefined || said.ordering === ordering) return undefined;
        const preference = PREFERENCES[said.ordering]?.best;
        return {
          ...{ address, pointer: "/ordering" },
          text: `"${said.phrase}" with ordering: ${ordering} ranks the ${ordering === "larger-is-better" ? "highest" : "lowest"} score first`,
          help: [`write ordering: ${said.ordering} and score_preference: ${preference}`],
        };
      }),
  },
  {
    code: "idle-preference",
    severity: "warning",
    summary: "Preference without effect",
    explanation: "The standard leaderboard adds points up, so `score_preference` has no effect.",
    bad: `leaderboards:
  - { custom_id: renown, name: Renown, description: Points., score_preference: prefer-last }`,
    good: `leaderboards:
  - { custom_id: renown, name: Renown, description: Points. }
  - { custom_id: arena, name: Arena, description: The rating., type: custom, score_preference: prefer-last }`,
    check: (game) =>
      inEach(game.design.leaderboards.values(), (board) => {
        const { address, type, score_preference } = board;
        // The default: probably not written at all.
        if (type !== "standard" || score_preference === "prefer-higher") return undefined;
        if (isLeftOpen(game, board, "type", "score_preference")) return undefined;
        const text = "points are added up, so no score is preferred";
        const place = { address, pointer: "/score_preference" };
        return { ...place, text, help: ["leave it out"], fixes: unsafeFix(place, "leave it out", { remove: true }) };
      }),
  },
  {
    code: "session-board",
    severity: "warning",
    summary: "Leaderboard of a session",
    explanation: "The service's documentation calls sessions disabled, so the leaderboard may stay empty.",
    bad: `leaderboards:
  - { custom_id: cup, name: The cup, description: This year's., type: session, custom_session_id: "2026" }`,
    good: `leaderboards:
  - { custom_id: cup-2026, name: The cup, description: This year's., type: custom }`,
    check: (game) =>
      inEach(game.design.leaderboards.values(), (board) => {
        if (board.type !== "session" || isLeftOpen(game, board, "type")) return undefined;
        const help = ["write type: custom, and have the game report the session's scores"];
        return { address: board.address, pointer: "/type", text: "the documentation calls sessions disabled", help };
      }),
  },
];

const LOW_IS_GOOD =
  /\b(?:fewest|shortest|least|smallest|(?:fastest|quickest)(?: \p{L}+)*|(?:best|record|lap|finish|completion|clear)[ -]times?|speed ?runs?|golf)\b/iu;
/** "Most careful drivers" are no number. */
const MOST = String.raw`most (?:\p{L}+(?<!ou|le|s)s|gold|money|cash|xp|damage|distance|time|fish|food|experience|health)`;
const HIGH_IS_GOOD = new RegExp(
  String.raw`\b(?:highest|${MOST}|longest|largest|biggest|greatest|farthest|furthest|richest|wealthiest|high[ -]?scores?|top scores?)\b`,
  "iu",
);
/** In descriptions, only what says how to win: at the beginning, or by itself. */
const LOW_WINS =
  /\bas (?:few (?:\p{L}+ ){1,2}|(?:fast|quickly|soon) )as possible\b|^(?:the |your )?(?:fewest|shortest|(?:lowest|smallest|least) number of|(?:fastest|quickest|best|lowest) (?:\p{L}+ )?times?)\b/iu;
const HIGH_WINS = new RegExp(
  String.raw`^(?:the |your )?(?:highest|${MOST}|longest|largest|biggest|greatest|farthest|furthest)\b`,
  "iu",
);
const WINNING =
  /\b(?:(lower|less|smaller|shorter|faster|fewer)|higher|more|larger|bigger|longer) is better\b|\b(?:(lowest|fewest|least|smallest|shortest)|highest|most|longest|largest|biggest|greatest) (?:\p{L}+ ){1,3}(?:wins?|is best|(?:comes?|ranks?) first)\b/iu;
/** "The fastest car, in km/h", "points for fast laps": measured the other way round. */
const HIGH_MEASURE =
  /\b(?:speed(?! ?run)|km\/h|mph|points?|rating|score|rate|per (?:second|minute|hour)|combo)\b|m\/s/iu;
/** The highest rank is the first, and the highest peak may be reached in little time. */
const LOW_MEASURE =
  /\b(?:rank(?:s|ed|ing|ings)?|places?|positions?|ladder|time (?:to|until|needed|taken)|(?<!longest.*)(?:milli)?(?:seconds|minutes))\b/iu;

/** What is done fast when it takes little time. */
const TAKES_TIME =
  /\b(?:laps?|runs?|races?|rac(?:er|ing)|finish|times?|(?:milli)?seconds?|minutes?|clears?|completions?|escapes?|climbs?|descents?|sprints?|dash(?:es)?|solves?|solved|wins?|victory|victories|deliver(?:y|ies)|swims?|rides?|kills?|boss(?:es)?|levels?|rounds?|games?|match(?:es)?)\b/iu;

interface BetterEnd {
  readonly ordering: "larger-is-better" | "smaller-is-better";
  readonly phrase: string;
}

/** The end of the scores that the texts call good; undefined where they do not say, or say both. */
function betterEnd({ name, description }: Pick<LeaderboardDesign, "name" | "description">): BetterEnd | undefined {
  const text = `${name}. ${description}`;
  const winning = WINNING.exec(text);
  if (winning !== null) {
    const isLow = (winning[1] ?? winning[2]) !== undefined;
    return { ordering: isLow ? "smaller-is-better" : "larger-is-better", phrase: winning[0] };
  }
  const low = LOW_IS_GOOD.exec(name) ?? LOW_WINS.exec(description);
  const high = HIGH_IS_GOOD.exec(name) ?? HIGH_WINS.exec(description);
  if (low !== null && high === null) {
    const isFast = /^(?:fastest|quickest)/i.test(low[0]);
    const isMeasure = HIGH_MEASURE.test(text) || (isFast && !TAKES_TIME.test(text));
    return isMeasure ? undefined : { ordering: "smaller-is-better", phrase: low[0] };
  }
  if (high === null || low !== null || LOW_MEASURE.test(text)) return undefined;
  return { ordering: "larger-is-better", phrase: high[0] };
}

/** By ordering: the preference that keeps the best score, and the one that keeps the worst. */
const PREFERENCES: Readonly<Record<string, { readonly best: string; readonly worst: string }>> = {
  "larger-is-better": { best: "prefer-higher", worst: "prefer-lower" },
  "smaller-is-better": { best: "prefer-lower", worst: "prefer-higher" },
};
