import type { Io } from './io.js';

/** Says what ended the command, in words for its user, and returns the exit code. A stack trace is for bugs in eva alone. */
export async function exitWithError(error: unknown, io: Io): Promise<number> {
  const [{ EvaError }, { openTerminal }] = await Promise.all([import('#errors.js'), import('./terminal.js')]);
  const terminal = await openTerminal(io);
  if (error instanceof EvaError) {
    const { renderProblems } = await import('#report/problems.js');
    terminal.err(renderProblems(error.problems, { paint: terminal.errPaint, width: terminal.width }));
    return error.exitCode;
  }
  const { visibleLines } = await import('#report/visible.js');
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = ['EVA_INTERNAL  this is a bug in eva; please report it with the lines below', ...visibleLines(trace)];
  terminal.err(`${lines.join('\n')}\n`);
  return 70;
}
