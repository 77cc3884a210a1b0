/** `--shard`: the part of the games for this job, given as such or by the variables of the CI system. */
import { counted, quoted } from "../manifest/wording.ts";
import { type Checked, diagnostic } from "../model/diagnostics.ts";
import type { Shard } from "../project/shard.ts";
import type { Ports } from "./ports.ts";

/** Jobs at most: more than any CI system starts, and few enough to count through. */
const MOST = 10_000;

const FORMS = [
  "--shard 2/8: the second of eight parts",
  "--shard auto: from CI_NODE_INDEX and CI_NODE_TOTAL, which GitLab sets for a job with `parallel`",
  "--shard auto/8: from JOB_COMPLETION_INDEX, which Kubernetes sets for an indexed Job",
];

/** The requested part; no value and no problem without the flag. Every problem is wrong usage. */
export function requestedShard(given: string | undefined, { env }: Pick<Ports, "env">): Checked<Shard> {
  if (given === undefined) return { diagnostics: [] };
  if (given === "auto") return fromGitlab(env);
  const [, index, of] = /^(auto|[0-9]+)\/([0-9]+)$/.exec(given) ?? [];
  if (index === undefined || of === undefined) return wrong(`--shard is given as ${quoted(given)}.`, FORMS);
  if (index === "auto") return fromKubernetes(env, Number(of));
  return checked(Number(index), Number(of), `--shard ${given}`);
}

/** GitLab counts from 1. A job without `parallel` has a total of 1 and no index. */
function fromGitlab(env: Ports["env"]): Checked<Shard> {
  const total = whole(env.CI_NODE_TOTAL);
  const index = whole(env.CI_NODE_INDEX) ?? (total === 1 && !env.CI_NODE_INDEX ? 1 : undefined);
  if (total !== undefined && index !== undefined) return checked(index, total, "CI_NODE_INDEX/CI_NODE_TOTAL");
  const said = ["CI_NODE_INDEX", "CI_NODE_TOTAL"].map((name) => `${name} is ${shown(env[name])}`).join(" and ");
  return wrong(`--shard auto needs two variables with whole numbers: ${said}.`, FORMS);
}

/** Kubernetes counts from 0, and gives a Pod only its index. */
function fromKubernetes(env: Ports["env"], of: number): Checked<Shard> {
  const index = whole(env.JOB_COMPLETION_INDEX);
  if (index !== undefined) return checked(index + 1, of, `JOB_COMPLETION_INDEX=${index} of ${of}, counted from 0,`);
  const said = `JOB_COMPLETION_INDEX is ${shown(env.JOB_COMPLETION_INDEX)}`;
  return wrong(`--shard auto/${of} needs a variable with a whole number: ${said}.`, [
    "give the Job completionMode: Indexed",
    ...FORMS,
  ]);
}

function checked(index: number, of: number, source: string): Checked<Shard> {
  if (of < 1 || of > MOST) return wrong(`${source} is split into ${of}; it can be 1 to ${MOST}.`, FORMS);
  if (index >= 1 && index <= of) return { value: { index, of }, diagnostics: [] };
  const parts = of === 1 ? "there is 1 part" : `the parts are 1 to ${of}`;
  return wrong(`${source} is part ${index} of ${of}, and ${parts}.`, FORMS);
}

function wrong(detail: string, help: readonly string[]): Checked<Shard> {
  return { diagnostics: [diagnostic("usage", detail, { help })] };
}

function whole(value: string | undefined): number | undefined {
  return value !== undefined && /^[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
}

function shown(value: string | undefined): string {
  if (value === undefined) return "not set";
  return value === "" ? "empty" : quoted(value);
}

/** The part of a saved plan to apply. A plan that was made for a part is applied whole: no other part may be requested. */
export function shardOfPlan(file: string, saved: Shard | undefined, given: Shard | undefined): Checked<Shard> {
  if (saved === undefined) return { ...(given === undefined ? {} : { value: given }), diagnostics: [] };
  if (given === undefined || (given.index === saved.index && given.of === saved.of)) {
    return { value: saved, diagnostics: [] };
  }
  const detail = `${file} is shard ${saved.index} of ${saved.of}, and --shard is ${given.index} of ${given.of}.`;
  return wrong(detail, ["leave --shard out: the file holds the games of its own shard only"]);
}

/** `Shard 2 of 8: 25 of 200 games.`, or that it is empty. `all`: absent where only the games of the shard are known. */
export function shardLine({ index, of }: Shard, own: number, all?: number): string {
  const lead = `Shard ${index} of ${of}`;
  if (own > 0) return `${lead}: ${all === undefined ? "" : `${own} of `}${counted(all ?? own, "game")}.`;
  if (all === undefined) return `${lead} has no game. Nothing to do.`;
  return `${lead} has no game: there ${all === 1 ? "is" : "are"} only ${all}. Nothing to do.`;
}
