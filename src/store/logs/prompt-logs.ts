import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import type { Status } from '#model/prompt.js';
import { flawedField, isFlag, isNothingOr, isText } from '#model/reply/reply-flaw.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { appendRow, inOrderOfTime, type Rows, readRows, takeDated } from '../files/jsonl.js';

/** One line of `.promotions.jsonl`: the change and its evidence. */
export interface PromotionRow {
  readonly ts: string;
  readonly from: Status;
  readonly to: Status;
  /** True if gates were unmet and a person forced the promotion. */
  readonly forced: boolean;
  /** Names of the gates that were not met. */
  readonly unmet: readonly string[];
  /** The run that the eval gate used; null if there was none. Of several variants, that of the first. */
  readonly run_id: string | null;
  /** The digests of the files as they were promoted; null if the prompt has no cases. Of several variants, those of the first. */
  readonly evidence: EvidenceDigests | null;
  /** The run and the digests of each variant; absent for a prompt without variants. */
  readonly variants?: readonly PromotedVariant[];
  /** What the cases claimed, for the next promotion. */
  readonly claims: readonly CaseClaims[];
  /** What the cases claimed less than at the status before. Absent if nothing. */
  readonly weaker?: readonly string[];
  /** The runs of this body that failed under earlier cases. Absent without any. */
  readonly failed_before?: readonly string[];
  readonly eva_version: string;
}

/** What a case claims: its bars as numbers by a label, and its checks, judges and rubrics as texts. */
export interface CaseClaims {
  readonly case: string;
  readonly sample: number;
  readonly bars: Readonly<Record<string, number>>;
  readonly parts: readonly string[];
}

interface PromotedVariant extends Pick<PromotionRow, 'run_id' | 'evidence'> {
  readonly variant?: string;
}

/** Appends to `.promotions.jsonl` of a prompt and waits until the disk has it. */
export function appendPromotion(promptDir: string, row: PromotionRow): void {
  appendRow(join(promptDir, '.promotions.jsonl'), row, { sync: true });
}

/** Reads `.promotions.jsonl` of a prompt in the order of their times; no file means no promotions. Throws as `readRows` does. */
export function readPromotions(promptDir: string): Rows<PromotionRow> {
  const promotions = readRows(join(promptDir, '.promotions.jsonl'), (value) =>
    isPromotionRow(value) ? takeDated(value) : { reason: 'is not the row of a promotion' },
  );
  return inOrderOfTime(promotions, ({ ts }) => ts);
}

function isPromotionRow(value: unknown): value is PromotionRow {
  if (!isObject(value)) return false;
  const { ts, to, evidence, claims } = value;
  const isEvidence = evidence === null || (isObject(evidence) && typeof evidence['prompt'] === 'string');
  const areClaims = Array.isArray(claims) && claims.every(isClaims);
  return typeof ts === 'string' && typeof to === 'string' && isEvidence && areClaims;
}

function isClaims(value: unknown): boolean {
  const { sample, bars, parts, case: name } = isObject(value) ? value : {};
  const areTexts = Array.isArray(parts) && parts.every((part) => typeof part === 'string');
  const areBars = isObject(bars) && Object.values(bars).every((bar) => typeof bar === 'number');
  return typeof name === 'string' && typeof sample === 'number' && areBars && areTexts;
}

/** One use of a prompt. `prompt` is the digest of the text that was used, if it is known. */
export interface UsageRow {
  readonly sent: boolean;
  readonly verified: boolean | null;
  readonly prompt?: string;
}

/** Reads `.usage.jsonl` of a prompt; no file means no uses. Throws as `readRows` does. */
export function readUsageRows(promptDir: string): Rows<UsageRow> {
  return readRows(join(promptDir, '.usage.jsonl'), (value) =>
    isObject(value) && flawedField(value, usageFacts) === null
      ? { value: value as unknown as UsageRow }
      : { reason: 'is not the row of a use' },
  );
}

const usageFacts = {
  sent: isFlag,
  verified: (value: unknown) => value === null || isFlag(value),
  prompt: isNothingOr(isText),
};
