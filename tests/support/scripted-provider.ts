import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import type { Provider } from '#provider/provider.js';

/** A step of a scripted provider: a text, fields of a reply, or an error to throw. */
export type ScriptStep = string | Partial<Reply> | Error;
export type Script = readonly ScriptStep[] | ((request: ModelRequest, call: number) => ScriptStep);

export interface ScriptedProvider extends Provider {
  /** Every request, in order. */
  readonly requests: readonly ModelRequest[];
}

/** Makes a provider with a script: one step for each call, or a function of the request and the call's number from 0. */
export function createScripted(
  script: Script,
  { name = 'scripted' }: { readonly name?: string } = {},
): ScriptedProvider {
  const requests: ModelRequest[] = [];
  return {
    name,
    requests,
    async send(request) {
      const call = requests.push(request) - 1;
      const step = typeof script === 'function' ? script(request, call) : script[call];
      if (step === undefined) throw new Error(`the script of "${name}" has no step ${call + 1}`);
      if (step instanceof Error) throw step;
      return { ...ordinary(request), ...(typeof step === 'string' ? { text: step } : step) };
    },
  };
}

function ordinary({ model }: ModelRequest): Reply {
  return { text: '', stop: 'end', usage: { input_tokens: 10, output_tokens: 5 }, latency_s: 0.1, model };
}
