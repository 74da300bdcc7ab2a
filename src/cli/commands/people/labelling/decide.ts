import { exitCodeOfRun } from '#engine/reporting/exit-code.js';
import { decideWaiting } from '#engine/session/decide-waiting.js';
import { flagWords } from '#model/text/quoted.js';
import { asCalled } from '#report/text/called.js';
import { plural } from '#report/text/numbers.js';
import { shortRunName } from '#store/run/run-names.js';
import { showResults, wordsNaming } from '../../../evaluating/show-results.js';
import type { LabelOptions, Place } from './given.js';

/**
 * Decides a run that waited for these labels, and prints its verdict. Returns the exit code: 0 or 1 for a verdict, 3 if it still waits for others;
 * null if the run waits for none.
 */
export async function decideAndShow(
  runId: string,
  options: Pick<LabelOptions, 'root'>,
  { terminal, root }: Pick<Place, 'terminal' | 'root'>,
): Promise<number | null> {
  const decision = decideWaiting(root, runId);
  const name = shortRunName(root, runId);
  if (decision.state === 'settled') return null;
  if (decision.state === 'waits') {
    const flag = options.root === undefined ? '' : ` ${flagWords('--root', options.root)}`;
    const command = asCalled(`eva label ${name}${flag}`, terminal);
    terminal.out(` the verdict waits for ${plural(decision.missing, 'label')}: ${command}\n`);
    return 3;
  }
  const { plan, result, rowPath } = decision;
  const wordsOf = () => wordsNaming(name, options.root);
  const exitCode = exitCodeOfRun(result, plan);
  const show = showResults(terminal, { isList: false, isStored: true, wordsOf });
  await show(plan, result, { exitCode, rowPath });
  return exitCode;
}
