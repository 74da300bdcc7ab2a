import { join } from 'node:path';
import { type Label, labelVerdicts } from '#model/people/label.js';
import { flawedField, isCount, isNothingOr, isText, isTextOrNull, oneOf } from '#model/reply/reply-flaw.js';
import { appendRow, inOrderOfTime, type Rows, readRows, takeDated } from '../files/jsonl.js';
import { checkAppendable } from '../files/regular-file.js';

export const labelsFile = 'labels.jsonl';

/** Appends labels to `labels.jsonl` of a prompt, and waits for the disk after the last one. Throws EVA_DISK, EVA_ODD_FILE. */
export function appendLabels(promptDir: string, labels: readonly Label[]): void {
  for (const [at, label] of labels.entries())
    appendRow(join(promptDir, labelsFile), label, { sync: at === labels.length - 1 });
}

/** Checks that a label could be appended. Changes nothing. Throws as `appendLabels` does. */
export function checkLabels(promptDir: string): void {
  checkAppendable(join(promptDir, labelsFile));
}

/** Reads `labels.jsonl` of a prompt in the order of their times, and lists the invalid lines. No file means no labels. Throws as `readRows` does. */
export function readLabels(promptDir: string): Rows<Label> {
  const labels = readRows(join(promptDir, labelsFile), (value) => {
    const flaw = flawedField(value, facts);
    return flaw === null ? takeDated(value as Label) : { reason: `is not a label: "${flaw}" is missing or wrong` };
  });
  return inOrderOfTime(labels, ({ ts }) => ts);
}

const isDigest = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isName = (value: unknown) => typeof value === 'string' && value !== '';

const facts = {
  label: (value: unknown) => value === 1,
  ts: isText,
  run_id: isName,
  case: isName,
  item: isTextOrNull,
  draw: isCount,
  response: isDigest,
  expectation: isDigest,
  verdict: oneOf(...labelVerdicts),
  rater: isName,
  note: isNothingOr(isText),
  sample: { seed: Number.isSafeInteger, asked: isCount, of: isCount },
};
