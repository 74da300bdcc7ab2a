import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Which call of the file system goes wrong, and how. */
export interface DiskFault {
  /** Calls that touch a path of which this holds count, from 1. */
  readonly isCounted: (path: string) => boolean;
  readonly call: number;
  /** As the system names it: ENOSPC. */
  readonly code: string;
  /** `once`: that call alone. `from`: that call and every later one, as on a disk that stays full. */
  readonly lasting: 'once' | 'from';
}

export interface FailingDisk {
  /** How many calls were counted so far. */
  readonly calls: () => number;
  /** The calls that went wrong, as `renameSync PATH`. */
  readonly failed: () => readonly string[];
  /** Makes the disk whole again. */
  readonly repair: () => void;
}

type Wrapped = (...args: readonly unknown[]) => unknown;

const byPath = ['openSync', 'linkSync', 'renameSync', 'mkdirSync', 'unlinkSync', 'rmSync', 'writeFileSync'] as const;
const byDescriptor = ['writeSync', 'fsyncSync', 'fdatasyncSync', 'fdatasync', 'fchmodSync'] as const;

/** Makes one of the calls of `node:fs` by which eva changes the disk fail in this process, until it is repaired. */
export function failDisk({ isCounted, call, code, lasting }: DiskFault): FailingDisk {
  const originals = { ...fs };
  const patched = fs as unknown as Record<string, Wrapped>;
  const open = new Map<unknown, string>();
  const failed: string[] = [];
  let calls = 0;

  function goesWrong(name: string, path: string): boolean {
    if (!isCounted(path)) return false;
    calls += 1;
    const isDue = lasting === 'once' ? calls === call : calls >= call;
    if (isDue) failed.push(`${name} ${path}`);
    return isDue;
  }

  for (const name of byPath) {
    const original = originals[name] as unknown as Wrapped;
    patched[name] = (...args) => {
      const path = String(args[0]);
      if (goesWrong(name, path)) throw systemError(name, code);
      const result = original(...args);
      if (name === 'openSync') open.set(result, path);
      return result;
    };
  }
  for (const name of byDescriptor) {
    const original = originals[name] as unknown as Wrapped;
    patched[name] = (...args) => {
      if (!goesWrong(name, open.get(args[0]) ?? '')) return original(...args);
      const done = args.at(-1);
      if (typeof done !== 'function') throw systemError(name, code);
      return setImmediate(() => done(systemError(name, code)));
    };
  }
  syncBuiltinESMExports();
  return {
    calls: () => calls,
    failed: () => failed,
    repair: () => {
      for (const name of [...byPath, ...byDescriptor]) patched[name] = originals[name] as unknown as Wrapped;
      syncBuiltinESMExports();
    },
  };
}

function systemError(name: string, code: string): Error {
  const syscall = name.replace(/Sync$/, '');
  return Object.assign(new Error(`${code}: made up for a test, ${syscall}`), { code, syscall });
}
