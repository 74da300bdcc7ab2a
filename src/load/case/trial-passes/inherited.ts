import { type Path, valueAt } from '../../source/place.js';
import { contextAt, type EvalContext } from '../eval-context.js';

/** The paths of what a case has from `defaults`. */
export interface Inherited {
  readonly assert?: Path;
  readonly rubric?: Path;
}

const nothing: Inherited = {};

/** The keys of `defaults` that cases inherit. */
const inheritable = ['assert', 'rubric'];

/**
 * Returns what the case at a path inherits: the checks, and the rubric if it has none of its own. Scenarios and cases that are only shown
 * inherit nothing.
 */
export function inheritedOf(context: EvalContext, path: Path): Inherited {
  const { source, document } = context;
  const [list] = path;
  const given = inheritable.filter((key) => contextAt(context, ['defaults', key]).document.holds(['defaults', key]));
  if (list !== 'cases' || given.length === 0 || valueAt(source.value, [...path, 'look']) === true) return nothing;
  const own = [...path, 'inherit'];
  const written = document.isSound(own) ? valueAt(source.value, own) : undefined;
  const inherits = (key: string) =>
    given.includes(key) && written !== false && (!Array.isArray(written) || written.includes(key));
  const isOwn = document.holds([...path, 'rubric']);
  return {
    ...(inherits('assert') && { assert: ['defaults', 'assert'] }),
    ...(inherits('rubric') && !isOwn && { rubric: ['defaults', 'rubric'] }),
  };
}

/** Returns the paths of the lists of checks of the case at a path: those of defaults, then its own. */
export function checkLists(context: EvalContext, path: Path): readonly Path[] {
  const { assert } = inheritedOf(context, path);
  return [...(assert ? [assert] : []), [...path, 'assert']];
}

/** Returns the path of the rubric of the case at a path, its own or that of defaults; undefined without one. */
export function rubricPath(context: EvalContext, path: Path): Path | undefined {
  const own = [...path, 'rubric'];
  return context.document.holds(own) ? own : inheritedOf(context, path).rubric;
}
