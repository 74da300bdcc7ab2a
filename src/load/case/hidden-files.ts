import type { Hidden } from '../source/inside-root.js';
import type { Path } from '../source/path.js';
import { valueAt } from '../source/path.js';
import type { EvalContext } from './eval-context.js';

/** Returns which hidden files a case or scenario may read: those of a path at or below `path`, by its `allow_hidden`. */
export function hiddenFilesOf({ source }: EvalContext, path: Path): Exclude<Hidden, 'unlinked'> {
  const [list = '', index = 0] = path;
  return valueAt(source.value, [list, index, 'allow_hidden']) === true ? 'all' : 'none';
}
