import type { Case } from '#model/case.js';
import type { EvalScenario } from '#model/documents.gen.js';
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
  const expectations = readThen(context, [...path, 'then'], layers);
  const settings = caseSettings(context, path, layers, title);
  if (!settings || title === undefined || given === undefined || when === undefined) return undefined;
  return {
    name: title,
    subject: {
      kind: 'conversation',
      given,
      when,
      max_turns: nearestNumber([...layers, ...simulator], 'max_turns') ?? builtInTurns,
      settings,
    },
    ...caseFacts(context, path, layers),
    expectations,
  };
}
