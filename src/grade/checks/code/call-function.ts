import type { CheckFacts, CheckFunction } from '#model/case/check-function.js';
import type { JsonValue } from '#model/data/json.js';
import { messageOf } from '#model/thrown.js';
import { type ModuleAnswer, moduleLimitMs } from '#provider/process/module-runner.js';

/** Calls a function of the program itself, with data of its own. It is in this process, so that only one that waits can be stopped. */
export async function callFunction(check: CheckFunction, response: string, facts: JsonValue): Promise<ModuleAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ModuleAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ odd: `nothing within ${moduleLimitMs / 1000} s` }), moduleLimitMs);
  });
  try {
    return await Promise.race([answerOf(check, response, facts), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function answerOf(check: CheckFunction, response: string, facts: JsonValue): Promise<ModuleAnswer> {
  try {
    const result: unknown = await check(response, structuredClone(facts) as unknown as CheckFacts);
    const text = JSON.stringify(result);
    return text === undefined ? { odd: typeof result } : { value: JSON.parse(text) };
  } catch (error) {
    return { threw: messageOf(error) };
  }
}
