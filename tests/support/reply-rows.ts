import type { ReplyHead, ReplyRow } from '#page/replies/reply-row.js';
import type { FindingView } from '#report/view/view.js';

export const raw = (text: string) => ({ raw: text });

/** Returns a row of the first case, with what a test changes. */
export function replyRowWith(changed: Partial<ReplyRow> = {}): ReplyRow {
  return {
    case: 0,
    trial: 0,
    item: null,
    outcome: 'failed',
    is_cut: false,
    turns: [{ message: raw(''), response: raw('an answer') }],
    findings: [],
    unusable: null,
    latency_s: null,
    conversation: null,
    ...changed,
  };
}

/** Returns a finding of a check that missed, with what a test changes. */
export function findingWith(changed: Partial<FindingView> = {}): FindingView {
  const part = { kind: 'check', expectation: 0, check: 0 } as const;
  return { ...part, mark: 'failed', about: raw('contains: "billing"'), reason: raw('it is not there'), ...changed };
}

/** Returns the item of a row, in the slice of a language. */
export function itemWith(id: string, language = 'Dutch'): NonNullable<ReplyRow['item']> {
  const slices = [{ name: raw('language'), value: raw(language) }];
  return {
    id: raw(id),
    draw: 0,
    slices,
    inputs: [{ name: raw('ticket'), value: raw('Hallo') }],
    classes: [],
    expected: null,
  };
}

/** The head of a list with two cases of one run. */
export const headOfTwo: ReplyHead = {
  runs: [{ key: 'r1', id: raw('support-triage'), variant: null }],
  cases: ['tickets', 'refund / after "30" days'].map((name) => ({
    run: 0,
    key: `key-${name.length}`,
    name: raw(name),
    kind: 'prompt',
    inputs: [{ name: raw('ticket'), value: raw('Where is my money?') }],
  })),
  checks: [
    { case: 0, part: 'check.0.0.', about: raw('contains: "billing"') },
    { case: 1, part: 'rubric.1..', about: raw('tone') },
  ],
  slices: [
    { field: raw('language'), values: [raw('Dutch'), raw('Italian')] },
    { field: raw('case'), values: [raw('upper')] },
  ],
  counts: { passed: 0, failed: 2, ungraded: 0, missing: 0 },
};
