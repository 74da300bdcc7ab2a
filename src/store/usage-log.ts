import { join } from 'node:path';
import { type Rows, readRows } from './files/jsonl.js';

/** One use of a prompt. `prompt` is the digest of the text that was used; without it a row speaks of no particular text. */
export interface UsageRow {
  readonly sent: boolean;
  readonly verified: boolean | null;
  readonly prompt?: string;
}

/** Reads `.usage.jsonl` of a prompt; no file means no uses. Throws as `readRows` does. */
export function readUsageRows(promptDir: string): Rows<UsageRow> {
  return readRows(join(promptDir, '.usage.jsonl'), (value) =>
    isUsageRow(value) ? { value } : { reason: 'is not the row of a use' },
  );
}

function isUsageRow(value: unknown): value is UsageRow {
  if (typeof value !== 'object' || value === null) return false;
  const { sent, verified, prompt } = value as Record<string, unknown>;
  const isTold = verified === null || typeof verified === 'boolean';
  return typeof sent === 'boolean' && isTold && (prompt === undefined || typeof prompt === 'string');
}
