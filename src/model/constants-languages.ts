/** The languages that ids can be written in as constants, by the names that people choose them by. */
export const LANGUAGE_NAMES = ["typescript", "csharp", "cpp", "gdscript", "lua"] as const;

export type LanguageName = (typeof LANGUAGE_NAMES)[number];
