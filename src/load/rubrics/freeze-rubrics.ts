import { EvaError } from '#errors/index.js';
import type { RubricLevels, Scale } from '#model/case.js';
import { maxYamlBytes, tooLarge } from '../source/read-file.js';
import { appendRubrics } from '../source/yaml-source/append-rubrics.js';
import { type FrozenRubric, type FrozenRubrics, frozenLevels } from './frozen-rubric.js';
import { loadRubricsText } from './rubrics.js';

/** A rubric as a model wrote it. */
export interface NewRubric {
  readonly text: string;
  readonly scale: Scale;
  readonly levels: RubricLevels;
  /** Name of the model, as files have it. */
  readonly model: string;
}

/** The entries for those of the rubrics that are not frozen yet, written on the day of `now`. */
export function newEntries(frozen: FrozenRubrics, rubrics: readonly NewRubric[], now: Date): readonly FrozenRubric[] {
  const written = now.toISOString().slice(0, 10);
  return rubrics
    .filter(({ text, scale }) => frozenLevels(frozen, text, scale) === null)
    .map(({ text, scale, levels, model }) => ({ behavior: text.trim(), scale, levels, written_by: model, written }));
}

/**
 * The text of a file of rubrics with those of `rubrics` that it lacks; null if it lacks none. `text` is null for a file that is not
 * there yet. Throws `EvaError` if the file cannot be read, or could not be once it held them.
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

/** What was paid for is not put where nobody can read it, and does not make the rest unreadable. */
function requireReadable(text: string, file: string): void {
  const problems =
    Buffer.byteLength(text) > maxYamlBytes ? [tooLarge(file, maxYamlBytes)] : loadRubricsText(text, file).problems;
  const [first] = problems;
  if (!first) return;
  const message = `the rubrics that were written could not be read in ${file}, which stays as it was: ${first.message}`;
  throw new EvaError([{ ...first, message, at: { file } }]);
}
