import { problem } from '#errors/index.js';
import { isObject } from '#model/data/json.js';
import type { RubricLevels } from '#model/grader.js';
import type { Place, Problem } from '#model/problem.js';
import { levelsOf, type RubricFlaw, rubricFlaws } from '#model/rubric.js';
import type { Scale } from '#model/settings.js';
import { listed, oneLine, short } from '#model/text/quoted.js';
import type { Document } from '../source/document.js';
import { type Path, valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';

/** The rubric of one behaviour on one scale, as rubrics.yml has it. */
export interface FrozenRubric {
  readonly behavior: string;
  readonly scale: Scale;
  readonly levels: RubricLevels;
  /** The model or person that wrote it. */
  readonly written_by?: string;
  readonly written?: string;
  readonly at?: Place;
}

/** The rubrics of a rubrics.yml, in its order. */
export type FrozenRubrics = readonly FrozenRubric[];

/** The default scale of an expected behaviour. */
export const behaviorScale: Scale = { min: 1, max: 10 };

/** Returns the levels for a behaviour on a scale; null if the file has none. */
export function frozenLevels(rubrics: FrozenRubrics, text: string, scale: Scale): RubricLevels | null {
  return rubrics.find((rubric) => isFor(rubric, text, scale))?.levels ?? null;
}

/** Returns true if a rubric is for this behaviour and scale. Ignores white space around the text. */
export function isFor({ behavior, scale }: Pick<FrozenRubric, 'behavior' | 'scale'>, text: string, other: Scale) {
  return behavior === text.trim() && scale.min === other.min && scale.max === other.max;
}

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
  return [
    problem(
      'EVA_BAD_RUBRIC:absent',
      `the rubric has no level ${listed(absent.map(short))} on a scale from ${scale.min} to ${scale.max}`,
      {
        hint: `describe ${absent.length === 1 ? 'this score' : 'each of these scores'}: add ${absent[0]}:`,
        at: source.place(path, 'key'),
      },
    ),
  ];
}

function flawed(levels: RubricLevels, source: YamlSource, path: Path, scale: Scale): readonly Problem[] {
  const flaws = rubricFlaws(levels, scale).filter(({ level }) => Object.hasOwn(levels, level));
  return flaws.map((found) => {
    const { level, flaw } = found;
    const at = source.place([...path, level], levelsOf(scale).includes(level) ? 'value' : 'key');
    return problem('EVA_BAD_RUBRIC:level', `level ${short(level)} ${short(flaw)}`, {
      hint: {
        off_scale: `write a level for each whole number from ${scale.min} to ${scale.max}, and no others`,
        same: 'describe what a judge sees at one level and not at the other',
        text: 'write a sentence or two that a judge can tell from its neighbours',
      }[adviceOn(found, scale)],
      at,
    });
  });
}

function adviceOn({ level, same_as }: RubricFlaw, scale: Scale): 'off_scale' | 'same' | 'text' {
  if (!levelsOf(scale).includes(level)) return 'off_scale';
  return same_as === undefined ? 'text' : 'same';
}
