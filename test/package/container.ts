/** Container images: built and run with whatever tool this machine has, on a base that needs no registry. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Ended, run } from "./packed.ts";

export interface ContainerTool {
  readonly name: string;
  /** The folder is the context, with a `Dockerfile`. */
  build(folder: string, tag: string, base?: string): Ended;
  /** Runs the image's entry point, or another program. `mounted` becomes `/work`. */
  run(tag: string, mounted: string, words: readonly string[], program?: string): Ended;
  remove(tags: readonly string[]): void;
}

/** Undefined where no tool works, such as a Docker client without a daemon. `scratch`: for what a tool has to store. */
export function containerTool(scratch: string): ContainerTool | undefined {
  if (process.platform !== "linux") return undefined;
  for (const name of ["docker", "podman"]) {
    if (works(name, ["info"])) return daemonTool(name);
  }
  const store = ["--root", join(scratch, "images"), "--runroot", join(scratch, "running"), "--storage-driver", "vfs"];
  return works("buildah", [...store, "images"]) ? buildahTool(store) : undefined;
}

function works(program: string, words: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: "ignore" }).status === 0;
}

const baseArgument = (base: string | undefined): readonly string[] =>
  base === undefined ? [] : ["--build-arg", `BASE=${base}`];

function daemonTool(name: string): ContainerTool {
  const call = (words: readonly string[], folder = "."): Ended => run(name, words, folder);
  return {
    name,
    build: (folder, tag, base) => call(["build", "--tag", tag, ...baseArgument(base), "."], folder),
    run: (tag, mounted, words, program) => {
      const entry = program === undefined ? [] : ["--entrypoint", program];
      return call(["run", "--rm", "--volume", `${mounted}:/work`, ...entry, tag, ...words]);
    },
    remove: (tags) => void call(["image", "rm", "--force", ...tags]),
  };
}

/** As `buildah inspect` prints it. */
interface BuildahContainer {
  readonly OCIv1: { readonly config: { readonly Entrypoint: readonly string[] } };
}

/** Without namespaces of its own, so that it also works inside a container. */
function buildahTool(store: readonly string[]): ContainerTool {
  const containers = new Map<string, string>();
  const call = (words: readonly string[], folder = "."): Ended =>
    run("buildah", [...store, ...words], folder, { BUILDAH_ISOLATION: "chroot" });
  return {
    name: "buildah",
    build: (folder, tag, base) => call(["build", "--quiet", "--tag", tag, ...baseArgument(base), "."], folder),
    run: (tag, mounted, words, program) => {
      // One for all runs: creating it copies the image.
      const container = containers.get(tag) ?? call(["from", "--pull-never", tag]).stdout.trim();
      containers.set(tag, container);
      const { OCIv1 } = JSON.parse(call(["inspect", container]).stdout) as BuildahContainer;
      const entry = program === undefined ? OCIv1.config.Entrypoint : [program];
      return call(["run", "--volume", `${mounted}:/work`, container, "--", ...entry, ...words]);
    },
    remove: (tags) => {
      if (containers.size > 0) call(["rm", ...containers.values()]);
      call(["rmi", "--force", ...tags]);
    },
  };
}

/** Writes the context of an image with the shell, Node, npm and git of this machine. */
export function writeBase(folder: string): void {
  const find = (program: string): string => {
    const { stdout } = spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" });
    return stdout.trim();
  };
  const programs = new Map([
    ["/bin/sh", "/bin/sh"],
    ["/usr/bin/env", find("env")],
    ["/usr/bin/git", find("git")],
    ["/usr/bin/node", process.execPath],
  ]);
  const { stdout } = spawnSync("ldd", [...programs.values()], { encoding: "utf8" });
  const libraries = new Set(stdout.match(/\/\S+(?= \(0x)/g));
  for (const [to, from] of [...programs, ...[...libraries].map((path) => [path, path] as const)]) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(realpathSync(from), join(folder, to));
  }
  const npm = dirname(dirname(realpathSync(find("npm"))));
  cpSync(npm, join(folder, "usr/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(folder, "usr/bin/npm"));
  for (const name of ["etc", "tmp"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "Dockerfile"), "FROM scratch\nCOPY . /\n");
}
