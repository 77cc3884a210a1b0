/**
 * CI systems: there, a pull request must not choose a token, its destination or the files that are
 * read.
 */
import type { Variables } from "./model.ts";

/** Variables that CI systems set. */
const CI_SYSTEMS = ["CI", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION"];

/** The name of a variable that says that this is a CI system; undefined elsewhere. */
export function ciVariable(variables: Variables): string | undefined {
  return CI_SYSTEMS.find((name) => (variables[name] ?? "") !== "");
}
