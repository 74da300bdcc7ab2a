import type { Writable } from 'node:stream';

/** The parts of the process that eva uses; tests pass their own. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  cwd(): string;
  /** Ends the process at once. */
  exit(code: number): void;
  on(signal: EndSignal, listener: () => void): unknown;
  off(signal: EndSignal, listener: () => void): unknown;
}

/** Signals that ask a process to end and that it can catch. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT';
