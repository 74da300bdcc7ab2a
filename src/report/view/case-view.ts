import type { Case, Subject } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { sha256 } from '#model/data/digest.js';
import { checksOfGrader, embeddingCheck, judgedChecks, rubricsOf } from '#model/grader.js';
import type { Body } from '#model/prompt.js';
import { type CaseResult, outcomeOf } from '#model/run/run.js';
import { type ConversationFacts, knownLatency, type Score, scoresByTrial, type Trial } from '#model/run/trial.js';
import { styleAxes } from '#model/settings.js';
import { claimViews, expectationsOfClaims, sliceClaims } from './claims.js';
import { datasetView } from './dataset-view-of.js';
import { figuresOf, type PathsOf } from './figures.js';
import { findingViews, isPlainPass, outcomeOfReply } from './findings.js';
import { failingItems, itemView, partText } from './item-view.js';
import { reasonsOf } from './reasons.js';
import { GroupedReplies } from './reply-groups.js';
import { turnViews } from './turn-view.js';
import {
  type CaseView,
  type ConversationView,
  type FindingView,
  type Group,
  type MissingReplies,
  type NamedText,
  type Reply,
  type ReplyOutcome,
  type TrialCounts,
  text,
} from './view.js';

const keyLength = 12;

/** Returns the key of a case in URLs and ids: letters and digits, always the same for one name. */
export function caseKey(name: string): string {
  return sha256(name).slice(0, keyLength);
}

export interface RunOfCase {
  /** The id of the prompt. */
  readonly id: string;
  readonly isShard: boolean;
  readonly body: Body;
  /** The paths of claims with the rules of their tests; without it, cases have no such figures. */
  readonly pathsOf?: PathsOf | undefined;
}

export function caseView(
  result: CaseResult,
  testCase: Case | undefined,
  { id, isShard, body, pathsOf }: RunOfCase,
): CaseView {
  const { marks, trials, groups, misses } = result.look
    ? shownReplies(result, testCase, body)
    : repliesOf(result, testCase, body);
  const outcome = outcomeOf(result);
  const dataset = result.look ? null : datasetView(result, testCase);
  const claims = claimViews(result, testCase);
  const open: CaseView['outcome'] = isShard && trials.missing === 0 ? 'collected' : 'unfinished';
  const own = {
    key: caseKey(result.name),
    name: text(result.name),
    kind: result.kind,
    outcome: outcome === 'unknown' ? open : outcome,
    at: testCase?.at ?? null,
    ...(isOfOther(testCase, id) && { is_of_other: true as const }),
    inputs: testCase ? inputViews(testCase.subject) : [],
    dataset,
    slices: sliceClaims(dataset),
    figures: figuresOf(result, testCase, { claims, dataset }, pathsOf),
    claims,
    trials,
    stopped_at: result.stopped_at,
    marks,
    misses,
    groups,
    missing: missingOf(result, testCase),
  };
  return { ...own, reasons: reasonsOf(own, expectationsOfClaims(result, testCase)) };
}

function isOfOther(testCase: Case | undefined, id: string): boolean {
  const file = testCase?.at?.file ?? '';
  return file.startsWith('prompts/') && !file.startsWith(`prompts/${id}/`);
}

/** Counts and groups the replies of a case. A case can have 100,000 trials, so their replies are not kept. */
function repliesOf(result: CaseResult, testCase: Case | undefined, body: Body) {
  const { sample_size, trials, scores } = result;
  const ownScores = scoresByTrial(scores);
  const groups = new GroupedReplies(testCase?.dataset ? failingItems(result) : undefined);
  const marks: ReplyOutcome[] = [];
  let [unusable, without_texts] = [0, 0];
  for (const trial of trials) {
    const own = ownScores.get(trial.index) ?? [];
    // The replies to items that passed are not kept, and there can be many: the whole of them would only become garbage.
    if (
      testCase?.dataset &&
      (isPlainPass(trial, own, testCase) || outcomeOfReply(trial, findingViews(trial, own, testCase)) === 'passed')
    ) {
      marks.push('passed');
      continue;
    }
    const reply = replyView(trial, own, testCase, body);
    marks.push(reply.outcome);
    if (reply.unusable !== null) unusable += 1;
    if (reply.is_cut && (reply.outcome === 'failed' || reply.outcome === 'ungraded')) without_texts += 1;
    if (reply.outcome !== 'missing') groups.add(reply);
  }
  const number = (outcome: ReplyOutcome) => marks.filter((mark) => mark === outcome).length;
  const missing = number('missing');
  const counts: TrialCounts = {
    asked: sample_size,
    total: trials.length - missing,
    failed: number('failed'),
    unusable,
    ungraded: number('ungraded'),
    missing,
    gave_up: countGaveUp(trials.map(({ conversation }) => conversation?.ended)),
    without_texts,
  };
  const aboutOf = (finding: FindingView) => text(testCase ? partText(finding, testCase) : finding.about.raw);
  return { marks, trials: counts, groups: groups.groups(), misses: groups.misses(aboutOf) };
}

