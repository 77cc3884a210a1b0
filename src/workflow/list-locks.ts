/**
 * Keeps an apply from disturbing its own reading: a list that is paged through while other steps change it can pass a
 * record by (docs/service.md#surprises). Writes to a kind go side by side; reading its list back waits for those
 * in flight, and those that come later wait for the reading.
 */

/** In: a path below the game, whose first part names the list. Out: what the function gives, after the waiting. */
export interface ListLocks {
  whileWriting<Result>(path: string, run: () => Promise<Result>): Promise<Result>;
  whileReading<Result>(path: string, run: () => Promise<Result>): Promise<Result>;
}

interface Turn {
  readonly alone: boolean;
  readonly begin: () => void;
}

/** Who has a list now, and who waits for it in the order of coming. */
interface Lock {
  running: number;
  isAlone: boolean;
  readonly waiting: Turn[];
}

export function openListLocks(): ListLocks {
  const locks = new Map<string, Lock>();
  const inTurn = async <Result>(path: string, alone: boolean, run: () => Promise<Result>): Promise<Result> => {
    const list = path.split("/")[0] ?? "";
    const lock = locks.get(list) ?? { running: 0, isAlone: false, waiting: [] };
    locks.set(list, lock);
    await new Promise<void>((begin) => {
      lock.waiting.push({ alone, begin });
      letIn(lock);
    });
    try {
      return await run();
    } finally {
      lock.running -= 1;
      lock.isAlone = false;
      letIn(lock);
    }
  };
  return {
    whileWriting: (path, run) => inTurn(path, false, run),
    whileReading: (path, run) => inTurn(path, true, run),
  };
}

function letIn(lock: Lock): void {
  for (let next = lock.waiting[0]; next !== undefined; next = lock.waiting[0]) {
    if (lock.isAlone || (next.alone && lock.running > 0)) return;
    lock.waiting.shift();
    lock.running += 1;
    lock.isAlone = next.alone;
    next.begin();
  }
}
