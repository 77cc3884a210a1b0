/** Finds out what is secret about a game where somebody needs to know it. */
import { catalog } from "../catalog/index.ts";
import { type Flags, text, texts } from "../cli/args/command.ts";
import { type Secrets, unknownSecrets } from "../plan/secrets.ts";

/**
 * What a page that many people see keeps from them. Finding it out is a walk over the whole game, so without such a page
 * nobody is sent on it; a page would then keep everything back that may be secret.
 */
export function secretsFor(flags: Flags, find: () => Secrets): Secrets {
  const forms = [text(flags, "format"), ...texts(flags, "output").map((output) => output.split("=")[0])];
  return forms.includes("markdown") || forms.includes("html") ? find() : unknownSecrets(catalog);
}
