import { isUtf8 } from 'node:buffer';
import { delimiter, isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import type { execa } from 'execa';
import { nextTurn } from '#model/data/collections.js';
import { namesSecret } from '#model/text/redact.js';

/** Loads the package that starts programs before any latency is measured, since that takes time. */
export async function loadPrograms(): Promise<void> {
  await import('execa');
}

/** A program, its directory and its environment. */
export interface ProgramStart {
  /** Program and arguments. No shell parses them. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. eva adds nothing to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Called immediately before the start. If it throws, the program is not started. */
  readonly beforeStart?: (() => void) | undefined;
}

/** Throws if a program, given by its command line and directory, has changed since the run was planned. */
export type RequireUnchanged = (argv: readonly string[], cwd: string) => void;

export type Child = ReturnType<typeof spawn>;

/** A started program. Its child has no pid if the start failed. */
export interface StartedProgram {
  readonly child: Child;
  /** Resolves once the program itself has ended. Its children may still run, and its pipes may be open. */
  readonly exited: Promise<void>;
  /** Milliseconds, from `performance.now()`. */
  readonly startedAt: number;
}

/**
 * Starts a program in its own process group. Without `input`, its standard input stays open. Throws the signal's reason and the
 * errors of `beforeStart`.
 */
export async function startProgram(
  program: ProgramStart,
  signal: AbortSignal,
  input?: string,
): Promise<StartedProgram> {
  signal.throwIfAborted();
  const { execa } = await import('execa'); // slow to import, and most runs start no program
  signal.throwIfAborted(); // the signal may have been aborted during the import
  program.beforeStart?.();
  const startedAt = performance.now();
  const child = spawn(execa, program, input);
  if (child.pid !== undefined) groups.add(child.pid);
  return { child, startedAt, exited: new Promise((resolve) => child.once('exit', () => resolve())) };
}

function spawn(run: typeof execa, { argv, cwd, env }: ProgramStart, input: string | undefined) {
  const [file = '', ...args] = argv;
  const given = input === undefined ? {} : { input };
  return run(file, args, { cwd, env, extendEnv: false, ...given, detached: true, buffer: false, reject: false });
}

/** The reason why a program could not be started. */
export interface StartFailure {
  /** The system's name of the error: `ENOENT`. */
  readonly code: string | null;
  readonly reason: string;
}

/** Returns why a program could not be started. Omits Node's own message, which may quote the value of a variable. */
export async function startFailureOf(child: Child): Promise<StartFailure> {
  const { code = null } = await child;
  return { code, reason: reasonOf(code) };
}

function reasonOf(code: string | null): string {
  if (code === 'ENOENT') return 'the program was not found';
  if (code === 'EACCES') return 'the program may not be executed';
  if (code === 'E2BIG') return 'its arguments are too long';
  return `it could not be started (${code ?? 'no reason given'})`;
}

/** How long eva reads pipes that stay open after the program has ended, in milliseconds. */
export const pipeGraceMs = 250;
/** How long eva waits for a killed program to end, in milliseconds. */
const killGraceMs = 1_000;

/** Waits at most `pipeGraceMs` for the pipes to end. Then reads what they hold, even if the event loop was blocked all that time. */
export async function lastBytes(child: Child): Promise<void> {
  await within(child, pipeGraceMs);
  await pendingEvents();
}

/** Waits until eva has handled what happened while the event loop was blocked: timers come before output and exits that are older. */
export async function pendingEvents(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Ends all processes of a program's group. Does nothing if the program never started. */
export async function endProgram({ child, exited }: StartedProgram): Promise<void> {
  if (child.pid === undefined) return;
  await endGroup(child.pid);
  groups.delete(child.pid); // the system may reuse the number of a group without processes
  await within(exited, killGraceMs);
}

/** Waits for a promise, at most `ms` milliseconds. */
export async function within(promise: PromiseLike<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

type Environment = Readonly<Record<string, string | undefined>>;

const ordinary = /^(PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TMPDIR|TZ|SYSTEMROOT|PATHEXT|EVA_[A-Z0-9_]+)$/;

/**
 * Returns the environment for a program of the library: paths, the language, and `EVA_…`. Omits names of secrets and `withheld`;
 * `more` allows further names, secret or not. Removes relative entries from `PATH`: programs run in a folder of the library, so a
 * relative entry would find the library's files.
 */
export function programEnvironment(
  env: Environment,
  withheld: readonly string[] = [],
  more?: RegExp,
): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isAllowed = (name: string) => (ordinary.test(name) && !namesSecret(name)) || (more?.test(name) ?? false);
  const allowed = entries.filter(([name]) => isAllowed(name) && !withheld.includes(name));
  return Object.fromEntries(
    allowed.flatMap(([name, value]) => (name === 'PATH' ? searchPath(value) : [[name, value]])),
  );
}

/** Returns an environment whose `PATH` has only absolute entries, for a program of the user that starts in a folder of the library. */
export function withAbsolutePath({ PATH = '', ...rest }: Environment): Environment {
  return { ...rest, ...Object.fromEntries(searchPath(PATH)) };
}

/** Returns `PATH` without relative and empty entries; nothing if none remains, since an empty `PATH` means the working directory. */
function searchPath(value: string): [string, string][] {
  const folders = value.split(delimiter).filter(isAbsolute);
  return folders.length === 0 ? [] : [['PATH', folders.join(delimiter)]];
}

/** Returns the values of the variables that a program asks for; omits unset ones. */
export function namedVariables(env: Environment, names: readonly string[]): Readonly<Record<string, string>> {
  const values = names.map((name) => [name, Object.hasOwn(env, name) ? env[name] : undefined] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

export interface Collected {
  /** Returns the output so far as UTF-8; invalid bytes become U+FFFD. */
  text(): string;
  /** Returns true if the output so far is UTF-8. */
  isUtf8(): boolean;
  /** Stops reading, so that eva does not wait for a pipe that another process holds open. */
  stop(): void;
}

/** Collects the output of a stream. If it exceeds `maxBytes`, calls `onFlood` once and drops the rest. */
export function collectOutput(stream: Readable | null, maxBytes: number, onFlood: () => void): Collected {
  const chunks: Buffer[] = [];
  eachChunk(stream, maxBytes, onFlood, (chunk, room) => chunks.push(chunk.subarray(0, room)));
  return {
    text: () => Buffer.concat(chunks).toString('utf8'),
    isUtf8: () => isUtf8(Buffer.concat(chunks)),
    stop: () => stream?.destroy(),
  };
}

/** Bytes to keep from the end: enough for the last lines of a message. */
const keptBytes = 8 * 1024;

export type OutputTail = Pick<Collected, 'text' | 'stop'>;

/** Keeps the end of a stream. If the stream exceeds `maxBytes`, calls `onFlood` once and drops the rest. */
export function keepTail(stream: Readable | null, maxBytes: number, onFlood: () => void): OutputTail {
  let tail = Buffer.alloc(0);
  eachChunk(stream, maxBytes, onFlood, (chunk) => {
    tail = Buffer.from(Buffer.concat([tail, chunk]).subarray(-keptBytes));
  });
  return { text: () => tail.toString('utf8'), stop: () => stream?.destroy() };
}

function eachChunk(
  stream: Readable | null,
  maxBytes: number,
  onFlood: () => void,
  take: (chunk: Buffer, room: number) => void,
): void {
  let room = maxBytes;
  stream?.on('data', (chunk: Buffer) => {
    if (room < 0) return;
    take(chunk, room);
    room -= chunk.length;
    if (room < 0) onFlood();
  });
  stream?.on('error', () => {});
}

/** Process groups that were started and have not ended, by the number of their leader. */
const groups = new Set<number>();

/** Kills every process of every running program at once. Ignores groups that no longer exist. */
export function killPrograms(): void {
  for (const groupId of groups) {
    try {
      process.kill(-groupId, 'SIGKILL');
    } catch {}
  }
}

const pollMs = 10;

/** Time between SIGTERM and SIGKILL, in milliseconds. */
export const termGraceMs = 200;

/**
 * Ends every process of a group: SIGTERM, then SIGKILL for the processes that remain after `termGraceMs`. Resolves when the group
 * is empty or was killed. Ignores a group that no longer exists.
 */
async function endGroup(groupId: number): Promise<void> {
  if (!signalGroup(groupId, 'SIGTERM')) return;
  for (let waited = 0; waited < termGraceMs; waited += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    if (!signalGroup(groupId, 0)) return;
  }
  signalGroup(groupId, 'SIGKILL');
}

/** Sends a signal to a group. Returns false if it has no process left that eva may signal. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-groupId, signal);
  } catch {
    return false;
  }
}
