/**
 * Budgets of work. In: the size of an input. Out: units for analyses to spend, so that every
 * command ends in about linear time. Units count evaluations, not time: the same input has the same
 * answers on every machine.
 */

export interface WorkBudget {
  /** Below 0: spent. */
  left: number;
}

/** Units of a command, and those for each part of its input. A unit takes about a microsecond. */
const CONSTANT = 1_500_000;
const FOR_EACH_PART = 2;

/**
 * Makes the budget of one of so many games. `parts`: its resources, weighed, with their members and
 * conditions.
 */
export function workFor(parts: number, games = 1): WorkBudget {
  return { left: Math.floor(CONSTANT / Math.max(1, games)) + FOR_EACH_PART * parts };
}

/** Makes a budget for input that is bounded in another way. */
export function endlessWork(): WorkBudget {
  return { left: Number.POSITIVE_INFINITY };
}

export function isSpent({ left }: WorkBudget): boolean {
  return left < 0;
}

/**
 * Runs a part of the work with at most so many units. A part that reaches this limit of its own
 * doesn't spend the budget; one that needs more than is left does.
 */
export function spendUpTo<Result>(
  budget: WorkBudget,
  most: number,
  run: (part: WorkBudget) => Result,
): Result {
  const granted = Math.min(most, budget.left);
  const part = { left: granted };
  const result = run(part);
  const used = granted - part.left;
  budget.left -= granted === most ? Math.min(granted, used) : used;
  return result;
}

/** An answer, and whether its budget was spent before it was complete. */
export interface BudgetedAnswer<Answer> {
  readonly answer: Answer;
  readonly isCut: boolean;
}

/**
 * Answers each question within an equal share of half the budget, and those that need more within
 * an equal share of the rest. So an expensive question costs no other one its answer, and the order
 * of questions does not matter.
 */
export function answerInShares<Question, Answer>(
  questions: Iterable<Question>,
  budget: WorkBudget,
  answerTo: (question: Question, share: WorkBudget) => Answer,
): ReadonlyMap<Question, BudgetedAnswer<Answer>> {
  const answers = new Map<Question, BudgetedAnswer<Answer>>();
  let open: readonly Question[] = [...questions];
  for (const part of [0.5, 1]) {
    const units = Math.floor((budget.left * part) / Math.max(1, open.length));
    for (const question of open) {
      const share = { left: units };
      const answer = answerTo(question, share);
      budget.left -= units - share.left;
      answers.set(question, { answer, isCut: isSpent(share) });
    }
    open = open.filter((question) => answers.get(question)?.isCut === true);
  }
  return answers;
}

/**
 * Returns the largest cost up to which everything fits into the budget together: the smallest costs
 * come first, equal ones together.
 */
export function affordableCost(costs: Iterable<number>, { left }: WorkBudget): number {
  let total = 0;
  let most = Number.POSITIVE_INFINITY;
  const sorted = [...costs].sort((a, b) => a - b);
  for (const [index, cost] of sorted.entries()) {
    total += cost;
    if (total <= left) continue;
    most = sorted.slice(0, index).findLast((smaller) => smaller < cost) ?? -1;
    break;
  }
  return most;
}
