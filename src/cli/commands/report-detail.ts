import { spawn } from 'node:child_process';
import { EvaError, problem } from '#errors/index.js';
import type { CaseResult, RunResult } from '#model/run/run.js';
import { nearest } from '#model/text/nearest.js';
import { prettyDetail } from '#report/run/detail.js';
import { readTrials } from '#store/run/documents/run-document.js';
import type { StoredRun } from '#store/run/listing/stored-runs.js';
import { runDirOf } from '#store/run/run-names.js';
import { caseView } from '#view/case-view.js';
import { type RunEnding, viewOf } from '#view/view-of.js';
import { usage } from '../evaluating/eval-options.js';
import type { Io } from '../io.js';
import type { Terminal } from '../output/terminal.js';
import type { DetailOptions } from './report-choice.js';

/** Prints cases of a stored run with their replies. Throws EVA_UNKNOWN_CASE, EVA_USAGE, and as `readTrials` does. */
export async function showDetail(
  { plan, result }: StoredRun,
  root: string,
  options: DetailOptions & { readonly ending: RunEnding },
  { terminal, io }: { readonly terminal: Terminal; readonly io: Io },
): Promise<void> {
  const chosen = chosenCases(result, options);
  const whole = withTexts(chosen, runDirOf(root, result.run_id), options);
  const narrowed = whole.map((one) => onlyTrial(one, options.trial));
  const planned = new Map(plan.cases.map((testCase) => [testCase.name, testCase]));
  const view = viewOf(result, plan, options.ending);
  const run = { isShard: result.shard !== null, body: plan.body };
  const shown = narrowed.map(({ own, all }) => {
    const testCase = planned.get(all.name);
    const { groups } = caseView(own, testCase, run);
    return { ...caseView(all, testCase, run), groups };
  });
  const inOrder = view.cases.flatMap(({ key }) => shown.filter((one) => one.key === key));
  const detail = { cases: inOrder, onlyFailing: options.failed === true, full: options.full === true };
  const text = prettyDetail(view, detail, terminal);
  if (options.full) await showPaged(text, terminal, io);
  else terminal.out(text);
}

function chosenCases({ cases }: RunResult, { case: names = [], failed, trial }: DetailOptions): readonly CaseResult[] {
  const known = cases.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new EvaError(
      unknown.map((name) =>
        problem('EVA_UNKNOWN_CASE', { case: name, nearest: nearest(name, known) ?? null, cases: known }),
      ),
    );
  }
  const named = names.length === 0 ? cases : cases.filter(({ name }) => names.includes(name));
  const chosen = failed && names.length === 0 ? named.filter(({ passed }) => passed !== true) : named;
  if (trial === undefined) return chosen;
  const [only, ...others] = chosen;
  if (!only || others.length > 0) throw usage('EVA_USAGE:trial_of_which_case', null);
  if (only.trials.every(({ index }) => index !== trial - 1)) {
    throw usage('EVA_USAGE:no_trial', { case: only.name, trial, trials: only.trials.length });
  }
  return chosen;
}

/** Restores the texts that `result.json` omits, for the trials that are shown. */
function withTexts(cases: readonly CaseResult[], dir: string, { full, trial }: DetailOptions): readonly CaseResult[] {
  const cut = new Map(cases.map((result) => [result.name, cutTrials(result, full === true, trial)]));
  if ([...cut.values()].every(({ size }) => size === 0)) return cases;
  const lines = readTrials(dir, (name, index) => cut.get(name)?.has(index) === true);
  return cases.map((one) => {
    const own = new Map(lines.flatMap((line) => (line.case === one.name ? [[line.trial.index, line] as const] : [])));
    return {
      ...one,
      trials: one.trials.map((each) => own.get(each.index)?.trial ?? each),
      scores: [
        ...one.scores.filter((score) => !own.has(score.trial)),
        ...[...own.values()].flatMap(({ scores }) => scores),
      ],
    };
  });
}

/** Returns the trials whose texts are needed and missing: those that did not pass, with `full` all. */
function cutTrials({ trials, scores }: CaseResult, full: boolean, only: number | undefined): ReadonlySet<number> {
  const missed = new Set(
    scores.flatMap(({ trial, value, findings }) =>
      value === null || findings.length === 0 || findings.some(({ holds }) => holds !== true) ? [trial] : [],
    ),
  );
  const wanted = trials.filter(
    ({ cut, index }) => cut && (only === undefined ? full || missed.has(index) : index === only - 1),
  );
  return new Set(wanted.map(({ index }) => index));
}

function onlyTrial(all: CaseResult, trial: number | undefined): { readonly own: CaseResult; readonly all: CaseResult } {
  if (trial === undefined) return { own: all, all };
  const own = {
    ...all,
    trials: all.trials.filter(({ index }) => index === trial - 1),
    scores: all.scores.filter((score) => score.trial === trial - 1),
  };
  return { own, all };
}

/** The exit codes of a shell that cannot execute or find a program. */
const notStarted: readonly (number | null)[] = [126, 127];

/**
 * Shows a text through `$PAGER` if standard output is a terminal and a pager is set. Prints it if there is no pager or it cannot be started.
 * `less` shows colours, and ends at once if the text fits. The text must be escaped already, so that no reply can control the pager.
 */
async function showPaged(text: string, terminal: Terminal, { env, stdout }: Io): Promise<void> {
  const pager = env['PAGER']?.trim();
  if (stdout.isTTY !== true || !pager) {
    terminal.out(text);
    return;
  }
  const isStarted = await new Promise<boolean>((done) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', ...env },
    });
    child.on('error', () => done(false));
    child.on('close', (code) => done(!notStarted.includes(code)));
    child.stdin.on('error', () => {}); // the user may quit the pager before it has read all
    child.stdin.end(terminal.redact(text));
  });
  if (!isStarted) terminal.out(text);
}
