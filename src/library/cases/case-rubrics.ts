import type { CaseRubric, RubricItem } from '#model/documents.gen.js';
import type { PassConditions, RubricSpec } from '#model/grader.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { isBlank } from '#model/text/characters.js';
import { placeholders, render, short } from '#model/text/quoted.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import type { Layer } from '../source/layer.js';
import { readReference } from './find-references.js';
import { judgeLayers, judgeProblems, judgeSettings, thresholdProblems } from './judges.js';
import type { EvalFiles } from './reading.js';

type Inputs = Readonly<Record<string, string>>;

/** Reads the rubric of a case, its own or that of defaults: a text, or a list of which each item is judged on its own. */
export function readRubrics(
  files: EvalFiles,
  entry: DocumentPart,
  rubric: DocumentPart,
  inputs: Inputs,
  report: ReportProblems,
): PassConditions['rubric'] {
  const written = rubric.value as CaseRubric | undefined;
  if (written === undefined) return undefined;
  const reference = readReference(entry, inputs, report);
  const shared = reference === undefined ? {} : { reference };
  const judge = judgeLayers(files, entry);
  if (typeof written === 'string') return { text: written, ...shared, judge: judgeSettings(judge), at: rubric.place() };
  return rubric.items().map((item) => ({ ...readItem(entry, item, judge, inputs, report), ...shared }));
}

/** Reads an item of a rubric. `judge` are the settings of the judge of the case. */
function readItem(
  entry: DocumentPart,
  item: DocumentPart,
  judge: readonly Layer[],
  inputs: Inputs,
  report: ReportProblems,
): RubricSpec {
  const written = item.value as unknown as RubricItem;
  const at = item.place();
  if (typeof written === 'string') return { text: written, judge: judgeSettings(judge), at };
  const { about } = written;
  const text = renderedText(entry, item.in('text'), written.text, inputs, report);
  const nearest = item.in('judge').layers();
  const layers = [...nearest, ...judge];
  if (nearest.length > 0) report([...judgeProblems(nearest), ...thresholdProblems(layers)]);
  return { text, ...(about !== undefined && { about }), judge: judgeSettings(layers), at };
}

/** Inserts inputs into the text of a rubric. Reports a text with values in a case on a data set, and one that is blank with its values. */
function renderedText(
  entry: DocumentPart,
  part: DocumentPart,
  written: string,
  inputs: Inputs,
  report: ReportProblems,
): string {
  const names = placeholders(written);
  if (names.length === 0) return written;
  const at = part.place();
  if (entry.in('dataset').isWritten)
    report([
      problem(
        'EVA_BAD_VALUE:rubric_of_items',
        `the rubric has ${names.map((name) => `{{${short(name)}}}`).join(', ')}, but it must be the same for all items of a data set`,
        { hint: 'take the value out of the rubric, and show it to the judge with reference: { field: NAME }', at },
      ),
    ]);
  const text = render(written, inputs);
  if (isBlank(text)) report([blankWithInputs('rubric', names, at)]);
  return text;
}

/** Makes the problem of a text that is blank once its inputs are in it. */
export function blankWithInputs(key: string, names: readonly string[], at: Place): Problem {
  return problem('EVA_EMPTY:rendered', `"${short(key)}" is blank with its inputs: ${names.map(short).join(', ')}`, {
    hint: `give them values under "inputs", or write a text in "${short(key)}"`,
    at,
  });
}
