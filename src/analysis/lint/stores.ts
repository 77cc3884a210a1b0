/** What stores take, as they publish it. A limit that could not be confirmed says so. */
import type { StoreProfile } from "../../project/lint-limits.ts";

/** Where a limit was read. Pages were read as stored copies, whose own dates are not known. */
export interface LimitSource {
  readonly page: string;
  /** The day on which it was read; null where the page could not be read, so that the limit is not confirmed. */
  readonly read: string | null;
}

interface Limit<T> {
  readonly value: T;
  readonly source: LimitSource;
}

/** What a store takes. What is missing here is not known. */
export interface StoreLimits {
  readonly title: string;
  /** `none`: the store's achievements have no points. */
  readonly points?: "none";
  readonly max_achievements?: Limit<number>;
  readonly min_achievements?: Limit<number>;
  /** The most points in all. */
  readonly total_points?: Limit<number>;
  /** The points of all achievements together, exactly. */
  readonly exact_total?: Limit<number>;
  /** The points of an achievement are in one of these, ends included. */
  readonly tiers?: Limit<readonly (readonly [least: number, most: number])[]>;
  /** What the points of each achievement are a multiple of. */
  readonly step?: Limit<number>;
  /** Characters. */
  readonly name_length?: Limit<number>;
  readonly description_length?: Limit<number>;
  /** What is worth knowing besides. */
  readonly notes: readonly string[];
}

const READ = "2026-11-22";
const APPLE_REFERENCE = "https://developer.apple.com/help/app-store-connect/reference/achievements";
const APPLE_GUIDE = "https://developer.apple.com/help/app-store-connect/configure-game-center/configure-achievements";
const GOOGLE = "https://developer.android.com/games/pgs/achievements";
const EPIC = "https://dev.epicgames.com/en-US/news/adding-achievements-to-your-game";
const STEAM = "https://partner.steamgames.com/doc/marketing/profile";
const XBOX_CONFIGURATION =
  "https://learn.microsoft.com/en-us/gaming/xbox-live/features/player-data/achievements/title-managed/config/live-achievements-tm-config";
const XBOX_REQUIREMENTS = "https://learn.microsoft.com/en-us/gaming/gdk/docs/store/policies/gc-policies-nav";

function readAt<T>(page: string, value: T): Limit<T> {
  return { value, source: { page, read: READ } };
}

/** Known from elsewhere; the vendor's page that should have it could not be read, or does not have it. */
function notConfirmed<T>(page: string, value: T): Limit<T> {
  return { value, source: { page, read: null } };
}

type Tiers = NonNullable<StoreLimits["tiers"]>["value"];

export const STORES: Readonly<Record<StoreProfile, StoreLimits>> = {
  "apple-game-center": {
    title: "Apple Game Center",
    max_achievements: readAt(APPLE_GUIDE, 100),
    total_points: readAt(APPLE_REFERENCE, 1000),
    tiers: readAt<Tiers>(APPLE_REFERENCE, [[0, 100]]),
    notes: ["No lengths of names and descriptions were found."],
  },
  "epic-games-store": {
    title: "Epic Games Store",
    exact_total: readAt(EPIC, 1000),
    tiers: readAt<Tiers>(EPIC, [
      [5, 45],
      [50, 95],
      [100, 200],
    ]),
    step: notConfirmed(EPIC, 5),
    notes: [
      "The page is an announcement of 2022, which gives the total as of its day.",
      "No limits of the number of achievements and of the lengths of texts were found.",
    ],
  },
  "google-play": {
    title: "Google Play Games",
    min_achievements: readAt(GOOGLE, 10),
    max_achievements: readAt(GOOGLE.replace(".com", ".google.cn"), 400),
    name_length: readAt(GOOGLE, 100),
    description_length: readAt(GOOGLE, 500),
    total_points: notConfirmed(GOOGLE, 1000),
    tiers: notConfirmed<Tiers>(GOOGLE, [[5, 200]]),
    step: notConfirmed(GOOGLE, 5),
    notes: [
      "The lengths are from an older copy of the page, the number of achievements from a newer one.",
      "The limits of points were not in the parts that could be read.",
    ],
  },
  steam: {
    title: "Steam",
    points: "none",
    max_achievements: notConfirmed(STEAM, 100),
    notes: [
      "Achievements have no points.",
      "The limit of 100 is reported for games that are not eligible for profile features yet; others have none that is known.",
      "No lengths of names and descriptions were found.",
    ],
  },
  xbox: {
    title: "Xbox",
    description_length: readAt(XBOX_CONFIGURATION, 100),
    min_achievements: notConfirmed(XBOX_REQUIREMENTS, 10),
    exact_total: notConfirmed(XBOX_REQUIREMENTS, 1000),
    tiers: notConfirmed<Tiers>(XBOX_REQUIREMENTS, [[0, 200]]),
    notes: [
      "The numbers of achievements and gamerscore are those of a base game under XR-055; its page could not be read.",
      "The length of a description is that of the locked and of the unlocked one.",
    ],
  },
};

/** A limit in words, with where it is from. */
export interface LimitWords {
  readonly words: string;
  readonly source: LimitSource;
}

/** All limits of a store in words, for the reference. */
export function limitsInWords(limits: StoreLimits): readonly LimitWords[] {
  const number = (count: number): string => count.toLocaleString("en-US");
  const found: readonly (LimitWords | undefined)[] = [
    worded(limits.min_achievements, (count) => `at least ${number(count)} achievements`),
    worded(limits.max_achievements, (count) => `at most ${number(count)} achievements`),
    worded(limits.tiers, (tiers) => `${tiers.map(([least, most]) => `${least}–${most}`).join(", ")} points each`),
    worded(limits.step, (step) => `points in multiples of ${step}`),
    worded(limits.total_points, (total) => `at most ${number(total)} points in all`),
    worded(limits.exact_total, (total) => `exactly ${number(total)} points in all`),
    worded(limits.name_length, (length) => `names of at most ${length} characters`),
    worded(limits.description_length, (length) => `descriptions of at most ${length} characters`),
  ];
  return found.filter((each) => each !== undefined);
}

function worded<T>(limit: Limit<T> | undefined, words: (value: T) => string): LimitWords | undefined {
  return limit === undefined ? undefined : { words: words(limit.value), source: limit.source };
}
