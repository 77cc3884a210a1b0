/**
 * Covers needs at the least cost: whole numbers, one for each column, which cost as little as they can while every need
 * gets enough. The search is limited by work, not by time, so that the same question has the same answer everywhere.
 */
import { largest } from "../../../model/collections.ts";
import { type ActionCost, costOfUnits, isAtMost, openLeastCost } from "./effort.ts";

export interface Need {
  readonly least: number;
  /** Undefined: however much. */
  readonly most?: number;
}

interface Covering {
  /** Of each column. Undefined when none was found. */
  readonly values: readonly number[] | undefined;
  /** No cover costs less. Infinite when there is none. */
  readonly at_least: number;
}

const MOST_NODES = 3_000;

/** What one unit of a column gives to each need, and what it costs. */
interface Column {
  readonly gives: readonly number[];
  readonly cost: ActionCost;
}

export function cover(priced: readonly Column[], needs: readonly Need[]): Covering {
  const columns = priced.map(({ gives }) => gives);
  const giving = needs.map((_, need) => columns.flatMap((column, index) => ((column[need] ?? 0) > 0 ? [index] : [])));
  const leastCosts = needs.map((_, need) =>
    openLeastCost(priced.map(({ gives, cost }) => ({ cost, gives: gives[need] ?? 0 }))),
  );
  const floor = disjointFloor(needs, giving, leastCosts);
  // Beyond exact integers, units cannot be counted one by one.
  if (needs.some(({ least }) => least > Number.MAX_SAFE_INTEGER)) return { values: undefined, at_least: floor };
  let best: readonly number[] | undefined;
  let cost = Number.POSITIVE_INFINITY;
  let nodes = 0;

  const search = (
    values: readonly number[],
    spent: number,
    left: readonly number[],
    open: ReadonlySet<number>,
  ): void => {
    nodes += 1;
    if (nodes > MOST_NODES || isAtMost(cost, floor)) return;
    const unmet = left.flatMap((each, need) => (each > 0 ? [need] : []));
    if (unmet.length === 0) {
      if (spent < cost) [best, cost] = [values, spent];
      return;
    }
    const least = largest(unmet.map((need) => leastCosts[need]?.(left[need] ?? 0) ?? 0));
    if (isAtMost(cost, spent + least)) return;
    // The need with the fewest columns first: where there is but one, there is nothing to choose.
    const choices = unmet.map((need) => (giving[need] ?? []).filter((column) => open.has(column)));
    const fewest = choices.reduce((a, b) => (b.length < a.length ? b : a));
    const column = fewest.reduce<number | undefined>((a, b) => {
      return a === undefined || worth(priced[b], unmet) > worth(priced[a], unmet) ? b : a;
    }, undefined);
    if (column === undefined) return;
    const { gives = [], cost: price = FREE } = priced[column] ?? {};
    const enough = unmet.map((need) =>
      (gives[need] ?? 0) > 0 ? Math.ceil((left[need] ?? 0) / (gives[need] ?? 1)) : 0,
    );
    const isForced = fewest.length === 1;
    const needed = unmet.filter((_, index) => choices[index]?.length === 1 && choices[index]?.[0] === column);
    const lowest = isForced ? largest(needed.map((need) => enough[unmet.indexOf(need)] ?? 0)) : 0;
    const highest = largest(enough, lowest);
    const rest = new Set(open);
    rest.delete(column);
    // What meets a need exactly comes first; then everything between.
    const exact = [...new Set(enough.filter((each) => each >= lowest))].sort((a, b) => a - b);
    const tries = isForced ? [...new Set([lowest, ...exact])] : [...exact].reverse();
    const tried = new Set<number>();
    const attempt = (value: number): void => {
      if (tried.has(value) || value < lowest || value > highest) return;
      tried.add(value);
      const next = left.map((each, need) => each - value * (gives[need] ?? 0));
      const isTooMuch = needs.some(({ least: from, most }, need) => {
        return most !== undefined && from - (next[need] ?? 0) > most;
      });
      if (isTooMuch) return;
      const added = costOfUnits(price, value);
      search(values.with(column, (values[column] ?? 0) + value), spent + added, next, rest);
    };
    for (const value of tries) attempt(value);
    for (let value = lowest; value <= highest && nodes <= MOST_NODES; value += 1) attempt(value);
  };

  const nothing = columns.map(() => 0);
  const everything = needs.map(({ least }) => least);
  search(nothing, 0, everything, new Set(columns.keys()));
  const isSearched = nodes <= MOST_NODES;
  return { values: best, at_least: isSearched ? cost : Math.min(cost, floor) };
}

const FREE: ActionCost = { activity: 0, unit: 0 };

/** How many of the needs a column helps, for what it costs. */
function worth(column: Column | undefined, needs: readonly number[]): number {
  const helped = needs.reduce((sum, need) => sum + ((column?.gives[need] ?? 0) > 0 ? 1 : 0), 0);
  return helped / costOfUnits(column?.cost ?? FREE, 1);
}

/** Needs that share no column cost what they cost alone, together. */
function disjointFloor(
  needs: readonly Need[],
  giving: readonly (readonly number[])[],
  leastCosts: readonly ((least: number) => number)[],
): number {
  const alone = needs.map(({ least }, need) => leastCosts[need]?.(least) ?? 0);
  const order = [...alone.keys()].sort((a, b) => (alone[b] ?? 0) - (alone[a] ?? 0));
  let most = 0;
  for (const first of order) {
    const taken = new Set<number>();
    let sum = 0;
    for (const need of [first, ...order]) {
      const columns = giving[need] ?? [];
      if (need !== first && columns.some((column) => taken.has(column))) continue;
      if (need === first && sum > 0) continue;
      for (const column of columns) taken.add(column);
      sum += alone[need] ?? 0;
    }
    most = Math.max(most, sum);
  }
  return most;
}
