/** `laurel serve`: the embedded service on a port of this machine, until it is interrupted. */
import { resolve } from "node:path";
import { ServiceFailure } from "../../emulator/data-file.ts";
import { type RunningService, type StartOptions, startService } from "../../emulator/server.ts";
import { defined } from "../../ground/collections.ts";
import { diagnostic } from "../../model/diagnostics.ts";
import { servingDocument } from "../../view/init/document.ts";
import { NO_PROBLEMS } from "../../view/mask/mask.ts";
import { renderText } from "../../view/render/text.ts";
import { whyNotOutput } from "../../workflow/inputs.ts";
import { Stop } from "../../workflow/problems.ts";
import { type CommandContext, defineCommand, type Flags, type Result } from "../command/command.ts";
import { text } from "../command/options.ts";

const options = {
  port: { ...text, describe: "Port (default: any that is free)" },
  data: { ...text, describe: "File to keep the data in (default: memory)" },
  token: { ...text, describe: "Token that clients have to send (default: generated and printed)" },
} as const;
const examples = [
  ["laurel serve --port 8080 --data game.json", "Keep the data in a file"],
] as const;

export const definition = defineCommand({ options, examples, run });

async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const { ports, reporter } = context;
  const { url, token, close } = await start(flags, context);
  reporter.hide(token);
  // Before the address is printed: a program that waits for it may end the service at once.
  const interrupted = new Promise<void>((ended) => {
    const forget = ports.onSignal(() => {
      forget();
      ended();
    });
  });
  ports.stdout.write(renderText(servingDocument(url, token), reporter.result));
  await interrupted;
  await close();
  // An interruption ends it normally; it is no failure.
  return { view: { problems: NO_PROBLEMS } };
}

async function start(
  flags: Flags<typeof options>,
  { ports, reporter }: CommandContext,
): Promise<RunningService> {
  const { port: digits = "0", data, token } = flags;
  const port = Number(digits);
  if (!/^\d+$/.test(digits) || port > 65_535) {
    throw new Stop(diagnostic("usage", "--port must be a whole number up to 65535."));
  }
  const dataFile = data === undefined ? undefined : resolve(ports.cwd, data);
  const why = dataFile && (await whyNotOutput(dataFile, { cwd: ports.cwd, isData: true }));
  if (why !== undefined) throw new Stop(diagnostic("usage", `--data ${data} ${why}.`));
  const onRequest: StartOptions["onRequest"] = ({ method, path, query, status }) =>
    reporter.log({ event: "served", method, path, status, ...(query === "" ? {} : { query }) });
  try {
    return await startService({ port, onRequest, ...defined({ dataFile, token }) });
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    throw new Stop(diagnostic(error.code, error.message, { help: error.help }));
  }
}
