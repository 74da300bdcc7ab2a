import { constants } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#model/data/digest.js';
import { isObject } from '#model/data/json.js';
import { onDisk } from '../../files/disk-error.js';
import { takeLine } from '../../files/jsonl.js';
import { linesOf } from '../../files/line-reader.js';
import { LineWriter } from '../../files/line-writer.js';
import { withRegular } from '../../files/regular-file.js';

/** The minimum length of a text that a digest replaces, in UTF-16 units. For shorter ones a digest would save nothing. */
const shortest = 200;

/** The maximum number of cached digests, enough for the cases that run at the same time. */
const mostRemembered = 100;

/** A text in a file of a run: the text itself, or the digest of a text in `inputs.jsonl`. */
type InputRef = string | { readonly sha256: string };

/** Returns a short text unchanged. Writes a long one to `inputs.jsonl` and returns its digest. */
export type KeepInput = (text: string) => InputRef;

function inputsPath(dir: string): string {
  return join(dir, 'inputs.jsonl');
}

/** Writes each long input of a run to `inputs.jsonl` once, even if several trials, files and resumed runs use it. */
export class InputLog {
  readonly #dir: string;
  readonly #digests = new Map<string, string>();
  #written: Set<string> | undefined;
  #file: LineWriter | undefined;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Throws EVA_DISK, EVA_ODD_FILE. */
  readonly keep: KeepInput = (text) => {
    if (text.length < shortest) return text;
    const digest = this.#digestOf(text);
    this.#written ??= digestsIn(this.#dir);
    if (!this.#written.has(digest)) {
      this.#file ??= new LineWriter(inputsPath(this.#dir), constants.O_CREAT);
      this.#file.write({ sha256: digest, text });
      this.#written.add(digest);
    }
    return { sha256: digest };
  };

  /** Syncs the file before it returns. Throws EVA_DISK. */
  readonly syncNow = (): void => {
    this.#file?.syncNow();
  };

  close(): void {
    this.#file?.close();
  }

  #digestOf(text: string): string {
    const known = this.#digests.get(text);
    if (known !== undefined) return known;
    const digest = sha256(text);
    const [oldest] = this.#digests.keys();
    if (oldest !== undefined && this.#digests.size >= mostRemembered) this.#digests.delete(oldest);
    this.#digests.set(text, digest);
    return digest;
  }
}

/** Calls `work` with the inputs of a run's folder, and closes their file. Throws as `keep` does. */
export function withInputLog(dir: string, work: (inputs: InputLog) => void): void {
  const inputs = new InputLog(dir);
  try {
    work(inputs);
  } finally {
    inputs.close();
  }
}

interface InputLine {
  readonly sha256: string;
  readonly text: string;
}

/** Calls `take` for each line of `inputs.jsonl` whose text matches its digest. Skips damaged lines. Throws EVA_DISK, EVA_ODD_FILE. */
export function eachInput(dir: string, take: (line: InputLine) => void): void {
  const path = inputsPath(dir);
  const read = (fd: number) => {
    for (const { bytes } of linesOf(fd, path)) {
      const taken = bytes ? takeLine(bytes, takeInput) : null;
      if (taken && 'value' in taken) take(taken.value);
    }
  };
  onDisk('read', path, () => withRegular(path, constants.O_RDONLY, read));
}

function digestsIn(dir: string): Set<string> {
  const digests = new Set<string>();
  eachInput(dir, (line) => digests.add(line.sha256));
  return digests;
}

function takeInput(value: unknown): { readonly value: InputLine } | { readonly reason: string } {
  if (!isObject(value)) return { reason: 'is not an input' };
  const { sha256: digest, text } = value;
  if (typeof digest !== 'string' || typeof text !== 'string' || sha256(text) !== digest)
    return { reason: 'is not an input' };
  return { value: { sha256: digest, text } };
}
