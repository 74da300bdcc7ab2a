import { Readable, Writable } from 'node:stream';
import { assertNoSecret } from './secrets.js';
import { testedPackage } from './tested-package.js';

const { main } = (await import(new URL('dist/cli/main.js', testedPackage).href)) as typeof import('#cli/main.js');

export interface EvaOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface EvaOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Columns of the terminal that both streams are; no terminal unless set. */
  readonly columns?: number;
  /** A line that somebody types on the terminal that standard input and standard error are; no terminal unless set. */
  readonly typed?: string;
}

/** Runs a command line in this process, as the launcher does, and returns its output. */
export async function runEva(
  args: readonly string[],
  { cwd, env = {}, columns, typed }: EvaOptions,
): Promise<EvaOutput> {
  const stdout = collector();
  const stderr = collector();
  const exitCode = await main({
    argv: ['node', 'eva', ...args],
    env: { PATH: process.env['PATH'], HOME: cwd, XDG_DATA_HOME: '/nonexistent-data-home', ...env },
    stdin: typed === undefined ? Readable.from([]) : Object.assign(Readable.from([`${typed}\n`]), { isTTY: true }),
    stdout: onTerminal(stdout.stream, columns),
    stderr: onTerminal(stderr.stream, columns ?? (typed === undefined ? undefined : 80)),
    cwd: () => cwd,
    exit: () => undefined,
    on: () => undefined,
    off: () => undefined,
  });
  const output = { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  assertNoSecret(output.stdout, 'stdout');
  assertNoSecret(output.stderr, 'stderr');
  return output;
}

function onTerminal(stream: Writable, columns: number | undefined): Writable {
  return columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns });
}

function collector(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
