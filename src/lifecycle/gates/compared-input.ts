import { join } from 'node:path';
import { loadPrompt } from '#load/prompt/meta.js';
import { type CompareRule, readyVersion } from '#model/pairs/compare-rule.js';
import { bodyDigest } from '#model/text/body.js';
import { type CompareLog, readCompareRows } from '#store/logs/compare-log.js';
import { readPromotions } from '#store/logs/prompt-logs.js';
import type { LibraryFiles } from '../read-prompt.js';
import type { Baseline, ComparedInput } from './gate.js';

/**
 * Reads what the gate of a comparison needs; nothing without a rule. `log`: the rows, if they were read already. Throws EVA_DISK, EVA_ODD_FILE,
 * EVA_LOG_TOO_LARGE.
 */
export function readCompared(
  library: Pick<LibraryFiles, 'root' | 'ids'>,
  { id, compare: rule }: { readonly id: string; readonly compare: CompareRule | null },
  log?: CompareLog,
): { readonly compared?: ComparedInput } {
  if (!rule) return {};
  const baseline = baselineOf(library, id, rule);
  return { compared: { rule, log: log ?? readCompareRows(library.root), baseline } };
}

function baselineOf({ root, ids }: Pick<LibraryFiles, 'root' | 'ids'>, id: string, { against }: CompareRule): Baseline {
  if (ids().includes(against)) {
    const { value } = loadPrompt(root, against);
    return { kind: 'prompt', digest: value && bodyDigest(value.body) };
  }
  if (against !== readyVersion) return { kind: 'ref' };
  const { rows, bad } = readPromotions(join(root, 'prompts', id));
  const last = rows.findLast(({ value }) => value.to === 'ready' && value.evidence !== null);
  return { kind: 'ready', last: last?.value ?? null, bad };
}
