/** The log of a run for programs. Loaded only for `--log-format json`. */
import { diagnostic } from "../../model/diagnostics.ts";
import type { ProcessPorts } from "./ports.ts";
import { openReporter } from "./reporter.ts";
import type { RunLog } from "./run-log.ts";

export function openJsonLog(ports: ProcessPorts): RunLog {
  const reporter = openReporter({ logFormat: "json" }, ports);
  const begun = reporter.now();
  ports.onWarning((warning) => reporter.note(`${warning.name}: ${warning.message}`, "warn"));
  return {
    isWatched: false,
    start: (command) => reporter.log({ event: "start", command, version: ports.version }),
    mistake: (words, code) => {
      const [first = "", ...help] = words.split("\n");
      reporter.report([diagnostic(code, first, { help })]);
    },
    unwritten: (words) => reporter.report([diagnostic("unwritable-file", `${words}.`)]),
    bug: (bug) => reporter.log({ event: "bug", ...bug }),
    end: (exit_code) => reporter.log({ event: "end", exit_code, duration_ms: reporter.now() - begun }),
  };
}
