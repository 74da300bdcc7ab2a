import { render } from '#model/text/quoted.js';
import type { Ledger } from '../../finding.js';
import { isAmong } from '../assemble/references.js';
import type { BodyInput, ImportedPrompt, ImportedTest } from '../imported.js';
import { isChatText } from '../prompts/chat.js';
import { webReason } from '../prompts/media.js';
import { outputOf } from '../template/template-value.js';

/**
 * Lists the tests whose values a prompt cannot take: a picture by web address or none, a picture where a text is, a filter that does not take the value,
 * and a text that promptfoo reads as a list of messages. Notes the placeholders that no test gives a value to.
 */
export function listValueFlaws(
  prompts: readonly ImportedPrompt[],
  tests: readonly ImportedTest[],
  ledger: Ledger,
): void {
  for (const prompt of prompts) {
    const asked = tests.filter((test) => isAmong(test.prompts, prompt.names));
    for (const test of asked) listFlaws(prompt, test, ledger);
    noteEmpty(prompt, asked, ledger);
  }
}

/** Notes each placeholder of a prompt that stays empty in every test. */
function noteEmpty({ node, inputs }: ImportedPrompt, asked: readonly ImportedTest[], ledger: Ledger): void {
  if (!asked.some(({ vars }) => Object.keys(vars).length > 0)) return;
  const isEmpty = (input: BodyInput) =>
    input.use !== 'file' &&
    asked.every(({ vars }) => !input.reads.some((name) => Object.hasOwn(vars, name)) && !input.valueOf(vars));
  for (const { name } of inputs.filter(isEmpty))
    ledger.add('noted', 'prompt', node, {
      what: `{{${name}}}`,
      reason: 'no test gives it a value, so nothing is in its place',
    });
}

const ofList = 'promptfoo asks a test for each item of a list, unless disableVarExpansion is set';
const asPart = 'write the prompt as a list of messages with the picture as a part';
const noFile = 'the prompt takes it as a picture or PDF, and the test has no value for it';
const asFile = 'download it into the folder, and name it with file://';

function listFlaws({ body, inputs }: ImportedPrompt, { node, vars }: ImportedTest, ledger: Ledger): void {
  for (const input of inputs) {
    const { name, use, reads } = input;
    const reason = input.flawOf?.(vars) ?? (use === 'file' && !input.valueOf(vars) ? noFile : undefined);
    if (reason === undefined) continue;
    const isInText = use !== 'file' && reads.some((one) => vars[one]?.kind === 'media');
    const todo = isInText ? asPart : todoFor(reason);
    ledger.add('blocks', 'test', node, { what: reads.join(', ') || name, reason, ...(todo !== undefined && { todo }) });
  }
  if (body.kind !== 'text' || !body.text.trimStart().startsWith('{{')) return;
  const values = inputs.map((input) => {
    const value = input.valueOf(vars);
    return [input.name, value?.kind === 'value' ? outputOf(value.value) : ''] as const;
  });
  const isFree = inputs.every(({ fixed }) => fixed === undefined);
  if (!isFree || !isChatText(render(body.text, Object.fromEntries(values)))) return;
  const what = inputs[0]?.name ?? 'prompt';
  ledger.add('blocks', 'test', node, {
    what,
    reason: 'the value is a list of messages, and a value cannot add a message in eva',
    todo: 'write the messages into a prompt',
  });
}

/** Returns what to do about a value that a prompt cannot take; undefined if the reason says it. */
function todoFor(reason: string): string | undefined {
  if (reason.endsWith(webReason)) return asFile;
  return /`(?:join|first|last)` of a string/.test(reason) ? ofList : undefined;
}
