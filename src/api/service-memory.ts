/**
 * What a service was found to do, for the length of a run: which parameters lists of one form take, and whether it cuts
 * embedded lists. The first list of a form finds it out while the others of that form wait: so a parameter is refused
 * once, and not once for each page, game and reading.
 */

/** The parameters, as `name=value`, and whether the size of pages may be asked for. */
export interface TakenQuery {
  readonly parameters: ReadonlySet<string>;
  readonly isPaged: boolean;
}

/** What a reading came to, and the parameters that the service took. */
export interface Learnt<T> {
  readonly result: T;
  readonly taken?: TakenQuery;
}

export interface ServiceMemory {
  /**
   * Runs `read` with what is known. What the first reading of a form found out is kept; after one that failed, the others
   * find it out themselves.
   */
  learn<T>(form: string, read: (known: TakenQuery | undefined) => Promise<Learnt<T>>): Promise<T>;
  /** By `kind.link`: how long the embedded lists of members are at most that were found to be whole, or cut. */
  readonly embedded: Map<string, { readonly whole: number; readonly cutAt: number }>;
}

export function openServiceMemory(): ServiceMemory {
  const learnt = new Map<string, Promise<TakenQuery | undefined>>();
  return {
    embedded: new Map(),
    learn: async (form, read) => {
      const first = learnt.get(form);
      if (first !== undefined) return (await read(await first)).result;
      const reading = read(undefined);
      const forget = (): undefined => {
        learnt.delete(form);
        return undefined;
      };
      learnt.set(
        form,
        reading.then(({ taken }) => taken ?? forget(), forget),
      );
      return (await reading).result;
    },
  };
}
