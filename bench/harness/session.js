import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { eva } from './library.js';

/** Starts eva as the leader of a process group of its own. `ended` tells how it ended; `kill` signals the whole group. */
export function startSession(args, { env, cwd }) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [eva, ...args], {
    env,
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const told = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => told.push(chunk));
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve({ code, signal, told: Buffer.concat(told).toString('utf8'), wall_ms: performance.now() - startedAt });
    });
  });
  return { ended, kill: (signal) => killGroup(child, signal), interrupt: (signal) => child.kill(signal) };
}

function killGroup(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

/** Processes whose command line or directory is of this library: none should outlive a session. Zombies do not count. */
export function processesOf(root) {
  return readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid && isAlive(name, root),
  );
}

function isAlive(pid, root) {
  try {
    const isZombie = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return !isZombie && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(root);
  } catch {
    return false;
  }
}
