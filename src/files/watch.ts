/** Notices changes of files, not what changed. */
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** What is looked at; paths are absolute. */
export interface Watched {
  /** With all that is below them. */
  readonly folders: readonly string[];
  /** Single files, which may be replaced by others of the same name. */
  readonly files: readonly string[];
  /** Whether a change of a file of that name below a folder counts. */
  isWanted(name: string): boolean;
}

export interface FileWatch {
  /** Resolves when something has changed since the watch began or since the last call, or when the signal aborts. */
  changed(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** From the moment this returns, no change is missed. What is not there is left out; what has no name counts. */
export function watchFiles({ folders, files, isWanted }: Watched): FileWatch {
  let isChanged = false;
  let notify: (() => void) | undefined;
  const note = (): void => {
    isChanged = true;
    notify?.();
  };
  const watchers = [
    ...folders.flatMap((folder) => watchFolder(folder, true, isWanted, note)),
    ...files.flatMap((file) => watchFolder(dirname(file), false, (name) => name === basename(file), note)),
  ];
  return {
    changed: async (signal) => {
      if (!isChanged && !signal.aborted) {
        await new Promise<void>((resolve) => {
          notify = resolve;
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
      }
      notify = undefined;
      isChanged = false;
    },
    close: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
}

function watchFolder(
  folder: string,
  recursive: boolean,
  isWanted: (name: string) => boolean,
  note: () => void,
): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, { recursive }, (_, name) => {
      if (name === null || isWanted(name)) note();
    });
    // A folder that goes away is a change.
    watcher.on("error", note);
    return [watcher];
  } catch {
    return [];
  }
}
