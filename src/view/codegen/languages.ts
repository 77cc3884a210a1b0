/** What `laurel codegen` knows of each language beyond its template: how names look, and what comments read. */
import type { LanguageName } from "../../model/constants-languages.ts";
import type { Case, NameCase } from "./identifiers.ts";

/** What a documentation comment reads in a language besides text, and how to take its meaning away. */
export type Markup = "none" | "xml" | "bbcode";

export interface Language {
  /** As people write it. */
  readonly title: string;
  /** Of constants. */
  readonly case: NameCase;
  readonly prefix: string;
  readonly reserved: readonly string[];
  /** Of what holds the constants of one kind: a class, a namespace, a table. */
  readonly blockCase: Case;
  /** Whether a constant may not be called like the block that it is in. */
  readonly blockIsReserved: boolean;
  readonly markup: Markup;
  /** What holds everything, where a file does not do that by itself. */
  readonly namespace?: {
    readonly default: string;
    readonly pattern: RegExp;
    /** For messages. */
    readonly form: string;
  };
}

const PLAIN = { prefix: "", reserved: [], blockIsReserved: false, markup: "none" } as const;

/** By the value of `--language`. */
export const LANGUAGES = {
  typescript: { ...PLAIN, title: "TypeScript", case: "camel", blockCase: "pascal" },
  csharp: {
    title: "C#",
    case: "pascal",
    prefix: "",
    // Members of every class: another one of that name hides them, with a warning.
    reserved: ["Equals", "Finalize", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "ToString"],
    blockCase: "pascal",
    blockIsReserved: true,
    markup: "xml",
    namespace: {
      default: "GameIds",
      pattern: /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/,
      form: "names with dots between them, such as Studio.Game.Ids",
    },
  },
  cpp: {
    ...PLAIN,
    title: "C++",
    case: "pascal",
    // No keyword and no macro looks like that.
    prefix: "k",
    blockCase: "snake",
    namespace: {
      default: "game_ids",
      pattern: /^[A-Za-z]\w*(?:::[A-Za-z]\w*)*$/,
      form: "names with :: between them, such as studio::game_ids",
    },
  },
  gdscript: {
    ...PLAIN,
    title: "GDScript",
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
    namespace: { default: "GameIds", pattern: /^[A-Za-z_]\w*$/, form: "one name, such as GameIds" },
  },
  lua: { ...PLAIN, title: "Lua", case: "constant", blockCase: "snake" },
} as const satisfies Record<LanguageName, Language>;
