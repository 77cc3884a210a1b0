/** What `laurel codegen` knows of each language beyond its template: how names look, and what comments read. */

/** How words are put together: `slayDragon`, `SlayDragon`, `SLAY_DRAGON`. No name in one looks like one that spells an id out. */
export type Case = "camel" | "pascal" | "constant";

export interface Language {
  /** Of constants. */
  readonly case: Case;
  /** In front of every name; with it, a name may begin with a digit. */
  readonly prefix?: string;
  /** Names that mean something else already. They get a `_` at the end. */
  readonly reserved?: readonly string[];
  /** What a documentation comment reads besides text, and how to take its meaning away. */
  readonly escapes?: Readonly<Record<string, string>>;
}

/** By the value of `--language`. */
export const LANGUAGES = {
  typescript: { case: "camel" },
  csharp: {
    case: "pascal",
    // Members of every class: another one of that name hides them, with a warning.
    reserved: ["Equals", "Finalize", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "ToString"],
    escapes: { "&": "&amp;", "<": "&lt;", ">": "&gt;" },
  },
  // No keyword and no macro looks like that.
  cpp: { case: "pascal", prefix: "k" },
  gdscript: {
    case: "constant",
    // Words of the language, and constants of every object.
    reserved: [
      ...["PI", "TAU", "INF", "NAN"],
      ...["APPEND_SOURCE_OBJECT", "DEFERRED", "ONE_SHOT", "PERSIST", "REFERENCE_COUNTED"].map(
        (name) => `CONNECT_${name}`,
      ),
      ...["EXTENSION_RELOADED", "POSTINITIALIZE", "PREDELETE"].map((name) => `NOTIFICATION_${name}`),
    ],
    escapes: { "[": "[lb]" },
  },
  lua: { case: "constant" },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
