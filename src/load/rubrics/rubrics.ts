import { problem } from '#errors/index.js';
import { stands } from '#errors/sentences/input/load/cases.js';
import type { FrozenRubricEntry } from '#model/documents.gen.js';
import type { Loaded, Problem } from '#model/problem.js';
import type { Scale } from '#model/settings.js';
import { quoted } from '#model/text/quoted.js';
import { emptyScale } from '../case/judge.js';
import { type Document, documentAt, documentIn, readDocument } from '../source/document.js';
import { isThere } from '../source/inside-root.js';
import { layerAt } from '../source/layer.js';
import { earlier, mappingsIn, valueAt } from '../source/place.js';
import { limitProblems, sortByPlace } from '../source/problem-list.js';
import type { YamlSource } from '../source/yaml-source.js';
import { behaviorScale, type FrozenRubric, type FrozenRubrics, isFor, readLevels } from './frozen-rubric.js';

/** Reads `rubrics.yml` of a prompt. Without the file there are no rubrics. The value is null if anything in it is wrong. */
export function loadRubrics(root: string, id: string): Loaded<FrozenRubrics> {
  const file = `prompts/${id}/rubrics.yml`;
  return isThere(root, file) ? rubricsOf(readDocument(root, 'rubrics', [file])) : none;
}

/** Reads a file of rubrics anywhere on the disk; it may be missing. `path` is its name in problems. */
export function loadRubricsFile(path: string): Loaded<FrozenRubrics> {
  return isThere(path, '.') ? rubricsOf(documentAt('rubrics', path)) : none;
}

/** Reads the text of a file of rubrics. `file` is its name in problems. */
export function loadRubricsText(text: string, file: string): Loaded<FrozenRubrics> {
  return rubricsOf(documentIn('rubrics', text, file));
}

const none: Loaded<FrozenRubrics> = { value: [], problems: [] };

function rubricsOf(document: Document): Loaded<FrozenRubrics> {
  const { source } = document;
  if (!source) return { value: null, problems: limitProblems(document.problems) };
  const entries = mappingsIn(source.value, ['rubrics']).map((path) => readEntry(document, source, path));
  const rubrics = entries.flatMap(({ rubric }) => rubric ?? []);
  const problems = [...document.problems, ...entries.flatMap((entry) => entry.problems), ...repeated(rubrics)];
  return { value: problems.length === 0 ? rubrics : null, problems: limitProblems(sortByPlace(problems)) };
}

interface Entry {
  readonly rubric?: FrozenRubric;
  readonly problems: readonly Problem[];
}

function readEntry(document: Document, source: YamlSource, path: readonly (string | number)[]): Entry {
  const { behavior, written_by, written } = valueAt(source.value, path) as unknown as Partial<FrozenRubricEntry>;
  const ownScale = [...path, 'scale'];
  const scale = valueAt(source.value, ownScale) as Scale | undefined;
  if (behavior === undefined || (document.holds(ownScale) && !scale)) return { problems: [] };
  const empty = layerAt(source, path).flatMap(emptyScale);
  if (empty.length > 0) return { problems: empty };
  const { levels, problems } = readLevels(document, source, [...path, 'levels'], scale ?? behaviorScale);
  if (!levels) return { problems };
  const at = source.place([...path, 'behavior']);
  const by = { ...(written_by !== undefined && { written_by }), ...(written !== undefined && { written }) };
  return { rubric: { behavior: behavior.trim(), scale: scale ?? behaviorScale, levels, ...by, at }, problems };
}

function repeated(rubrics: FrozenRubrics): readonly Problem[] {
  return rubrics.flatMap((rubric, index) => {
    const first = rubrics.find((one) => isFor(one, rubric.behavior, rubric.scale));
    if (!first?.at || first === rubrics[index]) return [];
    const params = { behavior: rubric.behavior, first: earlier(first.at, rubric.at) };
    return [
      problem('EVA_BAD_RUBRIC:repeated', `the behaviour ${quoted(params.behavior)} has another rubric on this scale`, {
        hint: `${stands(params.first)}; keep one of them`,
        at: rubric.at,
      }),
    ];
  });
}
