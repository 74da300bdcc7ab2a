/** Takes the path of each file that is about to be read; null outside of `observingReads`. */
let observer: ((path: string) => void) | null = null;

/**
 * Returns the result of `work`. Calls `onRead` with the absolute path of each file that `work` reads or looks for, before it does: also of
 * files that do not exist. `work` is synchronous.
 */
export function observingReads<T>(onRead: (path: string) => void, work: () => T): T {
  const outer = observer;
  observer = onRead;
  try {
    return work();
  } finally {
    observer = outer;
  }
}

/** Reports that the file at an absolute path is about to be read, if somebody observes that. */
export function noteRead(path: string): void {
  observer?.(path);
}
