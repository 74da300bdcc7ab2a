import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

// Loaded before eva by `node --import`: whatever leaves the process or changes a file ends it with exit 99 and its name.

function forbid(owner: object, names: readonly string[], allows: (...args: unknown[]) => boolean = () => false): void {
  const functions = owner as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const original = functions[name];
    if (!original) throw new Error(`there is no ${name} to forbid`);
    functions[name] = function forbidden(this: unknown, ...args: unknown[]) {
      if (allows(...args)) return original.apply(this, args);
      process.stderr.write(`forbidden: ${name}\n`);
      return process.exit(99);
    };
  }
}

const writes = fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_APPEND;
const onlyReads = (_path: unknown, flags: unknown = 'r') =>
  typeof flags === 'number' ? (flags & writes) === 0 : flags === 'r';

forbid(net.Socket.prototype, ['connect']);
forbid(net.Server.prototype, ['listen']);
forbid(dgram, ['createSocket']);
forbid(dns, ['lookup', 'resolve']);
forbid(globalThis, ['fetch']);
forbid(childProcess, ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork']);
forbid(fs, [
  'writeFileSync',
  'writeSync',
  'appendFileSync',
  'mkdirSync',
  'mkdtempSync',
  'renameSync',
  'rmSync',
  'unlinkSync',
]);
forbid(fs, [
  'rmdirSync',
  'copyFileSync',
  'symlinkSync',
  'linkSync',
  'truncateSync',
  'ftruncateSync',
  'chmodSync',
  'utimesSync',
]);
forbid(fs, ['writeFile', 'write', 'appendFile', 'mkdir', 'rename', 'rm', 'unlink', 'createWriteStream']);
forbid(fs.promises, ['writeFile', 'appendFile', 'mkdir', 'rename', 'rm', 'unlink', 'chmod']);
forbid(fs, ['openSync', 'open'], onlyReads);
forbid(fs.promises, ['open'], onlyReads);
syncBuiltinESMExports();
