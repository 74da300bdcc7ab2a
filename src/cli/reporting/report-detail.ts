import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { resolve } from 'node:path';
import { unknownCase } from '#model/case.js';
import { EvaError, evaError } from '#model/problem.js';
import type { CaseResult } from '#model/run/run.js';
import { quoted } from '#model/text/quoted.js';
import { withAbsolutePath } from '#provider/process/start-program.js';
import { type CsvRecord, csvBeginning, csvLines } from '#report/formats/csv.js';
import { detailPieces } from '#report/run/detail.js';
import { plural } from '#report/text/numbers.js';
import { visible } from '#report/text/visible.js';
import { caseView } from '#report/view/case-view.js';
import { openColumn } from '#report/view/run-group.js';
import type { CaseView } from '#report/view/view.js';
import { type RunEnding, viewOf } from '#report/view/view-of.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { onDisk, readStart, withRegular } from '#store/files/regular-file.js';
import { runDirOf } from '#store/run/run-names.js';
import type { StoredRun } from '#store/run/stored-runs.js';
import { trialsInOrder } from '#store/run/trial-log.js';
import type { Io } from '../io.js';
import type { CommandPlace } from '../open-command.js';
import type { Terminal } from '../output/terminal.js';
import { type DetailOptions, wantsItems } from './report-flags.js';
import { type CaseOfRun, chooseTrials, haveCalls, repliesOf, reportItems, selectionOf } from './report-items.js';

/** The maximum number of items without an option that selects them. */
const mostItems = 10;

/** Prints cases of a stored run with their replies. Throws EVA_UNKNOWN_CASE, EVA_USAGE, and as `trialsInOrder` does. */
export async function showDetail(
  run: StoredRun,
  options: DetailOptions & { readonly ending: RunEnding },
  { root, terminal, io }: CommandPlace,
): Promise<void> {
  const { plan, result } = run;
  const all = chosenCases(run, options);
  const source = { dir: runDirOf(root, result.run_id), body: plan.body };
  const choice = shownItems(options);
  const items = new Map(chooseTrials(all, choice).map((chosen) => [chosen.result.name, chosen]));
  const ofSlices = new Map(
    chooseTrials(all, { slice: options.slice ?? [] }).map(({ result: { name }, trials }) => [name, trials]),
  );
  const { failed, all: isAll, full, trial } = options;
  const isSelection = failed === true || isAll === true || full === true || trial !== undefined || wantsItems(options);
  const judged = all.filter(({ testCase }) => !testCase?.dataset).map((chosen) => chosen.result);
  const trialsByCase = new Map(
    withTexts(judged, source.dir, options).map((chosen) => [chosen.name, onlyTrial(chosen, options.trial)]),
  );
  const view = viewOf(result, plan, options.ending);
  const testCases = new Map(all.map((chosen) => [chosen.result.name, chosen.testCase]));
  const shownRun = { id: result.id, isShard: result.shard !== null, body: plan.body };
  const cases = view.cases
    .filter(({ name }) => testCases.has(name.raw))
    .map((caseShown) => {
      const shown = trialsByCase.get(caseShown.name.raw);
      return shown ? { ...caseShown, groups: caseView(shown, testCases.get(shown.name), shownRun).groups } : caseShown;
    });
  const detail = {
    ...{ cases, onlyFailing: options.failed === true, full: options.full === true },
    isBelowResult: options.isBelowResult === true,
    explains: (options.case ?? []).length > 0 || options.trial !== undefined,
    items: {
      isSelection,
      selection: ({ name }: CaseView) => {
        const chosen = items.get(name.raw);
        return chosen ? selectionOf(chosen, ofSlices.get(chosen.result.name) ?? [], choice) : null;
      },
      of: ({ name }: CaseView) => {
        const chosen = items.get(name.raw);
        return chosen
          ? reportItems(repliesOf([chosen], source), isSelection ? Number.POSITIVE_INFINITY : mostItems)
          : [];
      },
    },
  };
  const pieces = detailPieces(view, detail, terminal);
  if (options.full && !options.isBelowResult) await showPaged(pieces, terminal, io);
  else for (const piece of pieces) terminal.out(piece);
}

/** Writes the chosen trials of runs to one CSV file. Throws EVA_UNKNOWN_CASE, EVA_USAGE, and as `trialsInOrder` does. */
export function exportTrials(
  runs: readonly StoredRun[],
  options: DetailOptions & { readonly out: string },
  { root, terminal, io }: CommandPlace,
): void {
  const path = resolve(io.cwd(), options.out);
  if (!mayReplace(path))
    throw evaError(
      'EVA_USAGE:not_an_export',
      `--out does not replace ${quoted(options.out)}, which eva report did not write`,
      { hint: 'choose another name for the CSV file' },
    );
  const exported = runs.map((run) => {
    const all = chosenCases(run, options);
    const { id: prompt, variant } = openColumn(run.plan);
    const source = { dir: runDirOf(root, run.result.run_id), body: run.plan.body };
    return { all, trials: chooseTrials(all, options), source, prompt, variant };
  });
  const slices = exported.flatMap(({ all }) => all.flatMap(({ testCase }) => testCase?.dataset?.slices ?? []));
  const columns = {
    fields: [...new Set(slices.map(({ field }) => field))],
    hasCalls: exported.some(({ trials, source }) => haveCalls(trials, source)),
  };
  const records = function* (): Generator<CsvRecord> {
    for (const { trials, source, prompt, variant } of exported)
      for (const trial of repliesOf(trials, source)) yield { ...trial, prompt, variant };
  };
  writeAtomically(path, csvLines(records(), columns));
  const rows = exported.flatMap(({ trials }) => trials).reduce((sum, chosen) => sum + chosen.trials.length, 0);
  const from = runs.length > 1 ? ` of ${plural(runs.length, 'run')}` : '';
  terminal.out(`${plural(rows, 'row')}${from} written to ${visible(options.out)}\n`);
}

