import type { Case, Subject } from '#model/case.js';
import type { EvalScenario } from '#model/documents.gen.js';
import { usualStyles } from '#model/writing-style.js';
import { caseFacts, caseSettings } from './case.js';
import type { EvalContext, Path } from './eval-context.js';
import { layerAt, nearestNumber } from './layer.js';
import { readThen } from './then.js';

const builtInTurns = 10;

/** What can be read of an entry of `scenarios:`; undefined if that is not a case. */
export function readScenario(context: EvalContext, path: Path, written: Partial<EvalScenario>): Case | undefined {
  const { source } = context;
  const { title, given, when } = written;
  const simulator = [
    ...layerAt(source, [...path, 'user_simulator']),
    ...layerAt(source, ['defaults', 'user_simulator']),
  ];
  const layers = [...layerAt(source, [...path, 'app']), ...layerAt(source, path), ...context.defaults];
  const settings = caseSettings(context, path, layers, title);
  if (!settings || title === undefined || given === undefined || when === undefined) return undefined;
  const subject: Subject = {
    kind: 'conversation',
    given,
    when,
    inputs: {},
    max_turns: nearestNumber([...layers, ...simulator], 'max_turns') ?? builtInTurns,
    app: { app: 'model', settings },
    user_simulator: settings,
    writing_style: usualStyles,
    seed: 0,
  };
  return {
    name: title,
    subject,
    ...caseFacts(context, path, layers),
    expectations: readThen(context, [...path, 'then'], layers, subject),
  };
}
