/** What a piece of text means, so that documents do not say how it looks: the command line knows the terminal's colours. */
export type Role =
  | "create"
  | "update"
  | "delete"
  | "attach"
  | "detach"
  | "keep"
  | "error"
  | "warning"
  | "hint"
  | "muted"
  | "strong";

/** Marks a piece of text as having the role. The text may not contain line breaks. */
export type Style = (role: Role, text: string) => string;

/** Text as it is. */
export const plainStyle: Style = (_role, text) => text;
