import { basename } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import type { Trial } from '#model/run/trial.js';
import { eachInput, type KeepInput } from './input-log.js';

/** Returns a case for `plan.json`, with digests in place of long inputs. */
export function caseByRefs(testCase: Case, keep: KeepInput): object {
  return { ...testCase, subject: subjectByRefs(testCase.subject, keep) };
}

function subjectByRefs(subject: Case['subject'], keep: KeepInput): object {
  if (subject.kind === 'trigger') return { ...subject, query: keep(subject.query) };
  const inputs = Object.fromEntries(Object.entries(subject.inputs).map(([name, text]) => [name, keep(text)]));
  if (subject.kind === 'prompt') return { ...subject, inputs };
  return { ...subject, inputs, given: keep(subject.given), when: keep(subject.when) };
}

/** Returns a trial for the files of a run, with digests in place of long messages. */
export function trialByRefs(trial: Trial, keep: KeepInput): object {
  if (trial.turns.every(({ user_message }) => keep(user_message) === user_message)) return trial;
  return { ...trial, turns: trial.turns.map((turn) => ({ ...turn, user_message: keep(turn.user_message) })) };
}

/** A field with a text or, in a file, the digest of a text. */
interface TextField {
  readonly of: Record<string, unknown>;
  readonly key: string;
}

/**
 * Replaces digests by their texts in a plan or a result that was read. Skips parts of another shape, which the caller checks later.
 * Throws EVA_BAD_RUN if `inputs.jsonl` lacks a text, EVA_DISK, EVA_ODD_FILE.
 */
export function fillInputs(dir: string, document: unknown): void {
  const fields = [...textFields(document)].filter(({ of, key }) => digestOf(of[key]) !== null);
  if (fields.length === 0) return;
  const texts = new Map<string, string | null>(fields.map(({ of, key }) => [digestOf(of[key]) ?? '', null]));
  eachInput(dir, ({ sha256, text }) => {
    if (texts.has(sha256)) texts.set(sha256, text);
  });
  for (const { of, key } of fields) {
    const text = texts.get(digestOf(of[key]) ?? '');
    if (typeof text !== 'string') throw new EvaError([problem('EVA_BAD_RUN:no_input', { run_id: basename(dir) })]);
    of[key] = text;
  }
}

function digestOf(value: unknown): string | null {
  return isObject(value) && typeof value['sha256'] === 'string' ? value['sha256'] : null;
}

function* textFields(document: unknown): Generator<TextField> {
  for (const one of listIn(document, 'cases')) {
    const subject = isObject(one) ? one['subject'] : null;
    for (const key of ['query', 'given', 'when']) yield* fieldIn(subject, key);
    const inputs = isObject(subject) ? subject['inputs'] : null;
    for (const name of isObject(inputs) ? Object.keys(inputs) : []) yield* fieldIn(inputs, name);
    for (const trial of listIn(one, 'trials')) {
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
