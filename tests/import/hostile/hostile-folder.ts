import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A configuration that an import must survive, and that git cannot or should not hold. */
export interface HostileFolder {
  readonly name: string;
  /** The outcome, where there is only one right one. */
  readonly outcome?: 'full' | 'mostly' | 'not';
  /** Texts that may be neither in the output nor in a file that is written. */
  readonly never?: readonly string[];
  /** True if it needs more than 10 MB of disk. */
  readonly large?: boolean;
  /** Writes it into an empty folder. Files that must not be read are put beside the folder. */
  make(dir: string): void;
}

/** A text of files outside of the folder: an import that shows or copies it has read them. */
export const outsideText = 'KEEP-OUT-4711';

/** Writes a file below a folder, and the folders on its way. */
export function put(dir: string, path: string, content: string | Uint8Array): void {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Writes a configuration with a model, one prompt and the given lines. */
export function putConfig(dir: string, lines: readonly string[], prompt = 'Say {{x}}'): void {
  const start = [`prompts: [${JSON.stringify(prompt)}]`, 'providers: [anthropic:messages:claude-opus-4-7]'];
  put(dir, 'promptfooconfig.yaml', [...start, ...lines, ''].join('\n'));
}