/** Returns true if there is no file at the path, or an earlier export, so that a mistyped name costs no data. Throws EVA_DISK, EVA_ODD_FILE. */
function mayReplace(path: string): boolean {
  const read = (fd: number) => readStart(fd, csvBeginning.length).toString();
  const beginning = onDisk('read', path, () => withRegular(path, constants.O_RDONLY, read));
  return beginning === null || beginning === csvBeginning;
}

/** Returns the options with `failed`, unless they select items in another way. */
function shownItems(options: DetailOptions): DetailOptions {
  const { all, full, flaky, item = [], trial } = options;
  const isOther = all || full || flaky || item.length > 0 || trial !== undefined;
  return isOther ? options : { ...options, failed: true };
}

/** Returns the cases that the options name, each with its plan. */
function chosenCases({ plan, result }: StoredRun, options: DetailOptions): readonly CaseOfRun[] {
  const planned = new Map(plan.cases.map((testCase) => [testCase.name, testCase]));
  const cases = result.cases.map((one): CaseOfRun => ({ result: one, testCase: planned.get(one.name) }));
  const { case: names = [], failed, trial } = options;
  const known = result.cases.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new EvaError(unknown.map((name) => unknownCase(name, known)));
  const named = names.length === 0 ? cases : cases.filter((chosen) => names.includes(chosen.result.name));
  const ofDatasets = named.filter(({ testCase }) => testCase?.dataset);
  if (wantsItems(options) && ofDatasets.length === 0)
    throw evaError('EVA_USAGE:no_dataset', 'no shown case has a data set', {
      hint: '--slice, --item and --flaky select items of a data set; --failed selects replies of all cases',
    });
  const narrowed = wantsItems(options) ? ofDatasets : named;
  const isLeft = (chosen: CaseOfRun) => chosen.result.passed !== true || chosen.testCase?.dataset !== undefined;
  const left = failed && names.length === 0 ? narrowed.filter(isLeft) : narrowed;
  if (trial === undefined) return left;
  const [only, ...more] = left;
  if (!only || more.length > 0)
    throw evaError('EVA_USAGE:trial_of_which_case', '--trial needs exactly one case', {
      hint: 'name the case: --case NAME',
    });
  const { name, trials } = only.result;
  if (trials.every(({ index }) => index !== trial - 1))
    throw evaError('EVA_USAGE:no_trial', `case ${quoted(name)} has no trial ${trial}`, {
      hint: `its last trial is ${trials.length}`,
    });
  return left;
}

/** Restores the texts that `result.json` omits, for the trials that are shown. */
function withTexts(cases: readonly CaseResult[], dir: string, { full, trial }: DetailOptions): readonly CaseResult[] {
  const cut = new Map(cases.map((result) => [result.name, cutTrials(result, full === true, trial)]));
  if ([...cut.values()].every(({ size }) => size === 0)) return cases;
  const lines = [...trialsInOrder(dir, cut)];
  return cases.map((result) => {
    const lineOfTrial = new Map(
      lines.flatMap((line) => (line.case === result.name ? [[line.trial.index, line] as const] : [])),
    );
    return {
      ...result,
      trials: result.trials.map((each) => lineOfTrial.get(each.index)?.trial ?? each),
      scores: [
        ...result.scores.filter((score) => !lineOfTrial.has(score.trial)),
        ...[...lineOfTrial.values()].flatMap(({ scores }) => scores),
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

function onlyTrial(result: CaseResult, trial: number | undefined): CaseResult {
  if (trial === undefined) return result;
  const trials = result.trials.filter(({ index }) => index === trial - 1);
  return { ...result, trials, scores: result.scores.filter((score) => score.trial === trial - 1) };
}

/** The exit codes of a shell that cannot execute or find a program. */
const notStarted: readonly (number | null)[] = [126, 127];

/**
 * Shows a text through `$PAGER` if standard output is a terminal and a pager is set. Prints it if there is no pager or it cannot be started.
 * `less` shows colours, and ends at once if the text fits. The text must be escaped already, so that no reply can control the pager.
 */
async function showPaged(pieces: Iterable<string>, terminal: Terminal, { env, stdout }: Io): Promise<void> {
  const pager = env['PAGER']?.trim();
  if (stdout.isTTY !== true || !pager) {
    for (const piece of pieces) terminal.out(piece);
    return;
  }
  const text = [...pieces].join('');
  const isStarted = await new Promise<boolean>((done) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', ...withAbsolutePath(env) },
    });
    child.on('error', () => done(false));
    child.on('close', (code) => done(!notStarted.includes(code)));
    child.stdin.on('error', () => {}); // the user may quit the pager before it has read all
    child.stdin.end(terminal.redact(text));
  });
  if (!isStarted) terminal.out(text);
}
