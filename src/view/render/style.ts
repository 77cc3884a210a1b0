/**
 * Roles of text, so that renderers say what a piece of text means and not how it looks. The version with colours
 * belongs to the command line, because only that knows the terminal.
 */

/** Every role, in the order in which the marker style lists them. */
export const ROLES = [
  "create",
  "update",
  "delete",
  "attach",
  "detach",
  "keep",
  "error",
  "warning",
  "hint",
  "muted",
  "strong",
] as const;

export type Role = (typeof ROLES)[number];

/** Marks a piece of text as having the role. The text may not contain line breaks. */
export type Style = { readonly [role in Role]: (text: string) => string };

/** A style from one function for all roles. */
export function styleOf(mark: (role: Role, text: string) => string): Style {
  const entries = ROLES.map((role) => [role, (text: string) => mark(role, text)] as const);
  return Object.fromEntries(entries) as Style;
}

/** Text as it is. */
export const plainStyle: Style = styleOf((_role, text) => text);

/** Text with the role written around it, for tests: `[error]…[/]`. */
export const markerStyle: Style = styleOf((role, text) => (text === "" ? "" : `[${role}]${text}[/]`));
