/** What is wanted of laurel. Ratios are to the floor that was measured in the same rounds. */
export const TARGETS = {
  /** To an empty program of yargs with the same table of commands. */
  startUp: 1.25,
  validate: 1.4,
  /** With nothing to do, with one resource in a hundred changed, and with all of them. */
  plan: { nothing: 1.4, some: 1.6, all: 2.5 },
  apply: 1.15,
  /** Of scenarios with 10,000 activities and fewer, to the check of the manifests alone. */
  test: 8,
  /** Time at 100,000 resources to time at 10,000. */
  growth: 11,
  /** Time with twice the input to time with half of it. */
  doubled: 2.2,
  /** Bytes, at 100,000 resources. */
  memory: 1e9,
};
