import { problem } from '#errors.js';
import type { EvalContext, Path } from './eval-context.js';

/** What only criteria look at. */
const settings = ['significance_level', 'sequential', 'expected'];

/** Warns of what a case sets for criteria that it does not have. Settings of `defaults` are for other cases. */
export function reportUnusedSettings({ document, source, report }: EvalContext, path: Path): void {
  if (!['criteria', 'then'].every((key) => document.lacks(path, key))) return;
  const written = settings.map((key) => [...path, key]).filter((own) => document.holds(own));
  const unused = written.filter((own) => document.isSound(own));
  report(
    unused.map((own) => {
      const message = `"${own.at(-1)}" does nothing: this case has no criteria, so every trial must pass`;
      const at = source.place(own, 'key');
      return problem('EVA_UNUSED_SETTING', message, { at, hint: 'take it out, or add criteria:', severity: 'warning' });
    }),
  );
}
