/** The runner of GitHub Actions, as far as it reads what a step prints. */
import type { CliRun } from "../../support/cli.ts";

/**
 * What the runner carries out: in each line, without the blanks at its beginning, `::name …::` at
 * the beginning, else `##[name …]` anywhere (github.com/actions/runner, ActionCommand).
 */
export function commandsIn({
  stdout,
  stderr,
}: Pick<CliRun, "stdout" | "stderr">): readonly string[] {
  const lines = [stdout, stderr].flatMap((stream) => stream.split(/\r\n|\r|\n/));
  return lines.flatMap((line) => {
    const own = /^::[^:]+::/.exec(line.trimStart())?.[0];
    if (own !== undefined) return [own];
    const start = line.indexOf("##[");
    return start === -1 || !line.includes("]", start) ? [] : [line.slice(start)];
  });
}
