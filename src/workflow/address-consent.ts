/**
 * A plan or report says itself where it goes. Where no project says the same, a token is sent there only if the command
 * line, `LAUREL_ALLOWED_ORIGINS` or a person says so, too.
 */
import { type Flags, flag, text } from "../cli/args/command.ts";
import { changedFlags, fileWord, shellLine } from "../cli/args/shell-line.ts";
import type { Ports } from "../cli/ports.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Target } from "../model/model.ts";
import { ALLOWED_ORIGINS, isOriginAllowed, originProblem } from "../project/variables.ts";
import { renderAddressQuestion } from "../view/apply/question-text.ts";
import { isSameTarget } from "./same-target.ts";

/** Asks once for each address and token. The result says why the token is not sent; undefined: it may be. */
export type AskConsent = (target: Target, token_env: string) => Promise<Diagnostic | undefined>;

/** `command`: what the command line begins with, and the positional that names the file. */
export function addressConsent(command: string, positional: string, flags: Flags, ports: Ports): AskConsent {
  const answers = new Map<string, boolean>();
  return async (target, token_env) => {
    const { base_url } = target;
    const given = text(flags, "base-url");
    if (given !== undefined && isSameTarget(target, { ...target, base_url: given })) return undefined;
    const pinned = originProblem(base_url, base_url, ports.env);
    if (pinned !== undefined || isOriginAllowed(base_url, ports.env) || !URL.canParse(base_url)) return pinned;
    const { origin } = new URL(base_url);
    const key = `${origin} ${token_env}`;
    if (!answers.has(key) && ports.canAsk && flag(flags, "yes") !== true) {
      answers.set(key, (await ports.ask(renderAddressQuestion(origin, token_env)))?.trim() === "yes");
    }
    if (answers.get(key) === true) return undefined;
    const file = text(flags, positional) ?? "";
    const others = Object.keys(flags).filter((name) => name !== positional && name !== "base-url");
    const words = ["laurel", command, fileWord(file), ...changedFlags(flags, others), "--base-url", base_url];
    const detail = `Only ${file} says that the token in ${token_env} belongs to ${origin}. Nothing was sent.`;
    return diagnostic("unverified-target", detail, {
      help: [
        "if the address is right:",
        `  ${shellLine(words)}`,
        `or list the origin outside of the repository: ${ALLOWED_ORIGINS}=${origin}`,
      ],
    });
  };
}

/** Whether it refuses to send a token: nothing is sent for any game of the run then. */
export function isRedirect({ code }: Diagnostic): boolean {
  return code === "target-changed" || code === "unverified-target" || code === "origin-not-allowed";
}