function shownReplies(result: CaseResult, testCase: Case | undefined, body: Body): ReturnType<typeof repliesOf> {
  const { look: _look, ...plain } = result;
  if (!testCase?.dataset) return repliesOf(plain, testCase, body);
  const { dataset: _dataset, ...repeated } = testCase;
  const all = repliesOf(plain, repeated, body);
  const groups = plain.trials.flatMap((trial): readonly Group[] =>
    trial.outcome === 'missing'
      ? []
      : [
          {
            digest: String(trial.index),
            times: 1,
            trials: [trial.index],
            example: replyView(trial, [], testCase, body),
          },
        ],
  );
  return { ...all, groups };
}

/** Returns the inputs of all trials of a case; of a triggering query its text. */
export function inputViews(subject: Subject): readonly NamedText[] {
  if (subject.kind === 'trigger') return [{ name: text('query'), value: text(subject.query) }];
  return Object.entries(subject.inputs).map(([name, value]) => ({ name: text(name), value: text(value) }));
}

function countGaveUp(ends: readonly (string | undefined)[]): number {
  return ends.filter((ended) => ended === 'gave_up').length;
}

function missingOf({ trials }: CaseResult, testCase: Case | undefined): readonly MissingReplies[] {
  const missing = trials.flatMap((trial) => (trial.outcome === 'missing' ? [trial] : []));
  const hasReplied = ({ turns }: Trial) => testCase?.subject.kind === 'prompt' && turns.length > 0;
  const groups = groupBy(missing, (trial) => JSON.stringify([trial.reason, hasReplied(trial)]));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    return {
      reason: text(first.reason),
      ...(testCase && hasReplied(first) && { ungraded_by: graderWithoutAnswer(testCase) }),
      trials: own.map(({ index }) => index),
    };
  });
}

/** Returns who gave no answer when a reply was graded. `check`: it may be the judge, the embedding model or a program. */
function graderWithoutAnswer({ expectations }: Case): NonNullable<MissingReplies['ungraded_by']> {
  const graders = expectations.map(({ grader }) => grader);
  const ops = graders.flatMap((grader) => checksOfGrader(grader).map(({ op }) => op));
  const startsProgram = ops.some((op) => op === 'command' || op === 'module');
  const embeds = ops.includes(embeddingCheck);
  const isJudged = graders.some(
    (grader) =>
      grader.grader === 'expected_behavior' ||
      (grader.grader === 'trial_passes' && rubricsOf(grader.params).length > 0) ||
      checksOfGrader(grader).some(({ op }) => judgedChecks.includes(op)),
  );
  if (startsProgram || isJudged === embeds) return 'check';
  return isJudged ? 'judge' : 'embedding_model';
}

export function replyView(trial: Trial, scores: readonly Score[], testCase: Case | undefined, body: Body): Reply {
  const findings = findingViews(trial, scores, testCase);
  return {
    trial: trial.index,
    item: trial.origin ? itemView(trial, trial.origin, { scores, testCase, findings, body }) : null,
    outcome: outcomeOfReply(trial, findings),
    is_cut: trial.cut === true,
    turns: trial.cut ? [] : turnViews(trial.turns),
    ...extractedOf(scores),
    findings,
    unusable: trial.outcome === 'failed' ? text(trial.reason) : null,
    ...(trial.outcome === 'missing' && { missing: text(trial.reason) }),
    latency_s: latencyOf(trial),
    conversation: trial.conversation ? conversationOf(trial.conversation) : null,
  };
}

function extractedOf(scores: readonly Score[]): Pick<Reply, 'extracted'> {
  const found = scores.find(({ extracted }) => extracted !== undefined)?.extracted;
  return found === undefined ? {} : { extracted: text(found) };
}

/** Returns the total latency of all responses, in seconds; null if one of them is unknown, and without any. */
function latencyOf({ turns }: Trial): number | null {
  if (turns.length === 0) return null;
  return turns.reduce<number | null>((sum, turn) => {
    const latency = knownLatency(turn);
    return sum === null || latency === null ? null : sum + latency;
  }, 0);
}

function conversationOf({ ended, style, unanswered }: ConversationFacts): ConversationView {
  return {
    ended,
    style: style ? styleAxes.map((axis) => text(style[axis])) : [],
    unanswered: unanswered === undefined ? null : text(unanswered),
  };
}
