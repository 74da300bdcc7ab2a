import type { Case } from '#model/case.js';
import type { ClassAnswer, Origin } from '#model/dataset.js';
import type { Finding, Score, Trial, TrialOutcome } from '#model/run/trial.js';
import type { GradedTrial } from '#run/collect/collect-trial.js';

/** One trial of a made run: its reply, and what graders found in it. */
export interface MadeTrial {
  readonly reply?: string;
  /** The message that was asked; the inputs of the case unless set. */
  readonly message?: string;
  /** Whether the only check holds; null if it could not be graded. Default: true. */
  readonly holds?: boolean | null;
  /** The reason of the check, and the words of the reply that decided. */
  readonly reason?: string;
  readonly mark?: string;
  /** The score of the judge, from 1 to 5, and its reason. */
  readonly judge?: readonly [score: number | null, reason: string];
  readonly latency?: number;
  /** Set if the reply is not usable, or if there is none. */
  readonly outcome?: Exclude<TrialOutcome, { readonly outcome: 'finished' }>;
  readonly item?: MadeItem;
}

/** The item that a trial asks. */
export interface MadeItem {
  readonly id: string;
  readonly slices?: Readonly<Record<string, string>>;
  readonly classes?: ClassAnswer;
}

const began = Date.parse('2026-11-24T10:15:00Z');

/** Makes a graded trial of a case with at most one check and one rubric. */
export function gradedTrial(testCase: Case, index: number, made: MadeTrial): GradedTrial {
  const { latency = 0.8 + ((index * 7) % 13) / 10, outcome = { outcome: 'finished' } } = made;
  const message = made.message ?? messageOf(testCase);
  const reply = made.reply;
  const turns = reply === undefined ? [] : [{ user_message: message, app_response: reply, latency, details: {} }];
  const trial: Trial = {
    ...{ case: testCase.name, index, turns, duration_s: latency },
    started_at: new Date(began + index * 700).toISOString(),
    ...(made.item && { origin: originOf(made.item) }),
    ...outcome,
  };
  return { trial, scores: outcome.outcome === 'missing' ? [] : scoresOf(testCase, index, made) };
}

function messageOf({ subject }: Case): string {
  return subject.kind === 'trigger' ? subject.query : Object.values(subject.inputs).join('\n');
}

/** Returns the origin of a made item. */
export function originOf({ id, slices }: MadeItem): Origin {
  return { item: id, draw: 0, ...(slices && { slices }) };
}

function scoresOf({ expectations }: Case, trial: number, made: MadeTrial): readonly Score[] {
  return expectations.map(({ grader }, expectation): Score => {
    const facts = { expectation, trial };
    const classes = grader.grader === 'class' ? made.item?.classes : undefined;
    const findings = classes
      ? []
      : findingsOf(made, grader.grader === 'trial_passes' ? grader.params.checks[0] : undefined);
    const shared = { ...facts, findings, ...(classes && { classes }) };
    if (made.outcome?.outcome === 'failed')
      return { ...shared, value: null, why: 'failed', reason: made.outcome.reason };
    if (classes) return { ...shared, value: Number(classes.answered === classes.expected) };
    const open = findings.find(({ holds }) => holds === null);
    if (findings.some(({ holds }) => holds === false)) return { ...shared, value: 0 };
    return open ? { ...shared, value: null, why: 'ungraded', reason: open.reason } : { ...shared, value: 1 };
  });
}

function findingsOf(
  made: MadeTrial,
  check: { readonly op: string; readonly value: unknown } | undefined,
): readonly Finding[] {
  const { outcome, holds = true, reason = '', judge } = made;
  if (outcome?.outcome === 'failed') return [{ about: 'reply', holds: false, reason: outcome.reason }];
  const excerpt = excerptOf(made);
  const about = check ? `${check.op}: ${JSON.stringify(check.value).replaceAll('"field":', 'field: ')}` : '';
  return [
    ...(check ? [{ about, holds, reason, ...(excerpt && { excerpt }) }] : []),
    ...(judge ? [judgedFinding(judge)] : []),
  ];
}

function judgedFinding([score, reason]: NonNullable<MadeTrial['judge']>): Finding {
  if (score === null) return { about: 'rubric', holds: null, reason };
  return { about: 'rubric', holds: score >= 4, reason, score };
}

function excerptOf({ reply = '', mark }: MadeTrial): Finding['excerpt'] {
  const at = mark === undefined ? -1 : reply.indexOf(mark);
  if (mark === undefined || at === -1) return undefined;
  const before = reply.slice(0, at);
  const line = before.split('\n').length;
  const start = at - (before.lastIndexOf('\n') + 1);
  return { text: reply.split('\n')[line - 1] ?? '', line, mark: { start, end: start + mark.length } };
}
