import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/** A call on a file or folder: `read` opens a file only to read it, `sync` is in the background, and noted once it is done. */
export interface DiskCall {
  readonly call: 'list' | 'read' | 'write' | 'rename' | 'sync' | 'blocking_sync';
  readonly path: string;
}

type Wrapped = (...args: readonly unknown[]) => unknown;

const traced = [
  'readdirSync',
  'openSync',
  'writeSync',
  'renameSync',
  'fsyncSync',
  'fdatasyncSync',
  'fsync',
  'fdatasync',
];

/** Lists the calls of this process on files and folders below `root`, until `end`. Temporary files are listed by the names that they get. */
export function traceDisk(root: string): { readonly calls: readonly DiskCall[]; readonly end: () => void } {
  const originals = { ...fs } as unknown as Record<string, Wrapped>;
  const patched = fs as unknown as Record<string, Wrapped>;
  const names = new Map<unknown, string>();
  const calls: DiskCall[] = [];
  const pathOf = (path: string) => path.replace(/\.([^/]+)\.[0-9a-f]{12}\.tmp$/, '$1');
  const note = (call: DiskCall['call'], path: string | undefined) => {
    if (path?.startsWith(root)) calls.push({ call, path: pathOf(path) });
  };
  const wrap = (name: string, noting: (args: readonly unknown[], result: unknown) => void) => {
    patched[name] = (...args) => {
      const result = originals[name]?.(...args);
      noting(args, result);
      return result;
    };
  };
  wrap('readdirSync', ([path]) => note('list', String(path)));
  wrap('openSync', ([path, flags], fd) => {
    names.set(fd, String(path));
    if ((Number(flags) & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) === 0) note('read', String(path));
  });
  wrap('writeSync', ([fd]) => note('write', names.get(fd)));
  wrap('renameSync', ([, to]) => note('rename', String(to)));
  for (const name of ['fsyncSync', 'fdatasyncSync']) wrap(name, ([fd]) => note('blocking_sync', names.get(fd)));
  for (const name of ['fsync', 'fdatasync']) {
    patched[name] = (fd, done) => {
      const path = names.get(fd);
      return originals[name]?.(fd, (error: unknown) => {
        note('sync', path);
        (done as Wrapped)(error);
      });
    };
  }
  syncBuiltinESMExports();
  const end = () => {
    for (const name of traced) patched[name] = originals[name] as Wrapped;
    syncBuiltinESMExports();
  };
  return { calls, end };
}

/** Returns the calls as `rename plan.json`, each as often as it happened. */
export function namesOf(calls: readonly DiskCall[]): readonly string[] {
  return calls.map(({ call, path }) => `${call} ${basename(path)}`);
}
