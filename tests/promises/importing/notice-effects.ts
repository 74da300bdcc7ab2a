import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import vm from 'node:vm';
import workers from 'node:worker_threads';

// Loaded before a program by `node --import`: writes a line to the file NOTICED for each process that is started, each connection that is
// opened or looked up, each thread, and each code that is executed as data. What it notices still happens.

const noticed = process.env['NOTICED'] ?? '';
const { appendFileSync } = fs;

function notice(name: string): void {
  appendFileSync(noticed, `${name}\n`);
}

/** Work of eva itself that looks like code of a configuration: its time limit, and the validator of a JSON schema. */
const timeLimit = 'work()';
const isValidator = (args: readonly unknown[]) => args[0] === 'self' && args[1] === 'scope';

function watch(
  owner: object,
  names: readonly string[],
  isOwn: (args: readonly unknown[]) => boolean = () => false,
): void {
  const functions = owner as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const original = functions[name];
    if (!original) throw new Error(`there is no ${name} to watch`);
    functions[name] = function watched(this: unknown, ...args: unknown[]) {
      if (!isOwn(args)) notice(name);
      return new.target ? Reflect.construct(original, args) : original.apply(this, args);
    };
  }
}

watch(childProcess, ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork']);
watch(net.Socket.prototype, ['connect']);
watch(net.Server.prototype, ['listen']);
watch(tls, ['connect']);
watch(dgram, ['createSocket']);
watch(dns, ['lookup', 'resolve']);
watch(dns.promises, ['lookup', 'resolve']);
watch(http, ['request', 'get', 'createServer']);
watch(https, ['request', 'get']);
watch(globalThis, ['fetch', 'eval']);
watch(globalThis, ['Function'], isValidator);
watch(workers, ['Worker']);
watch(vm, ['runInContext', 'runInNewContext', 'runInThisContext']);

const { Script, compileFunction } = vm;
vm.Script = class extends Script {
  constructor(code: string, options?: ConstructorParameters<typeof Script>[1]) {
    super(code, options);
    if (code !== timeLimit) watch(this, ['runInContext', 'runInNewContext', 'runInThisContext']);
  }
};

vm.compileFunction = function compiled(...args: Parameters<typeof compileFunction>) {
  const made = compileFunction(...args);
  return new Proxy(made, {
    apply(target, self, values) {
      notice('compileFunction');
      return Reflect.apply(target, self, values);
    },
  });
};
syncBuiltinESMExports();

process.once('exit', () => {
  if ('executedByImport' in globalThis) notice('code of a configuration');
});
