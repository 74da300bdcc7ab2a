import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { EvaError, problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { tokenParameter } from '#page/server/admission.js';
import { openPages } from '#page/server/pages.js';
import { openServer } from '#page/server/server.js';
import { asCalled } from '#report/text/screen.js';
import { requireKnownRun, runNames } from '#store/run/run-names.js';
import { listenForInterrupt } from '../evaluating/interrupt.js';
import { exitWithError } from '../exit.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';

interface ViewOptions {
  readonly root?: string;
  readonly runs?: string;
  readonly port?: number;
}

/**
 * Runs `eva view [run]`: serves pages of stored runs to a browser of this machine until a signal comes, or until nobody has asked for 8 h. Returns
 * 0, or the exit code of the signal.
 */
export async function viewCommand(run: string | undefined, options: ViewOptions, io: Io): Promise<number> {
  const { terminal, root } = openCommand(io, options, { onlyRuns: true });
  const path = run === undefined ? '/' : `/run/${encodeURIComponent(requireKnownRun(root, run, runNames(root), true))}`;
  const interrupt = listenForInterrupt(io);
  const sleep = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal });
  try {
    const pages = openPages({
      root,
      place: options,
      now: () => new Date(),
      sleep,
      onFault: (error) => exitWithError(error, io),
    });
    const token = randomBytes(24).toString('base64url');
    const server = await openServer({
      ...pages,
      port: options.port ?? 0,
      token,
      session: randomBytes(24).toString('base64url'),
      clock: { now: () => performance.now(), sleep },
      signal: interrupt.stop,
    }).catch((error: Error) => Promise.reject(portProblem(options.port ?? 0, error)));
    terminal.out(`\n  http://127.0.0.1:${server.port}${path}?${tokenParameter}=${token}\n\n`);
    terminal.err('open this address in a browser; it is for you alone. Ctrl-C ends the server\n');
    if ((await server.ended) === 'idle')
      terminal.err(`nobody asked for 8 h, so the server has ended: ${asCalled('eva view', terminal)}\n`);
    return interrupt.exitCode() ?? 0;
  } finally {
    interrupt.release();
  }
}

const portReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it',
  EACCES: 'the system does not allow it',
};

function portProblem(port: number, error: Error & { readonly code?: string }): EvaError {
  const reason = portReasons[error.code ?? ''] ?? error.message;
  return new EvaError(
    [
      problem('EVA_USAGE:port', `cannot serve pages on port ${port}: ${short(reason)}`, {
        hint: 'choose another --port, or leave it out for a free one',
      }),
    ],
    { cause: error },
  );
}
