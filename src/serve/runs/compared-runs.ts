import { compareStoredRuns } from '#engine/comparing/stored-comparison.js';
import { planStoredPairs } from '#engine/comparing/stored-pairs.js';
import { compareReport } from '#engine/reporting/compare-report.js';
import { rootFlag } from '#engine/reporting/continuation.js';
import { EvaError, type ExitCode, orNull } from '#errors/index.js';
import { compareLine } from '#model/pairs/compare-command.js';
import { defaultMargin } from '#model/pairs/comparison.js';
import { version } from '#model/version.js';
import { comparePage } from '#page/compare/compare-page.js';
import { readShownPairs } from '#page/compare/shown-pairs.js';
import { problemPage } from '#page/served/problem-page.js';
import { readPlan } from '#store/run/run-folder.js';
import { text } from '#view/text.js';
import { type Answer, html } from '../http/answer.js';
import { refuseHuge } from './served-run.js';

const alpha = 0.05;

/** A library, and the flag that names it in commands. */
interface Library {
  readonly root: string;
  readonly rootFlag: string | undefined;
}

const internal: ExitCode = 70;

/** Answers with the comparison of two stored runs, or says why they cannot be compared and which command to type. */
export async function comparedRunsAnswer(
  library: Library,
  runs: readonly [string, string],
  now: Date,
): Promise<Answer> {
  const sides = inOrder(runs);
  try {
    return html(await comparedRunsPage(library.root, sides, now));
  } catch (error) {
    if (!(error instanceof EvaError) || error.exitCode === internal) throw error;
    const problems = error.problems.map(({ message, hint }) => ({
      message: text(message),
      hint: hint === undefined ? null : text(hint),
    }));
    const next = orNull(() => nextStep(error, library, sides)) ?? [];
    return html(problemPage('These two runs cannot be compared', [...problems, ...next]), 422);
  }
}

/** Returns the command that compares these runs with the margin that they can show, else one that asks two versions the same cases. */
function nextStep({ problems }: EvaError, { root, rootFlag: flag }: Library, [a, b]: readonly [string, string]) {
  const { id } = readPlan(root, b);
  const margins = problems.flatMap(({ params = {} }) =>
    'allowed' in params && typeof params.allowed === 'number' ? [params.allowed] : [],
  );
  const line = { id, models: [], cases: [] };
  const [message, command] =
    margins.length > 0
      ? [
          'Type this in a terminal to compare them with the margin that they can show:',
          compareLine({ ...line, words: [a, b], margin: Math.min(...margins) }),
        ]
      : [
          'Type this in a terminal to ask the version of a commit and the files of today the same cases, with the same judge:',
          compareLine({ ...line, words: ['HEAD'] }),
        ];
  return [{ message: text(message), hint: text([command, ...rootFlag(flag)].join(' ')) }];
}

function inOrder([one, other]: readonly [string, string]): readonly [string, string] {
  return one < other ? [one, other] : [other, one];
}

/** Renders the comparison of two stored runs. Asks no model, and writes nothing. Throws EVA_NOT_COMPARABLE, EVA_UNDERPOWERED, EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE. */
async function comparedRunsPage(root: string, [a, b]: readonly [string, string], now: Date): Promise<Iterable<string>> {
  for (const run_id of [a, b]) refuseHuge(root, run_id);
  const { id } = readPlan(root, b);
  const planned = planStoredPairs(id, { a, b }, { root, question: { margin: defaultMargin, alpha } });
  try {
    const comparison = compareStoredRuns(planned, now);
    const bodies = { a: planned.a.plan.body, b: planned.b.plan.body };
    const source = { cases: planned.cases, bodies };
    const { view, changed } = await compareReport({ comparison, source, rowPath: null });
    return comparePage({ view, pairs: await readShownPairs(changed()), version, isServed: true });
  } finally {
    planned.close();
  }
}
