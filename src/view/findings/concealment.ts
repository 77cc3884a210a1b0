/** Secrets in problems, hidden before they are shown. */
import type { Catalog } from "../../catalog/types.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { concealDiagnostic, MASK, type Secrets, unknownSecrets } from "../../plan/secrets.ts";

/** At the end of a page with masks. */
export const MASK_NOTE = `\`${MASK}\` replaces names and texts of secret resources, and of resources that only those use. \`--reveal-secrets\` shows them.`;

/** How secrets are hidden. */
export interface Concealment {
  readonly catalog: Catalog;
  /** Shows secrets. */
  readonly reveal: boolean;
}

/** `secrets`: undefined where they are unknown, because the game could not be planned. */
export function concealAll(
  problems: readonly Diagnostic[],
  secrets: Secrets | undefined,
  { reveal, catalog }: Concealment,
): readonly Diagnostic[] {
  if (reveal) return problems;
  const known = secrets ?? unknownSecrets(catalog);
  return problems.map((each) => concealDiagnostic(each, known));
}
