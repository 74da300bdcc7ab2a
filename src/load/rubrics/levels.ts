import { problem } from '#errors/index.js';
import type { RubricLevels, Scale } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { levelsOf, rubricFlaws } from '#model/rubric.js';
import { oneLine } from '#model/text/quoted.js';
import type { Document } from '../source/document.js';
import type { Path } from '../source/path.js';
import { valueAt } from '../source/path.js';
import type { YamlSource } from '../source/yaml-source.js';

/** The levels at a path, or what keeps them from being a whole rubric of the scale. Mistakes of shape were told with the document. */
export function readLevels(
  document: Document,
  source: YamlSource,
  path: Path,
  scale: Scale,
): { readonly levels: RubricLevels | null; readonly problems: readonly Problem[] } {
  const written = valueAt(source.value, path);
  if (!isObject(written) || !document.isSound(path) || scale.min >= scale.max) return { levels: null, problems: [] };
  const levels = Object.fromEntries(Object.entries(written).map(([level, text]) => [level, oneLine(String(text))]));
  const problems = [...missing(levels, source, path, scale), ...flawed(levels, source, path, scale)];
  return { levels: problems.length === 0 ? levels : null, problems };
}

function missing(levels: RubricLevels, source: YamlSource, path: Path, scale: Scale): readonly Problem[] {
  const absent = levelsOf(scale).filter((level) => !Object.hasOwn(levels, level));
  if (absent.length === 0) return [];
  const message = `the rubric has no level ${inWords(absent)} on a scale from ${scale.min} to ${scale.max}`;
  const hint = `say what ${absent.length === 1 ? 'this score means' : 'each of these scores means'}: add ${absent[0]}:`;
  return [problem('EVA_BAD_RUBRIC', message, { at: source.place(path, 'key'), hint })];
}

function flawed(levels: RubricLevels, source: YamlSource, path: Path, scale: Scale): readonly Problem[] {
  const flaws = rubricFlaws(levels, scale).filter(({ level }) => Object.hasOwn(levels, level));
  return flaws.map(({ level, flaw }) => {
    const at = source.place([...path, level], levelsOf(scale).includes(level) ? 'value' : 'key');
    return problem('EVA_BAD_RUBRIC', `level ${level} ${flaw}`, { at, hint: adviceOn(flaw, scale) });
  });
}

function adviceOn(flaw: string, { min, max }: Scale): string {
  if (flaw.includes('not on the scale'))
    return `write a level for each whole number from ${min} to ${max}, and no others`;
  if (flaw.includes('same as')) return 'say what a judge would see at one level and not at the other';
  return 'write a sentence or two that a judge can tell from its neighbours';
}

/** `3`, `3 and 4`, `3, 4 and 7`. */
function inWords(levels: readonly string[]): string {
  const last = levels.at(-1) ?? '';
  return levels.length === 1 ? last : `${levels.slice(0, -1).join(', ')} and ${last}`;
}
