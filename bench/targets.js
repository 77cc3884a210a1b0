/** What is wanted of laurel. Ratios are to the floor that was measured in the same rounds. */
export const TARGETS = {
  /** To an empty program of yargs with the same table of commands. */
  startUp: 1.25,
  validate: 1.4,
  /** Of a plan with nothing to do. */
  plan: 1.4,
  apply: 1.15,
  /** Of scenarios with 10,000 activities and fewer, to the check of the manifests alone. */
  test: 8,
  /** Time at 100,000 resources to time at 10,000. */
  growth: 11,
  /** Bytes, at 100,000 resources. */
  memory: 1.2e9,
};
