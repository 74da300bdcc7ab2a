import { isObject } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';
import type { Ledger } from '../../finding.js';
import { typeOf } from '../assertions/reading/assertion.js';
import type { ImportedModel, ImportedPrompt } from '../imported.js';

interface Read {
  readonly prompts: readonly ImportedPrompt[];
  readonly models: readonly ImportedModel[];
  readonly assertions: readonly ConfigNode[];
}

/** Notes, once each, where promptfoo reads answers and prompts differently: JSON in a fenced block, and roles in a text for Claude. */
export function noteReading({ prompts, models, assertions }: Read, ledger: Ledger): void {
  const json = assertions.find(needsJson);
  if (json)
    ledger.add('noted', 'setting', json, {
      what: 'is-json',
      reason: 'eva accepts JSON in the only fenced block of an answer too, and promptfoo does not',
      todo: 'refuse the fence with `not_contains` where that matters',
    });
  const roles = prompts.find(
    ({ body }) => body.kind === 'text' && /^[ \t]*(?:system|user|assistant):/m.test(body.text),
  );
  if (roles && models.some(({ isClaude }) => isClaude))
    ledger.add('noted', 'prompt', roles.node, {
      what: roles.title,
      reason:
        'promptfoo makes messages of lines with `system:`, `user:` or `assistant:` for Claude, and eva sends one text',
      todo: 'write the prompt as a list of messages',
    });
}

function needsJson(assertion: ConfigNode): boolean {
  const type = typeOf(assertion)?.replace(/^not-/, '');
  return type === 'is-json' || (type === 'equals' && isObject(assertion.child('value')?.value));
}
