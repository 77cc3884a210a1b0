/** The command line, read once into what each workflow takes. */
import { resolve } from "node:path";
import { HAZARDS } from "../../model/model.ts";
import { IMPACT_CLASS_NAMES } from "../../plan/impact.ts";
import {
  type ApplyOptions,
  type CarryOutOptions,
  type ConsentOptions,
  type DiffOptions,
  type ExportOptions,
  type GameOptions,
  type GraphOptions,
  type InitOptions,
  PIPELINES,
  type PlanGamesOptions,
  type RevertOptions,
  type TargetOptions,
  type TestOptions,
} from "../../workflow/options.ts";
import { type Flags, flag, integer, text, texts } from "./command.ts";

export function gameOptions(flags: Flags): GameOptions {
  return {
    project: text(flags, "project"),
    games: texts(flags, "game"),
    env: text(flags, "env"),
    manifests: text(flags, "manifests"),
    shard: text(flags, "shard"),
  };
}

export function targetOptions(flags: Flags): TargetOptions {
  return {
    ...gameOptions(flags),
    baseUrl: text(flags, "base-url"),
    gameId: text(flags, "game-id"),
    allowInsecureHttp: flag(flags, "allow-insecure-http") ?? false,
    prune: flag(flags, "prune"),
    base: text(flags, "base"),
  };
}

function consentOptions(flags: Flags): ConsentOptions {
  const [allow, failOn] = [texts(flags, "allow"), texts(flags, "fail-on")];
  const forms = [text(flags, "format"), ...texts(flags, "output").map((output) => output.split("=")[0])];
  return {
    allow: HAZARDS.filter((name) => allow.includes(name)),
    failOn: IMPACT_CLASS_NAMES.filter((name) => failOn.includes(name)),
    needsSecrets: forms.includes("markdown") || forms.includes("html"),
  };
}

export function planOptions(flags: Flags): PlanGamesOptions {
  return { ...targetOptions(flags), ...consentOptions(flags), targets: texts(flags, "target") };
}

function carryOutOptions(flags: Flags): CarryOutOptions {
  return {
    yes: flag(flags, "yes") ?? false,
    failFast: flag(flags, "fail-fast") ?? false,
    expect: texts(flags, "expect"),
    report: text(flags, "report"),
  };
}

export function applyOptions(flags: Flags): ApplyOptions {
  return { ...planOptions(flags), ...carryOutOptions(flags), plan: text(flags, "plan") };
}

export function revertOptions(flags: Flags): RevertOptions {
  return {
    ...targetOptions(flags),
    ...consentOptions(flags),
    ...carryOutOptions(flags),
    file: text(flags, "file") ?? "",
    force: flag(flags, "force") ?? false,
  };
}

export function diffOptions(flags: Flags): DiffOptions {
  return { ...targetOptions(flags), from: text(flags, "from"), to: text(flags, "to") };
}

export function exportOptions(flags: Flags): ExportOptions {
  return {
    ...targetOptions(flags),
    outDir: text(flags, "out-dir"),
    kinds: texts(flags, "only"),
    force: flag(flags, "force") ?? false,
  };
}

export function graphOptions(flags: Flags): GraphOptions {
  return {
    ...gameOptions(flags),
    plan: text(flags, "plan"),
    achievements: texts(flags, "achievement"),
    hideSecrets: flag(flags, "hide-secrets") ?? false,
  };
}

export function testOptions(flags: Flags): TestOptions {
  return { ...gameOptions(flags), filters: texts(flags, "filter"), minCoverage: integer(flags, "min-coverage") };
}

export function initOptions(flags: Flags, cwd: string): InitOptions {
  const ci = texts(flags, "ci");
  return {
    folder: resolve(cwd, text(flags, "folder") ?? "."),
    gameName: text(flags, "game-name"),
    baseUrl: text(flags, "base-url"),
    gameId: text(flags, "game-id"),
    empty: flag(flags, "empty"),
    fromLive: flag(flags, "from-live"),
    ci: ci.length === 0 ? undefined : ([...PIPELINES, "none"] as const).filter((name) => ci.includes(name)),
    allowInsecureHttp: flag(flags, "allow-insecure-http") ?? false,
  };
}
