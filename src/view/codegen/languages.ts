/** What `laurel codegen` knows of each language beyond its template: how names look, and what comments read. */
import type { Case, NameCase } from "./identifiers.ts";

/** What a documentation comment reads in a language besides text, and how to take its meaning away. */
export type Markup = "none" | "xml" | "bbcode";

export interface Language {
  /** Of constants. */
  readonly case: NameCase;
  readonly prefix: string;
  readonly reserved: readonly string[];
  /** Of what holds the constants of one kind: a class, a namespace, a table. */
  readonly blockCase: Case;
  /** Whether a constant may not be called like the block that it is in. */
  readonly blockIsReserved: boolean;
  readonly markup: Markup;
  /** What holds everything; empty where a file does that by itself. */
  readonly namespace: string;
}

const PLAIN = { prefix: "", reserved: [], blockIsReserved: false, markup: "none", namespace: "" } as const;

/** By the value of `--language`. */
export const LANGUAGES = {
  typescript: { ...PLAIN, case: "camel", blockCase: "pascal" },
  csharp: {
    case: "pascal",
    prefix: "",
    // Members of every class: another one of that name hides them, with a warning.
    reserved: ["Equals", "Finalize", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "ToString"],
    blockCase: "pascal",
    blockIsReserved: true,
    markup: "xml",
    namespace: "GameIds",
  },
  cpp: {
    ...PLAIN,
    case: "pascal",
    // No keyword and no macro looks like that.
    prefix: "k",
    blockCase: "snake",
    namespace: "game_ids",
  },
  gdscript: {
    ...PLAIN,
    case: "constant",
    // Words of the language, and constants of every object.
    reserved: [
      ...["PI", "TAU", "INF", "NAN"],
      ...["APPEND_SOURCE_OBJECT", "DEFERRED", "ONE_SHOT", "PERSIST", "REFERENCE_COUNTED"].map(
        (name) => `CONNECT_${name}`,
      ),
      ...["EXTENSION_RELOADED", "POSTINITIALIZE", "PREDELETE"].map((name) => `NOTIFICATION_${name}`),
    ],
    blockCase: "pascal",
    markup: "bbcode",
    namespace: "GameIds",
  },
  lua: { ...PLAIN, case: "constant", blockCase: "snake" },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
