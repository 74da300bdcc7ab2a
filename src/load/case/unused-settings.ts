import { problem } from '#errors/index.js';
import type { Path } from '../source/path.js';
import type { EvalContext } from './eval-context.js';

/** What only criteria look at. */
const ofCriteria = ['significance_level', 'sequential', 'expected'];

/** Warns of what a case sets for criteria or scenarios. Settings of `defaults` are for other cases. */
export function reportUnusedSettings(context: EvalContext, path: Path): void {
  reportIdle(context, path, ['seed'], 'in a case nothing is drawn at random', 'it is for scenarios');
  if (!['criteria', 'then'].every((key) => context.document.lacks(path, key))) return;
  reportIdle(context, path, ofCriteria, 'this case has no criteria, so every trial must pass', 'or add criteria:');
}

/** Warns of each of the settings that stands at a path, where it does nothing. */
export function reportIdle(
  { document, source, report }: EvalContext,
  path: Path,
  settings: readonly string[],
  why: string,
  otherwise?: string,
): void {
  const written = settings.map((key) => [...path, key]).filter((own) => document.holds(own) && document.isSound(own));
  report(
    written.map((own) => {
      const hint = `take it out${otherwise === undefined ? '' : `, ${otherwise}`}`;
      const at = source.place(own, 'key');
      return problem('EVA_UNUSED_SETTING', `"${own.at(-1)}" does nothing: ${why}`, { at, hint, severity: 'warning' });
    }),
  );
}
