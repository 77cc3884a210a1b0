/** What shows a rule at work. */

export interface RuleExample {
  /** Manifests in which the rule finds something, and no other one does. */
  readonly bad: string;
  /** Manifests in which it finds nothing. */
  readonly good: string;
  /** What the project file has to say for both. */
  readonly project?: string;
}
