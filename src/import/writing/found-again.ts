import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { matchesPath } from '../glob/match-path.js';
import type { ImportDraft } from '../import-draft.js';

/**
 * Notes each pattern of a configuration that matches files which the import writes: promptfoo would read them as parts of the configuration.
 * `written` are paths in the library at `root`, which may not exist yet.
 */
export function noteFoundAgain(draft: ImportDraft, root: string, written: readonly string[]): void {
  const from = realOf(dirname(draft.path));
  const library = realOf(root);
  const paths = written.map((path) => ({ path, seen: relative(from, join(library, path)).split(sep).join('/') }));
  for (const pattern of draft.patterns ?? []) {
    const [first, ...others] = paths.filter(({ seen }) => matchesPath(seen, pattern));
    if (first === undefined) continue;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const reason = `promptfoo will read ${first.path}${more} too, as this pattern matches what eva writes`;
    draft.ledger.add('noted', 'prompt', { file: draft.file }, { what: pattern, reason, todo: 'use --into DIR' });
  }
}

/** Returns the real path of a file, or of a file that does not exist in the real path of its folder. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path));
  }
}
