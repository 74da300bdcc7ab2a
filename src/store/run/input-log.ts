import { closeSync, constants } from 'node:fs';
import { basename, join } from 'node:path';
import type { Case } from '#model/case.js';
import { DigestMap, sha256 } from '#model/data/digest.js';
import { isObject } from '#model/data/json.js';
import { evaError } from '#model/problem.js';
import type { Trial } from '#model/run/trial.js';
import { short } from '#model/text/quoted.js';
import { lineAt, linesOf, takeLine } from '../files/jsonl.js';
import { LineWriter } from '../files/line-writer.js';
import { onDisk, openIfThere, withRegular } from '../files/regular-file.js';

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
  #written: DigestMap | undefined;
  #file: LineWriter | undefined;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Throws EVA_DISK, EVA_ODD_FILE. */
  readonly keep: KeepInput = (text) => {
    if (text.length < shortest) return text;
    const digest = this.#digestOf(text);
    this.#written ??= this.#digestsInFile();
    if (!this.#written.has(digest)) {
      this.#file ??= new LineWriter(inputsPath(this.#dir), constants.O_CREAT);
      this.#file.write({ sha256: digest, text });
      this.#written.set(digest, 0);
    }
    return { sha256: digest };
  };

  /** Waits until the disk has what was written. Throws EVA_DISK. */
  async synced(): Promise<void> {
    await this.#file?.synced();
  }

  close(): void {
    this.#file?.close();
  }

  #digestsInFile(): DigestMap {
    const digests = new DigestMap();
    eachInput(this.#dir, (line) => digests.set(line.sha256, 0));
    return digests;
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
export async function withInputLog(dir: string, work: (inputs: InputLog) => Promise<void>): Promise<void> {
  const inputs = new InputLog(dir);
  try {
    await work(inputs);
  } finally {
    inputs.close();
  }
}

interface InputLine {
  readonly sha256: string;
  readonly text: string;
}

/** Calls `take` for each line of `inputs.jsonl` whose text matches its digest. Skips damaged lines. Throws EVA_DISK, EVA_ODD_FILE. */
function eachInput(dir: string, take: (line: InputLine) => void): void {
  const path = inputsPath(dir);
  const read = (fd: number) => {
    for (const { bytes } of linesOf(fd, path)) {
      const taken = bytes ? takeLine(bytes, takeInput) : null;
      if (taken && 'value' in taken) take(taken.value);
    }
  };
  onDisk('read', path, () => withRegular(path, constants.O_RDONLY, read));
}

/** Reads texts of `inputs.jsonl` by their digests. */
export interface InputTexts {
  /** Replaces the digests in a document by their texts. Throws EVA_BAD_RUN if one is missing, EVA_DISK. */
  readonly fill: (document: unknown) => void;
  readonly close: () => void;
}

/** Opens `inputs.jsonl` to read texts one at a time. Keeps only the places of texts in memory. Throws EVA_DISK, EVA_ODD_FILE. */
export function openInputTexts(dir: string): InputTexts {
  const path = inputsPath(dir);
  const fd = onDisk('read', path, () => openIfThere(path, constants.O_RDONLY));
  let places: Map<string, number> | undefined;
  const textOf = (digest: string): string | null => {
    if (fd === null) return null;
    places ??= placesIn(fd, path);
    const start = places.get(digest);
    const bytes = start === undefined ? null : onDisk('read', path, () => lineAt(fd, start));
    const taken = bytes ? takeLine(bytes, takeInput) : null;
    return taken && 'value' in taken && taken.value.sha256 === digest ? taken.value.text : null;
  };
  return {
    fill: (document) => replaceDigests(dir, document, textOf),
    close: () => (fd === null ? undefined : closeSync(fd)),
  };
}

/** Returns the offsets of the lines of an open file by the digests that they claim, which a reader must check. */
function placesIn(fd: number, path: string): Map<string, number> {
  const places = new Map<string, number>();
  for (const { bytes, start } of linesOf(fd, path)) {
    const digest = /^\{"sha256":"([0-9a-f]{64})"/.exec(bytes?.toString('latin1', 0, 100) ?? '')?.[1];
    if (digest !== undefined) places.set(digest, start);
  }
  return places;
}

function takeInput(value: unknown): { readonly value: InputLine } | { readonly reason: string } {
  if (!isObject(value)) return { reason: 'is not an input' };
  const { sha256: digest, text } = value;
  if (typeof digest !== 'string' || typeof text !== 'string' || sha256(text) !== digest)
    return { reason: 'is not an input' };
  return { value: { sha256: digest, text } };
}

/** Returns a case for `plan.json`, with digests in place of long inputs. */
export function caseByRefs(testCase: Case, keep: KeepInput): object {
  const { subject } = testCase;
  if (subject.kind === 'trigger') return { ...testCase, subject: { ...subject, query: keep(subject.query) } };
  const inputs = Object.fromEntries(Object.entries(subject.inputs).map(([name, text]) => [name, keep(text)]));
  const asked = subject.kind === 'prompt' ? {} : { given: keep(subject.given), when: keep(subject.when) };
  return { ...testCase, subject: { ...subject, inputs, ...asked } };
}

/** Returns a trial for the files of a run, with digests in place of long messages. */
export function trialByRefs(trial: Trial, keep: KeepInput): object {
  if (trial.turns.every(({ user_message }) => keep(user_message) === user_message)) return trial;
  return { ...trial, turns: trial.turns.map((turn) => ({ ...turn, user_message: keep(turn.user_message) })) };
}

interface TextField {
  readonly of: Record<string, unknown>;
  readonly key: string;
}

/**
 * Replaces digests by their texts in a plan or a result that was read. Skips parts of another shape, which the caller checks later.
 * Throws EVA_BAD_RUN if `inputs.jsonl` lacks a text, EVA_DISK, EVA_ODD_FILE.
 */
export function fillInputs(dir: string, document: unknown): void {
  const digests = new Set([...textFields(document)].flatMap(({ of, key }) => digestOf(of[key]) ?? []));
  if (digests.size === 0) return;
  const texts = new Map<string, string>();
  eachInput(dir, ({ sha256, text }) => {
    if (digests.has(sha256)) texts.set(sha256, text);
  });
  replaceDigests(dir, document, (digest) => texts.get(digest) ?? null);
}

function replaceDigests(dir: string, document: unknown, textOf: (digest: string) => string | null): void {
  for (const { of, key } of textFields(document)) {
    const digest = digestOf(of[key]);
    if (digest === null) continue;
    const text = textOf(digest);
    if (text === null)
      throw evaError(
        'EVA_BAD_RUN:no_input',
        `cannot read run ${short(basename(dir))}: an input is missing from inputs.jsonl`,
        { hint: damaged },
      );
    of[key] = text;
  }
}

function digestOf(value: unknown): string | null {
  return isObject(value) && typeof value['sha256'] === 'string' ? value['sha256'] : null;
}

function* textFields(document: unknown): Generator<TextField> {
  for (const entry of listIn(document, 'cases')) {
    const subject = isObject(entry) ? entry['subject'] : null;
    for (const key of ['query', 'given', 'when']) yield* fieldIn(subject, key);
    const inputs = isObject(subject) ? subject['inputs'] : null;
    for (const name of isObject(inputs) ? Object.keys(inputs) : []) yield* fieldIn(inputs, name);
    for (const trial of listIn(entry, 'trials')) {
      for (const turn of listIn(trial, 'turns')) yield* fieldIn(turn, 'user_message');
    }
  }
}

function listIn(value: unknown, key: string): readonly unknown[] {
  const list = isObject(value) && Object.hasOwn(value, key) ? value[key] : null;
  return Array.isArray(list) ? list : [];
}

function fieldIn(value: unknown, key: string): readonly TextField[] {
  return isObject(value) && Object.hasOwn(value, key) ? [{ of: value as Record<string, unknown>, key }] : [];
}

export const damaged = 'it was cut or edited, or another version of eva wrote it; start the run again';
