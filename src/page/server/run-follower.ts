import { orNull } from '#model/problem.js';
import { lastWords } from '#model/reply/no-reply.js';
import type { RunPlan } from '#model/run/run.js';
import { StoredCaseFollower } from '#report/stored/case-follower.js';
import { replyView } from '#report/view/case-view.js';
import { text } from '#report/view/text.js';
import type { ReplyOutcome } from '#report/view/view.js';
import { holderOfRun } from '#store/run/run-folder.js';
import { RunTail } from '#store/run/run-tail.js';
import type { GradedTrialLine } from '#store/run/trial-log.js';
import { type LiveCase, type LiveEvent, type LiveReply, type LiveState, mostLatest } from '../live/live-state.js';

/** The beginning of a reply that is shown, in UTF-16 units. */
const mostShown = 2000;

interface FollowedCase {
  readonly follower: StoredCaseFollower;
  readonly outcomes: Map<number, ReplyOutcome>;
  notPassed: number;
  missing: number;
  settled: LiveCase['settled'];
}

export class RunFollower {
  readonly #dir: string;
  readonly #plan: RunPlan;
  readonly #tail: RunTail;
  readonly #places: ReadonlyMap<string, number>;
  readonly #changed = new Set<number>();
  #cases: readonly FollowedCase[];
  #latest: readonly LiveReply[] = [];
  /** The first two different reasons of missing trials, which tell whether all share one. */
  readonly #reasons = new Set<string>();
  #told = 0;
  #replies = 0;
  #isEnded = false;

  constructor(dir: string, plan: RunPlan) {
    this.#dir = dir;
    this.#plan = plan;
    this.#tail = new RunTail(dir);
    this.#places = new Map(plan.cases.map(({ name }, index) => [name, index]));
    this.#cases = this.#freshCases();
  }

  /** Reads a further part of the run's files. Throws EVA_DISK, EVA_ODD_FILE. */
  read(): { readonly isMore: boolean; readonly isChanged: boolean } {
    const isHeld = holderOfRun(this.#dir) !== null;
    const { replies, trials, isRestarted, isMore } = this.#tail.read();
    if (isRestarted) this.#startAgain();
    this.#replies += replies;
    for (const line of trials) this.#add(line);
    // The process was gone before the files were read to their end: nothing can come any more.
    const hasJustEnded = !isHeld && !isMore && !this.#isEnded;
    if (hasJustEnded) this.#isEnded = true;
    return { isMore, isChanged: replies > 0 || trials.length > 0 || isRestarted || hasJustEnded };
  }

  state(): LiveState {
    return { ...this.#others(), cases: this.#cases.map((_, index) => this.#caseAt(index)) };
  }

  event(): LiveEvent {
    const changed = [...this.#changed];
    this.#changed.clear();
    const cases = changed.map((index) => {
      const { name: _name, planned: _planned, ...change } = this.#caseAt(index);
      return [index, change] as const;
    });
    return { ...this.#others(), cases };
  }

  isEnded(): boolean {
    return this.#isEnded;
  }

  close(): void {
    this.#tail.close();
  }

  #others(): Omit<LiveState, 'cases'> {
    const [reason, other] = this.#reasons;
    const why_missing = reason === undefined || other !== undefined ? null : text(reason);
    return { replies: this.#replies, why_missing, latest: this.#latest, is_ended: this.#isEnded };
  }

  #freshCases(): readonly FollowedCase[] {
    return this.#plan.cases.map((testCase) => ({
      follower: new StoredCaseFollower(testCase),
      outcomes: new Map<number, ReplyOutcome>(),
      notPassed: 0,
      missing: 0,
      settled: null,
    }));
  }

  #startAgain(): void {
    this.#cases = this.#freshCases();
    this.#latest = [];
    this.#reasons.clear();
    for (const index of this.#cases.keys()) this.#changed.add(index);
  }

  #caseAt(index: number): LiveCase {
    const [testCase, followed] = [this.#plan.cases[index], this.#cases[index]];
    if (!testCase || !followed) throw new Error(`there is no case ${index}`);
    const { outcomes, notPassed, missing, settled } = followed;
    return {
      name: text(testCase.name),
      planned: testCase.sample_size,
      done: outcomes.size - missing,
      not_passed: notPassed,
      missing,
      settled,
    };
  }

  #add(line: GradedTrialLine): void {
    const index = this.#places.get(line.case) ?? -1;
    const [testCase, followed] = [this.#plan.cases[index], this.#cases[index]];
    if (!testCase || !followed) return;
    const { trial, scores } = line;
    const reply = replyView(trial, scores, testCase, this.#plan.body);
    const before = followed.outcomes.get(trial.index);
    followed.outcomes.set(trial.index, reply.outcome);
    followed.notPassed += Number(isWrong(reply.outcome)) - Number(isWrong(before));
    followed.missing += Number(reply.outcome === 'missing') - Number(before === 'missing');
    // A score that its grader cannot give leaves the case open here: the run itself reports it.
    orNull(() => followed.follower.add(line));
    followed.settled ??= settledOf(followed);
    this.#changed.add(index);
    if (trial.outcome === 'missing' && this.#reasons.size < 2) this.#reasons.add(lastWords(trial.reason));
    if (!isWrong(reply.outcome)) return;
    const response = text((reply.unusable ?? reply.turns.at(-1)?.response ?? text('')).raw.slice(0, mostShown));
    const shown = { number: this.#told++, case_index: index, trial: trial.index, outcome: reply.outcome, response };
    this.#latest = [shown, ...this.#latest].slice(0, mostLatest);
  }
}

function isWrong(outcome: ReplyOutcome | undefined): boolean {
  return outcome !== undefined && outcome !== 'passed' && outcome !== 'missing';
}

function settledOf({ follower }: FollowedCase): LiveCase['settled'] {
  const outcome = follower.outcome();
  return outcome === 'unknown' ? 'waiting' : outcome;
}
