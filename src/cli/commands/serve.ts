/** `laurel serve`: the embedded service on a port of this machine, until it is interrupted. */
import { resolve } from "node:path";
import { ServiceFailure } from "../../emulator/data-file.ts";
import { type RunningService, type StartOptions, startService } from "../../emulator/server.ts";
import { defined } from "../../model/collections.ts";
import { type Checked, diagnostic } from "../../model/diagnostics.ts";
import { renderServing } from "../../view/serving-text.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { filesAmongManifests, namedFile } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function serveCommand(flags: FlagsOf<"serve">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const data = flags.data === undefined ? [] : [namedFile("data", flags.data, ports.cwd)];
  const misplaced = await filesAmongManifests(data, {}, ports);
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

function startOptions({ port = 0, data, token }: FlagsOf<"serve">, ports: ProcessPorts): Checked<StartOptions> {
  if (port > 65_535) {
    return { diagnostics: [diagnostic("usage", `There is no port ${port}; ports go up to 65535.`)] };
  }
  const dataFile = data === undefined ? undefined : resolve(ports.cwd, data);
  return { value: { port, ...defined({ dataFile, token }) }, diagnostics: [] };
}
