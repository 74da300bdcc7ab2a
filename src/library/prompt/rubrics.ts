import { isObject } from '#model/data/json.js';
import type { FrozenRubricEntry } from '#model/documents.gen.js';
import type { RubricLevels } from '#model/grader.js';
import type { Loaded, Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { type FrozenRubric, type FrozenRubrics, levelsOf, type RubricFlaw, rubricFlaws } from '#model/rubric.js';
import type { JudgeSettings, Scale } from '#model/settings.js';
import { listed, oneLine, quoted, short } from '#model/text/quoted.js';
import { type DocumentPart, documentAt, documentIn, readDocument } from '../source/document.js';
import { isThere } from '../source/inside-root.js';
import { type Layer, nearestValue } from '../source/layer.js';
import { earlier, limitProblems, sortByPlace, stands } from '../source/place.js';
import { maxYamlBytes, tooLarge } from '../source/read-file.js';
import { appendRubrics } from '../source/write-yaml.js';

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

function rubricsOf(document: Loaded<DocumentPart>): Loaded<FrozenRubrics> {
  if (!document.value) return { value: null, problems: limitProblems(document.problems) };
  const entries = document.value.in('rubrics').items().map(readEntry);
  const rubrics = entries.flatMap(({ rubric }) => rubric ?? []);
  const problems = [...document.problems, ...entries.flatMap((entry) => entry.problems), ...repeated(rubrics)];
  return { value: problems.length === 0 ? rubrics : null, problems: limitProblems(sortByPlace(problems)) };
}

interface Entry {
  readonly rubric?: FrozenRubric;
  readonly problems: readonly Problem[];
}

function readEntry(entry: DocumentPart): Entry {
  const { behavior, scale = behaviorScale, written_by, written } = entry.value as unknown as FrozenRubricEntry;
  const empty = entry.layers().flatMap(emptyScale);
  if (empty.length > 0) return { problems: empty };
  const { levels, problems } = readLevels(entry.in('levels'), scale);
  if (!levels) return { problems };
  const at = entry.in('behavior').place();
  const by = { ...(written_by !== undefined && { written_by }), ...(written !== undefined && { written }) };
  return { rubric: { behavior: behavior.trim(), scale, levels, ...by, at }, problems };
}

function repeated(rubrics: FrozenRubrics): readonly Problem[] {
  return rubrics.flatMap((rubric, index) => {
    const first = rubrics.find((other) => isFor(other, rubric.behavior, rubric.scale));
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

/** The levels of a rubric; null if they are not complete. Shape problems are reported already. */
export interface ReadLevels {
  readonly levels: RubricLevels | null;
  readonly problems: readonly Problem[];
}

/** Reads the levels of a rubric, or lists why they are not a complete rubric of the scale. */
export function readLevels(part: DocumentPart, scale: Scale): ReadLevels {
  const written = part.value;
  if (!isObject(written) || scale.min >= scale.max) return { levels: null, problems: [] };
  const levels = Object.fromEntries(Object.entries(written).map(([level, text]) => [level, oneLine(String(text))]));
  const problems = [...missing(levels, part, scale), ...flawed(levels, part, scale)];
  return { levels: problems.length === 0 ? levels : null, problems };
}

function missing(levels: RubricLevels, part: DocumentPart, scale: Scale): readonly Problem[] {
  const absent = levelsOf(scale).filter((level) => !Object.hasOwn(levels, level));
  if (absent.length === 0) return [];
  return [
    problem(
      'EVA_BAD_RUBRIC:absent',
      `the rubric has no level ${listed(absent.map(short))} on a scale from ${scale.min} to ${scale.max}`,
      {
        hint: `describe ${absent.length === 1 ? 'this score' : 'each of these scores'}: add ${absent[0]}:`,
        at: part.placeOfKey(),
      },
    ),
  ];
}

function flawed(levels: RubricLevels, part: DocumentPart, scale: Scale): readonly Problem[] {
  const flaws = rubricFlaws(levels, scale).filter(({ level }) => Object.hasOwn(levels, level));
  return flaws.map((found) => {
    const { level, flaw } = found;
    const own = part.in(level);
    return problem('EVA_BAD_RUBRIC:level', `level ${short(level)} ${short(flaw)}`, {
      hint: {
        off_scale: `write a level for each whole number from ${scale.min} to ${scale.max}, and no others`,
        same: 'describe what a judge sees at one level and not at the other',
        text: 'write a sentence or two that a judge can tell from its neighbours',
      }[adviceOn(found, scale)],
      at: levelsOf(scale).includes(level) ? own.place() : own.placeOfKey(),
    });
  });
}

function adviceOn({ level, same_as }: RubricFlaw, scale: Scale): 'off_scale' | 'same' | 'text' {
  if (!levelsOf(scale).includes(level)) return 'off_scale';
  return same_as === undefined ? 'text' : 'same';
}

/** A rubric that a model wrote. */
export interface NewRubric {
  readonly text: string;
  readonly scale: Scale;
  readonly levels: RubricLevels;
  /** The model's name, as in eval.yml. */
  readonly model: string;
}

/** Returns entries, dated `now`, for the rubrics that are not in the file yet. */
export function newEntries(frozen: FrozenRubrics, rubrics: readonly NewRubric[], now: Date): readonly FrozenRubric[] {
  const written = now.toISOString().slice(0, 10);
  return rubrics
    .filter(({ text, scale }) => frozenLevels(frozen, text, scale) === null)
    .map(({ text, scale, levels, model }) => ({ behavior: text.trim(), scale, levels, written_by: model, written }));
}

/**
 * Adds missing rubrics to the text of a rubrics.yml and returns the new text; null if none is missing. `text` is null for a new file.
 * Throws `EvaError` if the old or the new text cannot be read.
 */
export function textWithRubrics(
  text: string | null,
  file: string,
  rubrics: readonly NewRubric[],
  now: Date,
): string | null {
  const entries = newEntries(text === null ? [] : read(text, file), rubrics, now);
  if (entries.length === 0) return null;
  const grown = appendRubrics(text, entries);
  requireReadable(grown, file);
  return grown;
}

function read(text: string, file: string): FrozenRubrics {
  const { value, problems } = loadRubricsText(text, file);
  if (value === null) throw new EvaError(problems);
  return value;
}

/** Throws `EvaError` if the new text cannot be read: its rubrics, which cost money, would be lost. */
function requireReadable(text: string, file: string): void {
  const problems =
    Buffer.byteLength(text) > maxYamlBytes ? [tooLarge(file, maxYamlBytes)] : loadRubricsText(text, file).problems;
  const [first] = problems;
  if (!first) return;
  const message = `the rubrics that were written could not be read in ${file}, which stays as it was: ${first.message}`;
  throw new EvaError([{ ...first, message, at: { file } }]);
}

export type JudgeScale = JudgeSettings['scale'];

const builtInScale = { min: 1, max: 5 };

export function scaleOf(layers: readonly Layer[]): JudgeScale {
  return nearestValue(layers, 'scale') ?? builtInScale;
}

/** Lists a problem if the `max` of a scale is not above its `min`. */
export function emptyScale(layer: Layer): readonly Problem[] {
  if (!Object.hasOwn(layer.values, 'scale')) return [];
  const { min, max } = scaleOf([layer]);
  if (min < max) return [];
  return [
    problem('EVA_CONTRADICTION:scale', `the scale goes from ${min} to ${max}`, {
      hint: 'set min below max',
      at: layer.at('scale'),
    }),
  ];
}
