/** `laurel diff`: compares a game as it is live in two environments, and writes nothing. */
import { catalog } from "../../catalog/index.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, ofGame } from "../../core/diagnostics.ts";
import { type LiveDifference, liveDifference, type Place } from "../../core/environments/live-difference.ts";
import { quoted } from "../../core/wording.ts";
import { readGame } from "../../edges/api/reader.ts";
import { renderLiveDifferencesJson } from "../../render/live-difference-json.ts";
import { renderLiveDifference } from "../../render/live-difference-text.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { chooseGames, type GameChoice } from "../games/games.ts";
import { loadGame } from "../games/load-game.ts";
import { openSession } from "../games/session.ts";
import { type Interrupts, withInterrupts } from "../interrupts.ts";
import { type Flags, flag, text } from "../line/command.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../telling/screen.ts";

export async function diffCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  return withInterrupts(ports, async (interrupts) => {
    const pairs = await choosePairs(flags, ports);
    const diagnostics: Diagnostic[] = [...pairs.diagnostics];
    const differences: LiveDifference[] = [];
    for (const pair of pairs.value ?? []) {
      if (interrupts.signal() !== undefined) break;
      const difference = await compareLive(pair, ports, screen, interrupts);
      const isOneOfMany = (pairs.value ?? []).length > 1;
      diagnostics.push(...(isOneOfMany ? ofGame(pair.from.game, difference.diagnostics) : difference.diagnostics));
      if (difference.value !== undefined) differences.push(difference.value);
    }
    screen.report(diagnostics);
    if (text(flags, "format") === "json") {
      ports.stdout.write(renderLiveDifferencesJson(differences, diagnostics));
    } else {
      ports.stdout.write(differences.map((each) => renderLiveDifference(each, screen.result)).join("\n"));
    }
    const failure = exitCodeOf(diagnostics);
    if (failure !== EXIT.done) return failure;
    const isNews = differences.some(({ changes }) => changes.some(({ expected }) => !expected));
    return flag(flags, "detailed-exitcode") === true && isNews ? EXIT.changes : EXIT.done;
  });
}

interface Pair {
  readonly from: GameChoice;
  readonly to: GameChoice;
}

/** Every chosen game in both environments. */
async function choosePairs(flags: Flags, ports: Ports): Promise<Checked<readonly Pair[]>> {
  const [from, to] = [text(flags, "from"), text(flags, "to")];
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? "--from" : "--to";
    const detail = `\`laurel diff\` compares two environments, and ${missing} is not given.`;
    return { diagnostics: [diagnostic("usage", detail, { help: ["laurel diff --from staging --to production"] })] };
  }
  if (from === to) {
    return { diagnostics: [diagnostic("usage", `--from and --to both name the environment ${quoted(from)}.`)] };
  }
  const [ones, others] = [
    await chooseGames({ ...flags, env: from }, ports),
    await chooseGames({ ...flags, env: to }, ports),
  ];
  const known = new Set(ones.diagnostics.map((each) => JSON.stringify(each)));
  // What is wrong with the project file has nothing to do with the environment.
  const more = others.diagnostics.filter((each) => !known.has(JSON.stringify(each)));
  const diagnostics = [...ones.diagnostics, ...more];
  if (ones.value === undefined || others.value === undefined) return { diagnostics };
  const pairs = ones.value.flatMap((one) => {
    const other = others.value?.find(({ game }) => game === one.game);
    return other === undefined ? [] : [{ from: one, to: other }];
  });
  return { value: pairs, diagnostics };
}

async function compareLive(
  { from, to }: Pair,
  ports: Ports,
  screen: Screen,
  interrupts: Interrupts,
): Promise<Checked<LiveDifference>> {
  const one = await readPlace(from, ports, screen, interrupts);
  const other = await readPlace(to, ports, screen, interrupts);
  const diagnostics = [...one.diagnostics, ...other.diagnostics];
  if (one.value === undefined || other.value === undefined) return { diagnostics };
  return { value: liveDifference(one.value, other.value, catalog), diagnostics };
}

/** The game as it is live. Manifests only explain differences: without them, or with bad ones, none is explained. */
async function readPlace(
  choice: GameChoice,
  ports: Ports,
  screen: Screen,
  interrupts: Interrupts,
): Promise<Checked<Place>> {
  const session = await openSession(choice, ports, screen, interrupts);
  if (session.value === undefined) return { diagnostics: session.diagnostics };
  const { client, target, close } = session.value;
  try {
    const kinds = catalog.map(({ name }) => name);
    const live = await readGame(client, catalog, { kinds, linksOf: () => true });
    const diagnostics = [...session.diagnostics, ...live.diagnostics];
    if (live.value === undefined || hasErrors(diagnostics)) return { diagnostics };
    const { value: desired } = await loadGame(choice, ports);
    const place = { target, live: live.value };
    return { value: desired === undefined ? place : { ...place, desired }, diagnostics };
  } finally {
    await close();
  }
}
