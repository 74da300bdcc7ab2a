import { isObject, type JsonValue } from '#model/data/json.js';
import { isBlank } from '#model/text/characters.js';
import type { Check, CheckOutcome } from '../checking/check.js';
import { isWithin, readTimes, type Times, timesInWords } from './times.js';
import { stepsOf } from './turn-calls.js';
import { nameInWords, namesInWords } from './wanted-call.js';

interface WantedStep {
  readonly name: string;
  readonly times: Times;
}

/** Checks whether an application took a step. */
export const step: Check = {
  op: 'step',
  prepare(value) {
    const wanted = readStep(value);
    if (wanted === 'not_times') return { key: 'EVA_BAD_CHECK:not_times', params: {} };
    if (wanted === 'not_step') return { key: 'EVA_BAD_CHECK:not_step', params: {} };
    return {
      run: (_response, { trial }) => {
        const steps = stepsOf(trial);
        if ('unknown' in steps) return { holds: 'unknown', reason: steps.unknown };
        return findStep(steps.list, wanted);
      },
    };
  },
};

function readStep(value: JsonValue): WantedStep | 'not_step' | 'not_times' {
  const { name, times: often, ...others } = isObject(value) ? value : { name: value, times: undefined };
  if (typeof name !== 'string' || isBlank(name) || Object.keys(others).length > 0) return 'not_step';
  const times = readTimes(often);
  return times ? { name, times } : 'not_times';
}

function findStep(steps: readonly { readonly name: string }[], { name, times }: WantedStep): CheckOutcome {
  const count = steps.filter((one) => one.name === name).length;
  const taken = `the step ${nameInWords(name)} was taken ${count === 1 ? 'once' : `${count} times`}`;
  const holds = isWithin(count, times);
  if (holds) return { holds, reason: taken };
  const others = steps.length === 0 ? 'there is no step' : `the steps are ${namesInWords(steps)}`;
  return { holds, reason: `${taken}, ${timesInWords(times)} asked for; ${others}` };
}
