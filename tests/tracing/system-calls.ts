import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a traced process asked of the operating system. */
export interface SystemCalls {
  /** The system calls that start a process, or that open or use a connection. The start of the program itself and its threads are none. */
  readonly effects: readonly string[];
  /** The paths of all files that were opened. */
  readonly opened: readonly string[];
}

/** Throws if strace is missing or may not trace. */
export function requireTracing(): void {
  const { status, stderr, error } = spawnSync('strace', ['-o', '/dev/null', 'true'], { encoding: 'utf8' });
  const why = error?.message ?? stderr.trim();
  assert.equal(
    status,
    0,
    `strace cannot trace here, so that nothing is shown: allow ptrace, or run it elsewhere (${why})`,
  );
}

/** Returns the words that start Node under strace, which writes its log to a file. */
export function tracedNode(log: string): readonly string[] {
  const calls = '%process,%network,?open,openat,?openat2';
  return ['strace', '-f', '-qq', '-s', '4096', '-o', log, '-e', `trace=${calls}`, process.execPath];
}

/** Reads a log of strace. */
export function systemCallsIn(log: string): SystemCalls {
  const calls = readFileSync(log, 'utf8').split('\n').flatMap(callIn);
  const starts = calls.filter(({ name }) => name.startsWith('execve'));
  assert.equal(starts[0], calls[0], 'the log begins with the start of the program');
  const others = calls.filter(({ name }) => !/^(?:open|openat|openat2)$/.test(name));
  return {
    effects: others.flatMap((call) => (call === starts[0] || isHarmless(call) ? [] : `${call.name}(${call.rest}`)),
    opened: calls.flatMap(({ name, rest }) =>
      name.startsWith('open') ? (/"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1] ?? []) : [],
    ),
  };
}

interface Call {
  readonly name: string;
  readonly rest: string;
}

/** Returns the call of a line such as `123 execve("/bin/true", …) = 0`. The second half of an interrupted call, signals and ends are none. */
function callIn(line: string): readonly Call[] {
  const [, name, rest = ''] = /^\d+\s+(\w+)\((.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [{ name, rest }];
}

/** Threads of Node, and calls by which a process ends, or looks at itself and at its standard streams. */
function isHarmless({ name, rest }: Call): boolean {
  if (/^getsock(?:name|opt)$|^getpeername$/.test(name)) return /^[012],/.test(rest);
  if (name === 'clone' || name === 'clone3') return rest.includes('CLONE_THREAD');
  return /^(?:exit|exit_group|arch_prctl|set_tid_address|wait4|waitid|rt_sigqueueinfo|tgkill|kill|prctl|rseq)$/.test(
    name,
  );
}
