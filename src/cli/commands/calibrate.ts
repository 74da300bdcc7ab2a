import { type Case, unknownCase } from '#model/case.js';
import { expectationDigest, latestLabels } from '#model/people/label.js';
import { EvaError, evaError } from '#model/problem.js';
import { flagWords, short } from '#model/text/quoted.js';
import { calibrationText, disagreementsText } from '#report/commands/calibration.js';
import { jsonResult } from '#report/formats/json-result.js';
import { placeFlags } from '#report/stored/continuation.js';
import { calibrationOf, disagreementsOf, readLabelledAnswers } from '#report/stored/labelled-answers.js';
import { asCalled } from '#report/text/screen.js';
import { judgedCases, labelTarget, nothingJudged, notJudged, readLabelledRun } from '#run/labels/label-target.js';
import { readLabels } from '#store/logs/labels.js';
import { shortRunName } from '#store/run/run-names.js';
import type { Io } from '../io.js';
import { type CommonFlags, openCommand } from '../open-command.js';
import { reportBadLabels } from './label.js';

interface CalibrateOptions extends CommonFlags {
  readonly case?: string;
  readonly items?: boolean;
  readonly full?: boolean;
}

/**
 * Runs `eva calibrate [run]`: shows how the judge of a run agrees with the labels of people. It decides nothing, and returns 0. Throws EVA_LABEL for
 * a run whose answers nobody can label, or without a label.
 */
export async function calibrateCommand(name: string | undefined, options: CalibrateOptions, io: Io): Promise<number> {
  const { terminal, root } = openCommand(io, options, { onlyRuns: true });
  const run = readLabelledRun(root, name);
  const cases = chosenCases(judgedCases(run.plan), options.case, run.plan.cases);
  const targets = cases.flatMap((testCase) =>
    testCase.expectations.flatMap((expectation, index) =>
      expectationDigest(expectation) === null
        ? []
        : [labelTarget(root, run, { case: testCase.name, expectation: String(index + 1) })],
    ),
  );
  const [first] = targets;
  const { run_id, id } = run.result;
  if (!first) throw new EvaError([nothingJudged(run_id)]);
  const { rows, bad } = readLabels(first.promptDir);
  reportBadLabels(bad, terminal);
  const labels = latestLabels(rows.map(({ value }) => value));
  if (labels.length === 0)
    throw evaError(
      'EVA_LABEL:no_labels',
      `prompts/${short(id)}/labels.jsonl has no label, so there is nothing to compare the judge with`,
      { hint: `label a sample of the answers: eva label ${short(run_id)}` },
    );
  const labelledTargets = targets.map((target) => ({ target, ...readLabelledAnswers(root, target, labels) }));
  const calibrations = labelledTargets.map((labelled) => calibrationOf(root, labelled, labels));
  const differing = () => labelledTargets.flatMap(({ target, answers }) => disagreementsOf(root, target, answers));
  if (options.json) {
    const items = options.items ? { items: differing() } : {};
    terminal.out(jsonResult({ schema: 'eva-calibration/1', id, run_id, calibrations, ...items }));
    return 0;
  }
  const words = (command: string, flags: readonly string[]) =>
    [command, shortRunName(root, run_id), ...flags, ...placeFlags(options)].join(' ');
  const cased = options.case === undefined ? [] : [flagWords('--case', options.case)];
  if (options.items) {
    const command = asCalled(words('eva calibrate', [...cased, '--items', '--full']), terminal);
    terminal.out(disagreementsText(differing(), { full: options.full === true, command }, terminal));
    return 0;
  }
  const items = words('eva calibrate', [...cased, '--items']);
  terminal.out(calibrationText({ id, run_id, calibrations, items, label: words('eva label', cased) }, terminal));
  return 0;
}

/** Returns the judged cases, or the one that is named. Throws EVA_UNKNOWN_CASE, EVA_LABEL. */
function chosenCases(judged: readonly Case[], name: string | undefined, all: readonly Case[]): readonly Case[] {
  if (name === undefined) return judged;
  const chosen = judged.filter((testCase) => testCase.name === name);
  if (chosen.length > 0) return chosen;
  const names = judged.map((testCase) => testCase.name);
  if (all.some((testCase) => testCase.name === name)) throw new EvaError([notJudged(name, names)]);
  throw new EvaError([unknownCase(name, names)]);
}
