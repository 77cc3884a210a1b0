/** What a log for programs has about a run as a whole. Loaded only when it is asked for. */
import { diagnostic } from "../../model/diagnostics.ts";
import type { Ports } from "../ports.ts";
import type { RunLog } from "./log-format.ts";
import { openScreen } from "./screen.ts";

export function openJsonLog(ports: Ports): RunLog {
  const screen = openScreen({ "log-format": "json" }, ports);
  const begun = screen.now();
  ports.onWarning((warning) => screen.note(`${warning.name}: ${warning.message}`, "warn"));
  return {
    isWatched: false,
    start: (command) => screen.log({ event: "start", command, version: ports.version }),
    mistake: (words) => {
      const [first = "", ...help] = words.split("\n");
      screen.report([diagnostic("usage", first, { help })]);
    },
    unwritten: (words) => screen.report([diagnostic("unwritable-file", `${words}.`)]),
    bug: (bug) => screen.log({ event: "bug", ...bug }),
    end: (exit_code) => screen.log({ event: "end", exit_code, duration_ms: screen.now() - begun }),
  };
}
