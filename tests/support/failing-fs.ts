import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The file system call that fails, and its error. */
export interface DiskFault {
  /** Selects the paths whose calls count, from 1. */
  readonly isCounted: (path: string) => boolean;
  readonly call: number;
  /** The error code, such as ENOSPC. */
  readonly code: string;
  /** `once`: only that call fails. `from`: every later one fails too, as on a full disk. */
  readonly lasting: 'once' | 'from';
}

export interface FailingDisk {
  /** Number of counted calls. */
  readonly calls: () => number;
  /** The failed calls, as `renameSync PATH`. */
  readonly failed: () => readonly string[];
  /** Ends the failures. */
  readonly repair: () => void;
}

type Wrapped = (...args: readonly unknown[]) => unknown;

const byPath = ['openSync', 'linkSync', 'renameSync', 'mkdirSync', 'unlinkSync', 'rmSync', 'writeFileSync'] as const;
const byDescriptor = ['writeSync', 'fsyncSync', 'fdatasyncSync', 'fsync', 'fdatasync', 'fchmodSync'] as const;

/** Makes a call of `node:fs` that changes the disk fail in this process, until `repair`. */
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
