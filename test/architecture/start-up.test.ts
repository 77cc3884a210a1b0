/** What is loaded before the command is known stays little: it is paid for by every run, the help included. */
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sources } from "./sources.ts";

/** Files and packages that are loaded with a file, without those that it loads when it needs them. */
function loadedWith(entry: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    const code = sources.find(({ path }) => path === file)?.code ?? "";
    for (const [, isType, name = ""] of code.matchAll(/^(?:import|export)\s+(type\s)?[^;"']*?from\s+"([^"]+)"/gm)) {
      if (isType !== undefined) continue;
      if (name.startsWith(".")) files.add(join(dirname(file), name).split("\\").join("/"));
      else packages.add(name);
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

describe("the start", () => {
  it("loads no package but the one that finds the nearest word", () => {
    expect(loadedWith("main.ts").packages).toEqual(["leven", "node:fs", "node:util"]);
  });

  it("loads the command line and the tables that it reads, and no command", () => {
    const { files } = loadedWith("main.ts");
    expect(files.length).toBeLessThanOrEqual(35);
    expect(files.filter((file) => /^(render|service|semantics)\/|^cli\/commands\//.test(file))).toEqual([]);
  });

  it("would notice: a command loads more", () => {
    expect(loadedWith("cli/commands/plan.ts").packages).toContain("undici");
    expect(loadedWith("library.ts").packages).not.toContain("hono");
  });
});
