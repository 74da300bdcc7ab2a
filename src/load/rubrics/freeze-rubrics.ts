import { EvaError } from '#errors/index.js';
import type { RubricLevels } from '#model/grader.js';
import type { Scale } from '#model/settings.js';
import { maxYamlBytes, tooLarge } from '../source/read-file.js';
import { appendRubrics } from '../source/yaml-source/append-rubrics.js';
import { type FrozenRubric, type FrozenRubrics, frozenLevels } from './frozen-rubric.js';
import { loadRubricsText } from './rubrics.js';

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
