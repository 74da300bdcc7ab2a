import type { CaseLeftOut, ChangePiece, MutationBase, MutationKind, MutationPlan } from '#model/run/mutation.js';
import { listed } from '#model/text/quoted.js';
import { plural } from '../../text/numbers.js';
import { visible } from '../../text/visible.js';

export const kindWords: Readonly<Record<MutationKind, string>> = {
  drop_rule: 'without this rule',
  drop_sentence: 'without this sentence',
  negate: 'negated',
  swap_number: 'another number',
  remove_example: 'without this example',
  blank_input: 'with this input empty',
  reorder: 'this rule after the next one',
};

/** Marks the removed and the added words of a change: `at most [-72-]{+144+} characters`. Escapes untrusted text, on one line. */
export function markedChange(change: readonly ChangePiece[]): string {
  return change.map(({ kind, text }) => marked(kind, visible(text.replace(/\s+/g, ' ')))).join('');
}

function marked(kind: ChangePiece['kind'], text: string): string {
  if (kind === 'same') return text;
  return kind === 'removed' ? `[-${text}-]` : `{+${text}+}`;
}

const whyWords: Readonly<Record<CaseLeftOut, string>> = {
  failed: 'did not pass',
  missing: 'has no verdict',
  look: 'is only shown',
  trigger: 'does not send the body',
  application: 'asks another application',
};

/** Says which cases are not asked, and why; null if all are. */
export function leftOutText({ left_out_cases }: Pick<MutationPlan, 'left_out_cases'>): string | null {
  if (left_out_cases.length === 0) return null;
  const shown = left_out_cases.slice(0, 5).map((one) => `${visible(one.case)} (${whyWords[one.why]})`);
  const more = left_out_cases.length - shown.length;
  return `not asked: ${listed([...shown, ...(more > 0 ? [`${more} more`] : [])])}`;
}

/** Warns if the run that chose the cases did not ask the model itself; null if it did. */
export function baseWarning({ synthetic, replayed }: MutationBase): string | null {
  if (synthetic)
    return 'the last run played replies that a person wrote, so its cases may not pass with the real model: every mutant may seem to be noticed';
  return replayed ? 'the last run played older replies of the model' : null;
}

/** Names the mutants of a sample, or all: `20 of 49 mutants`. */
export function mutantsInWords(count: number, sample: MutationPlan['sample']): string {
  return sample && sample.of > count ? `${count} of ${plural(sample.of, 'mutant')}` : plural(count, 'mutant');
}
