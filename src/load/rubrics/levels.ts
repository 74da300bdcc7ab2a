import { problem } from '#errors/index.js';
import type { RubricLevels, Scale } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { levelsOf, type RubricFlaw, rubricFlaws } from '#model/rubric.js';
import { oneLine } from '#model/text/quoted.js';
import type { Document } from '../source/document.js';
import type { Path } from '../source/path.js';
import { valueAt } from '../source/path.js';
import type { YamlSource } from '../source/yaml-source.js';

/** Reads the levels at a path, or lists why they are not a complete rubric of the scale. Shape problems are reported already. */
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
  return [problem('EVA_BAD_RUBRIC:absent', { levels: absent, ...scale }, { at: source.place(path, 'key') })];
}

function flawed(levels: RubricLevels, source: YamlSource, path: Path, scale: Scale): readonly Problem[] {
  const flaws = rubricFlaws(levels, scale).filter(({ level }) => Object.hasOwn(levels, level));
  return flaws.map((found) => {
    const { level, flaw } = found;
    const at = source.place([...path, level], levelsOf(scale).includes(level) ? 'value' : 'key');
    return problem('EVA_BAD_RUBRIC:level', { level, flaw, advice: adviceOn(found, scale), ...scale }, { at });
  });
}

function adviceOn({ level, same_as }: RubricFlaw, scale: Scale): 'off_scale' | 'same' | 'text' {
  if (!levelsOf(scale).includes(level)) return 'off_scale';
  return same_as === undefined ? 'text' : 'same';
}
