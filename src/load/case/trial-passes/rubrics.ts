import { problem } from '#errors/index.js';
import type { PassConditions, RubricSpec } from '#model/case/grader.js';
import { isObject } from '#model/data/json.js';
import { isBlank } from '#model/text/characters.js';
import { placeholders, render } from '#model/text/quoted.js';
import { layerAt } from '../../source/layer.js';
import { type Path, valueAt } from '../../source/place.js';
import { contextAt, type EvalContext } from '../eval-context.js';
import { judgeLayers, judgeProblems, judgeSettings, thresholdProblems } from '../judge.js';
import { readReference } from '../references/judge-reference.js';
import { rubricPath } from './inherited.js';

type Inputs = Readonly<Record<string, string>>;

/** Reads the rubric of the case at a path, its own or that of defaults: a text, or a list of which each item is judged on its own. */
export function readRubrics(context: EvalContext, path: Path, inputs: Inputs): PassConditions['rubric'] {
  const own = rubricPath(context, path);
  const { source } = own ? contextAt(context, own) : context;
  const written = own && valueAt(source.value, own);
  if (!own || written === undefined) return undefined;
  const reference = readReference(context, path, inputs);
  const shared = reference === undefined ? {} : { reference };
  if (typeof written === 'string') {
    return {
      text: written,
      ...shared,
      judge: judgeSettings(judgeLayers(context, path)),
      at: source.place(own),
    };
  }
  if (!Array.isArray(written)) return undefined;
  return written.flatMap((_item, index) => {
    const item = readItem(context, path, [...own, index], inputs);
    return item ? [{ ...item, ...shared }] : [];
  });
}

function readItem(context: EvalContext, path: Path, own: Path, inputs: Inputs): RubricSpec | undefined {
  const { source, document } = contextAt(context, own);
  const written = valueAt(source.value, own);
  const at = source.place(own);
  if (typeof written === 'string') return { text: written, judge: judgeSettings(judgeLayers(context, path)), at };
  if (!isObject(written) || typeof written['text'] !== 'string' || !document.isSound(own)) return undefined;
  const { about } = written;
  return {
    text: renderedText(context, path, [...own, 'text'], inputs),
    ...(typeof about === 'string' && { about }),
    judge: judgeSettings(itemLayers(context, path, own)),
    at,
  };
}

/** Returns the settings of the judge of an item, the nearest first. Reports contradictions in its own. */
function itemLayers(context: EvalContext, path: Path, own: Path) {
  const nearest = layerAt(contextAt(context, own).source, [...own, 'judge']);
  const layers = [...nearest, ...judgeLayers(context, path)];
  if (nearest.length > 0) context.report([...judgeProblems(nearest), ...thresholdProblems(layers)]);
  return layers;
}

/** Inserts inputs into the text of a rubric. Reports a text with values in a case on a data set, and one that is blank with its values. */
function renderedText(context: EvalContext, path: Path, own: Path, inputs: Inputs): string {
  const { document, report } = context;
  const { source } = contextAt(context, own);
  const written = String(valueAt(source.value, own));
  const names = placeholders(written);
  if (names.length === 0) return written;
  const at = source.place(own);
  if (document.holds([...path, 'dataset'])) report([problem('EVA_BAD_VALUE:rubric_of_items', { names }, { at })]);
  const text = render(written, inputs);
  if (isBlank(text)) report([problem('EVA_EMPTY:rendered', { key: 'rubric', names }, { at })]);
  return text;
}
