import type { Case } from '#model/case.js';
import type { EvalScenario } from '#model/documents.gen.js';
import { caseFacts, caseSettings } from './case.js';
import { readCaseInputs } from './case-inputs.js';
import type { EvalContext, Path } from './eval-context.js';
import { layerAt, nearestNumber } from './layer.js';
import { readThen } from './then.js';

const builtInTurns = 10;

/** One entry of `scenarios:`, whose shape was checked; undefined if it cannot be made sense of. */
export function readScenario(context: EvalContext, path: Path, written: EvalScenario): Case | undefined {
  const { source, prompt } = context;
  const simulator = [
    ...layerAt(source, [...path, 'user_simulator']),
    ...layerAt(source, ['defaults', 'user_simulator']),
  ];
  const layers = [...layerAt(source, [...path, 'app']), ...layerAt(source, path), ...context.defaults];
  readCaseInputs(context, path, [...(prompt ? [prompt.body] : []), written.given, written.when]);
  const expectations = readThen(context, [...path, 'then'], layers);
  const settings = caseSettings(context, path, layers, written.title);
  if (!settings) return undefined;
  return {
    name: written.title,
    subject: {
      kind: 'conversation',
      given: written.given,
      when: written.when,
      max_turns: nearestNumber([...layers, ...simulator], 'max_turns') ?? builtInTurns,
      settings,
    },
    ...caseFacts(context, path, layers),
    expectations,
  };
}
