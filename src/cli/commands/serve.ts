/** `laurel serve`: the embedded service on a port of this machine, until it is interrupted. */
import { resolve } from "node:path";
import { ServiceFailure } from "../../emulator/data-file.ts";
import { parseFault } from "../../emulator/faults.ts";
import { type RunningService, type StartOptions, startService } from "../../emulator/server.ts";
import { quoted } from "../../manifest/wording.ts";
import { defined } from "../../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import type { JsonObject } from "../../model/json.ts";
import { didYouMean } from "../../model/nearest.ts";
import { SEMANTICS_NAMES, SEMANTICS_SETTINGS, type Semantics, semanticsOf } from "../../project/rules-settings.ts";
import { renderServing } from "../../view/serving-text.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { filesAmongManifests } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function serveCommand(flags: FlagsOf<"serve">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const misplaced = await filesAmongManifests(flags, ports);
  const options: Checked<StartOptions> = misplaced.length > 0 ? { diagnostics: misplaced } : startOptions(flags, ports);
  const service: Checked<RunningService> =
    options.value === undefined ? { diagnostics: options.diagnostics } : await start(options.value, reporter);
  if (service.value === undefined) {
    reporter.report(service.diagnostics);
    return exitCodeOf(service.diagnostics);
  }
  const { url, token, close } = service.value;
  reporter.hide(token);
  // Before the address is printed: a program that waits for it may end the service at once.
  const interrupted = new Promise<void>((ended) => {
    const forget = ports.onSignal(() => {
      forget();
      ended();
    });
  });
  ports.stdout.write(renderServing(url, token, reporter.result));
  await interrupted;
  await close();
  // An interruption ends it normally; it is no failure.
  return EXIT.done;
}

async function start(options: StartOptions, reporter: TerminalReporter): Promise<Checked<RunningService>> {
  const onRequest: StartOptions["onRequest"] = ({ method, path, query, status }) =>
    reporter.log({ event: "served", method, path, status, ...(query === "" ? {} : { query }) });
  try {
    return { value: await startService({ ...options, onRequest }), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return { diagnostics: [diagnostic(error.code, error.message, { help: error.help })] };
  }
}

function startOptions(flags: FlagsOf<"serve">, ports: ProcessPorts): Checked<StartOptions> {
  const {
    port = 0,
    profile,
    put,
    scalars,
    includes,
    restrictDeletes: strict = false,
    data,
    token,
    maxPageSize,
  } = flags;
  const problems: Diagnostic[] = [];
  const faults = flags.fault.flatMap((each) => {
    const parsed = parseFault(each);
    if ("fault" in parsed) return [parsed.fault];
    problems.push(diagnostic("usage", parsed.problem));
    return [];
  });
  const semantics = assumedBy(flags.assume, problems);
  const rateLimit = rateLimitOf(flags.rateLimit, problems);
  if (maxPageSize === 0)
    problems.push(diagnostic("usage", "A page has at least one record: --max-page-size 0 is not possible."));
  if (port > 65_535) problems.push(diagnostic("usage", `There is no port ${port}; ports go up to 65535.`));
  if (problems.length > 0) return { diagnostics: problems };
  const dataFile = data === undefined ? undefined : resolve(ports.cwd, data);
  const more = defined({ dataFile, token, maxPageSize, rateLimit });
  return { value: { port, profile, put, scalars, includes, strict, semantics, faults, ...more }, diagnostics: [] };
}

/** What is assumed of the run-time rules, as NAME=VALUE. */
function assumedBy(given: readonly string[], problems: Diagnostic[]): Semantics {
  const known = new Map(
    SEMANTICS_NAMES.flatMap((name) =>
      Object.keys(SEMANTICS_SETTINGS[name].choices).map((value): [string, JsonObject] => [
        `${name}=${value}`,
        { [name]: value },
      ]),
    ),
  );
  for (const each of given.filter((text) => !known.has(text))) {
    const help = didYouMean(each, [...known.keys()]);
    const detail = `--assume ${quoted(each)} is no setting of semantics with a value that it takes.`;
    problems.push(diagnostic("usage", detail, { help: help.length > 0 ? help : ["for example: --assume xor=parity"] }));
  }
  return semanticsOf(...given.map((each) => known.get(each) ?? {}));
}

function rateLimitOf(given: string | undefined, problems: Diagnostic[]): StartOptions["rateLimit"] {
  if (given === undefined) return undefined;
  const [, requests, perSeconds] = /^([1-9][0-9]{0,8})\/([1-9][0-9]{0,8})$/.exec(given) ?? [];
  if (requests !== undefined && perSeconds !== undefined) {
    return { requests: Number(requests), perSeconds: Number(perSeconds) };
  }
  const detail = `--rate-limit ${given} is not a number of requests, a slash and a number of seconds, such as 60/10.`;
  problems.push(diagnostic("usage", detail));
  return undefined;
}
