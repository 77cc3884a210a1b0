/**
 * Holders of locks: a process id counts only on one host, since one boot, and in one PID namespace.
 */
import { createHash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { type JsonObject, jsonIn, jsonText } from "../ground/json.ts";

/** Where process ids are counted. Empty texts where the system does not show them. */
export interface ProcessScope {
  readonly host: string;
  /** The id that a machine keeps when it starts again. */
  readonly machine: string;
  /** The id of this start of the machine. */
  readonly boot: string;
  /** The namespaces that process ids and start times depend on. */
  readonly namespaces: string;
}

/**
 * The file in a lock: its name identifies the process, and its text the scope of the process id.
 */
interface HolderFile {
  readonly name: string;
  readonly text: string;
}

/** The holder of a lock as a process that wants it sees it. */
export type Holder =
  | { readonly state: "ended" }
  | { readonly state: "running"; readonly pid: string }
  /** Nobody can say from here whether it runs. `host`: absent if it is this one. */
  | { readonly state: "elsewhere"; readonly pid: string; readonly host?: string }
  | { readonly state: "unknown" };

/**
 * Process id, when the process started (empty where the system does not show it), and the scope of
 * both.
 */
const NAME = /^(\d+)\.(\d*)\.([0-9a-f]{16})$/;

/** The scope of this process. */
export async function readCurrentScope(): Promise<ProcessScope> {
  const readText = (path: string): Promise<string> =>
    readFile(path, "utf8").then(
      (text) => text.trim(),
      () => "",
    );
  const readTarget = (path: string): Promise<string> => readlink(path).catch(() => "");
  return {
    host: hostname(),
    machine: await readText("/etc/machine-id"),
    boot: await readText("/proc/sys/kernel/random/boot_id"),
    namespaces: [
      await readTarget("/proc/self/ns/pid"),
      await readTarget("/proc/self/ns/time"),
    ].join(" "),
  };
}

/** The file that names this process as the holder. */
export async function createHolderFile(scope: ProcessScope): Promise<HolderFile> {
  const started = (await readStartTime("self")) ?? "";
  return {
    name: `${process.pid}.${started}.${digestScope(scope)}`,
    text: `${jsonText({ ...scope })}\n`,
  };
}

/** Judges a holder by its name and its text; `text` is undefined if it cannot be read. */
export async function judgeHolder(
  { name, text }: { readonly name: string; readonly text: string | undefined },
  own: ProcessScope,
): Promise<Holder> {
  const [, pid, started = "", digest] = NAME.exec(name) ?? [];
  if (pid === undefined) return { state: "unknown" };
  if (digest === digestScope(own))
    return (await isRunning(pid, started)) ? { state: "running", pid } : { state: "ended" };
  const scope = text === undefined ? undefined : readScope(text);
  if (scope === undefined || digest !== digestScope(scope)) return { state: "unknown" };
  // The machine was started again since: no process of that time is left. Names of hosts alone are
  // not unique.
  const isSameMachine =
    scope.host === own.host && scope.machine === own.machine && own.machine !== "";
  if (isSameMachine && scope.boot !== own.boot && scope.boot !== "" && own.boot !== "")
    return { state: "ended" };
  return scope.host === own.host
    ? { state: "elsewhere", pid }
    : { state: "elsewhere", pid, host: scope.host };
}

function digestScope({ host, machine, boot, namespaces }: ProcessScope): string {
  const all = [host, machine, boot, namespaces].join("\n");
  return createHash("sha256").update(all).digest("hex").slice(0, 16);
}

function readScope(text: string): ProcessScope | undefined {
  const value = jsonIn(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { host, machine, boot, namespaces } = value as JsonObject;
  const isScope = [host, machine, boot, namespaces].every((member) => typeof member === "string");
  return isScope
    ? {
        host: String(host),
        machine: String(machine),
        boot: String(boot),
        namespaces: String(namespaces),
      }
    : undefined;
}

/**
 * Whether a process of this scope runs; if the system shows start times, the one that started then.
 */
async function isRunning(pid: string, started: string): Promise<boolean> {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
  // A new PID namespace may still see the `/proc` of the outer one.
  const isOwnProc = (await readlink("/proc/self").catch(() => "")) === String(process.pid);
  return !isOwnProc || ((await readStartTime(pid)) ?? started) === started;
}

/** Linux shows when a process started, which distinguishes it from a later one with its number. */
async function readStartTime(pid: string): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second member is the name of the program, which may hold anything.
    const members = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // A process that ended and was not waited for holds nothing.
    return ["Z", "X"].includes(members[0] ?? "") ? "ended" : members[19];
  } catch {
    return undefined;
  }
}
