import type { Writable } from 'node:stream';

/** What eva needs of the process that runs it; tests hand in their own. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  cwd(): string;
  /** Leaves at once, whatever is in hand. */
  exit(code: number): void;
  on(signal: EndSignal, listener: () => void): unknown;
  off(signal: EndSignal, listener: () => void): unknown;
}

/** Signals that ask a process to end, and that it can listen to. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT';
