/** Every environment variable that laurel reads. A test compares them with what commands read. */

interface DocumentedVariables {
  readonly names: readonly string[];
  readonly meaning: string;
}

export const ENVIRONMENT_VARIABLES: readonly DocumentedVariables[] = [
  {
    names: ["LAUREL_API_TOKEN"],
    meaning: "API token of the service. `token_env` names another variable.",
  },
  {
    names: ["LAUREL_ALLOWED_ORIGINS"],
    meaning:
      "The only origins that requests are sent to, such as `https://api.example.com`. Required in CI systems.",
  },
  { names: ["LAUREL_ALLOWED_TOKEN_ENVS"], meaning: "Further names that `token_env` may have." },
  {
    names: ["LAUREL_OUTPUTS"],
    meaning:
      "A new file that `plan` makes, with the line `expect=…`, the digests of its plans, for the next job of a pipeline. It comes before `GITHUB_OUTPUT`.",
  },
  {
    names: ["CI", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION"],
    meaning: "If one of them is set, this is a CI system, where the lists above are required.",
  },
  {
    names: ["GITHUB_ACTIONS"],
    meaning:
      "`true` on GitHub: results are also written to the job's summary, and no line of the output is a workflow command.",
  },
  { names: ["GITHUB_STEP_SUMMARY"], meaning: "On GitHub, the file of the job's summary." },
  { names: ["GITHUB_OUTPUT"], meaning: "On GitHub, the file to which `plan` adds its outputs." },
  {
    names: ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"],
    meaning: "Proxy for requests; also in small letters, which come first.",
  },
  {
    names: ["NO_COLOR", "FORCE_COLOR"],
    meaning: "Turn colour off or on. `--no-color` comes first, then `NO_COLOR`.",
  },
  { names: ["TERM"], meaning: "`dumb` turns colour and live progress off." },
];
