/** Roles as colours of a terminal. Only the sixteen basic colours, which people have tuned to their own screens. */
import { styleText } from "node:util";
import { type Role, type Style, styleOf } from "../../view/text/style.ts";

type Format = Parameters<typeof styleText>[0];

const FORMATS: Readonly<Record<Role, Format>> = {
  create: "green",
  update: "yellow",
  delete: "red",
  attach: "cyan",
  detach: "magenta",
  keep: "gray",
  error: ["bold", "red"],
  warning: "yellow",
  hint: "cyan",
  muted: "gray",
  strong: "bold",
};

/** Whether to colour is decided by the caller, so the check of a stream is switched off. */
export const ansiStyle: Style = styleOf((role, text) =>
  text === "" ? "" : styleText(FORMATS[role], text, { validateStream: false }),
);
