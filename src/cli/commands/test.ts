/** `laurel test`: plays the scenarios of the chosen games, once or whenever a file changes. Needs no network. */
import { resolve } from "node:path";
import { totalsOf } from "../../analysis/scenarios/results.ts";
import { rootOf } from "../../files/manifests.ts";
import { findProjectFile } from "../../files/paths.ts";
import { type FileWatch, type Watched, watchFiles } from "../../files/watch.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { type TestResult, testGames } from "../../workflow/scenarios.ts";
import { selectFolders, wrongBase } from "../../workflow/selection.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { FormatOf } from "../output/formats.ts";
import { testForms } from "../output/forms.ts";
import { openOutputs, type Run, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

type TestFlags = FlagsOf<"test">;
type TestRun = Run<FormatOf<"test">> & { readonly flags: TestFlags };

export async function testCommand(flags: TestFlags, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("test", flags, ports);
  const diagnostics = [...outputs.diagnostics, ...contradictions(flags)];
  const run: TestRun = { flags, ports, reporter, outputs };
  if (diagnostics.length > 0) return tell({ games: [], isSeveral: false, diagnostics }, run);
  return flags.watch === true ? watchAndTest(run) : tell(await testGames(flags, { ports, reporter }), run);
}

/** Flags that do not go together. */
function contradictions(flags: TestFlags): readonly Diagnostic[] {
  const problems: Diagnostic[] = [...wrongBase(flags)];
  const wanted = flags.minCoverage;
  if (wanted !== undefined && wanted > 100) {
    problems.push(diagnostic("usage", "--min-coverage is a number of percent, 100 at most."));
  }
  if (wanted !== undefined && flags.filter.length > 0) {
    problems.push(diagnostic("usage", "--min-coverage is about all scenarios, and --filter takes only some of them."));
  }
  if (flags.watch === true && flags.format !== "text") {
    problems.push(diagnostic("usage", "--watch prints each run as text; --output writes the other forms to files."));
  }
  return problems;
}

async function tell(result: TestResult, run: TestRun): Promise<ExitCode> {
  const code = await writeResult("test", result, testForms(run.flags, run.ports), run);
  return code === EXIT.done && totalsOf(result.games).failed > 0 ? EXIT.failed : code;
}

/** Changes that come closer together than this are one, in milliseconds: editors write a file in several steps. */
const QUIET = 100;

async function watchAndTest(run: TestRun): Promise<ExitCode> {
  const { flags, ports, reporter } = run;
  const stop = new AbortController();
  const forget = ports.onSignal(() => stop.abort());
  let watch: FileWatch | undefined;
  try {
    while (!stop.signal.aborted) {
      watch?.close();
      // Before anything is read, so that no change is missed. The project file may name other folders by now.
      const watched = await watchedFiles(flags, ports);
      watch = watchFiles(watched);
      const code = await tell(await testGames(flags, { ports, reporter }), run);
      if (watched.folders.length + watched.files.length === 0) return code;
      reporter.note("Waiting for a change; Ctrl-C ends.");
      await watch.changed(stop.signal);
      await ports.clock.sleep(QUIET, stop.signal);
    }
  } finally {
    watch?.close();
    forget();
  }
  // An interruption ends it normally; it is no failure.
  return EXIT.done;
}

/** The folders of manifests, changed or not, and the project file, whatever is wrong with it now. */
async function watchedFiles(flags: TestFlags, ports: ProcessPorts): Promise<Watched> {
  const { games } = await selectFolders({ ...flags, changed: false }, ports);
  const folders = new Set<string>();
  for (const choice of games) {
    if ((await rootOf(choice, ports.cwd)).value !== undefined) folders.add(choice.manifests);
  }
  const given = flags.project;
  const project = given === undefined ? await findProjectFile(ports.cwd) : resolve(ports.cwd, given);
  return {
    folders: [...folders],
    files: project === undefined ? [] : [project],
    // What has no ending may be a folder of manifests.
    isWanted: (name) => /\.(ya?ml|json)$/i.test(name) || !/\.[^/\\]*$/.test(name),
  };
}
