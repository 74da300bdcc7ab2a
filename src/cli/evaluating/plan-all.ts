import { EvaError } from '#errors/index.js';
import type { NamedProgram } from '#library/programs.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { renderProblems } from '#report/problems.js';
import type { Io } from '../io.js';
import type { OpenPrompt } from '../open-prompt.js';
import type { Terminal } from '../terminal.js';
import { requireTrust } from '../trust-store.js';
import type { PlannedRun } from './evaluate.js';

/** Plans a run for each item. Throws one `EvaError` with all that stands against any of them. */
export function planAll<T>(items: readonly T[], plan: (item: T) => PlannedRun): readonly PlannedRun[] {
  const problems: Problem[] = [];
  const runs = items.flatMap((item) => {
    try {
      return [plan(item)];
    } catch (error) {
      if (!(error instanceof EvaError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new EvaError(uniqueBy(problems, (one) => JSON.stringify(one)));
  return runs;
}

/** What belongs to the library is said once. */
export function tellWarnings(runs: readonly PlannedRun[], terminal: Terminal): void {
  const warnings = uniqueBy(
    runs.flatMap(({ open }) => open.warnings),
    (one) => JSON.stringify(one),
  );
  terminal.err(renderProblems(warnings, terminal.errScreen));
}

/** The prompt, if all that it would run is trusted. */
export function requireTrusted(open: OpenPrompt, options: { readonly trust?: boolean }, io: Io): OpenPrompt {
  if (!options.trust) requireTrust(programsThatRun(open), open, io);
  return open;
}

/** With `--replay`, and where shards are merged, neither a provider nor an application is called, so that only checks run. */
function programsThatRun({ programs, plan }: OpenPrompt): readonly NamedProgram[] {
  const { replay, merged } = plan.manner;
  return replay || merged !== null ? programs.filter(({ kind }) => kind === 'check') : programs;
}
