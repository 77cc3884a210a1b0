/**
 * Holders of locks. A process id is only unique on one host, for one boot, in one PID namespace.
 */
import { createHash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { errorCodeOf } from "../ground/errors.ts";
import { isJsonObject, jsonIn, jsonText } from "../ground/json.ts";

/** The scope of a process id. Members are empty if the system does not show them. */
export interface ProcessScope {
  readonly host: string;
  /** Machine id, which stays the same across boots. */
  readonly machine: string;
  /** Id of the machine's current boot. */
  readonly boot: string;
  /** The PID and time namespaces. */
  readonly namespaces: string;
}

/** The file in a lock. Its name identifies the process, and its text has the process's scope. */
interface HolderFile {
  readonly name: string;
  readonly text: string;
}

/** The state of a lock's holder, judged by another process. */
export type Holder =
  | { readonly state: "ended" }
  | { readonly state: "running"; readonly pid: string }
  /** In another scope, where this process cannot check it. `host` is absent for this host. */
  | { readonly state: "elsewhere"; readonly pid: string; readonly host?: string }
  | { readonly state: "unknown" };

/** Process id, start time (empty if the system does not show it), and digest of the scope. */
const NAME = /^(\d+)\.(\d*)\.([0-9a-f]{16})$/;

/** Reads the scope of this process. */
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

/** Creates the file that names this process as the holder. */
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
  // A process doesn't survive a reboot. Host names are not unique, so machine ids are compared too.
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
  if (!isJsonObject(value)) return undefined;
  const { host, machine, boot, namespaces } = value;
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

/** Whether a process of this scope runs, and started then if the system shows start times. */
async function isRunning(pid: string, started: string): Promise<boolean> {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return errorCodeOf(error) !== "ESRCH";
  }
  // A new PID namespace may still see the `/proc` of the outer one.
  const isOwnProc = (await readlink("/proc/self").catch(() => "")) === String(process.pid);
  return !isOwnProc || ((await readStartTime(pid)) ?? started) === started;
}

/** Reads the start time of a process on Linux, because a later process can get the same id. */
async function readStartTime(pid: string): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second member is the name of the program, which can contain any character.
    const members = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended.
    return ["Z", "X"].includes(members[0] ?? "") ? "ended" : members[19];
  } catch {
    return undefined;
  }
}
