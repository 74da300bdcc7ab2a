// Loaded with `--import`: kills this process with SIGKILL at a change of a file, which KILL_AT names as `CALL NAME NUMBER WHEN`, such as `write journal.jsonl 3 half`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

type Wrapped = (...args: readonly unknown[]) => unknown;

const [wantedCall = '', wantedName = '', number = '1', when = 'before'] = (process.env['KILL_AT'] ?? '').split(' ');
const originals = { ...fs } as unknown as Record<string, Wrapped>;
const patched = fs as unknown as Record<string, Wrapped>;
const names = new Map<unknown, string>();
let left = Number(number);

function isDue(call: string, path: unknown): boolean {
  const name = basename(String(path)).replace(/^\.(.+)\.[0-9a-f]{12}\.tmp$/, '$1');
  if (call !== wantedCall || !(name === wantedName || name.endsWith(wantedName))) return false;
  left -= 1;
  return left === 0;
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

function wrap(name: string, call: string, pathOf: (args: readonly unknown[]) => unknown): void {
  patched[name] = (...args) => {
    const due = isDue(call, pathOf(args));
    if (due && when === 'before') die();
    const [fd, bytes] = args;
    if (due && when === 'half') {
      originals['writeSync']?.(fd, (bytes as Uint8Array).subarray(0, Math.ceil((bytes as Uint8Array).length / 2)));
      die();
    }
    const result = originals[name]?.(...args);
    if (name === 'openSync') names.set(result, String(args[0]));
    if (due) die();
    return result;
  };
}

wrap('openSync', 'open', ([path]) => path);
wrap('mkdirSync', 'mkdir', ([path]) => path);
wrap('rmSync', 'remove', ([path]) => path);
wrap('renameSync', 'rename', ([, to]) => to);
wrap('writeSync', 'write', ([fd]) => names.get(fd));
syncBuiltinESMExports();
