import { type ConfigNode, itemsOf } from '../../config-node.js';
import type { ImportContext, ImportedPrompt } from '../imported.js';
import { readDocument } from '../reading/documents.js';
import { type InputNames, openInputNames } from '../template/input-names.js';
import { isChat } from './chat.js';
import { readEntries } from './entries.js';
import { readBody } from './read-body.js';
import { sourcesOf } from './sources.js';

/** What the tests of a configuration add to its prompts. */
export interface PromptSetting {
  /** The names of the inputs of all prompts. */
  readonly names?: InputNames;
  /** Texts before and after each template. */
  readonly prefix?: string;
  readonly suffix?: string;
}

/** Reads `prompts` of a configuration, and the files that they name. What cannot be carried over is in the ledger as a finding that blocks. */
export function readPrompts(
  node: ConfigNode | undefined,
  context: ImportContext,
  { names = openInputNames(), prefix = '', suffix = '' }: PromptSetting = {},
): readonly ImportedPrompt[] {
  if (!node) return [];
  if (Array.isArray(node.value) && node.value.length === 0)
    context.ledger.add('blocks', 'prompt', node, { what: 'prompts', reason: 'there are none' });
  return readEntries(listIn(node, context), context.ledger)
    .flatMap((entry) => sourcesOf(entry, context))
    .flatMap((source): readonly ImportedPrompt[] => {
      const raw = `${prefix}${source.raw}${suffix}`;
      const read = readBody({ ...source, raw, lead: prefix.length }, { ...context, names });
      if (!read) return [];
      const { title, isNamed, names: known, config, node: at } = source;
      return [{ node: at, names: known, title, isNamed, files: [], ...read, ...(config && { config }) }];
    });
}

/** Returns the list of a YAML or JSON file if `prompts` names one whose items are prompts and no messages. */
function listIn(node: ConfigNode, { folder }: ImportContext): ConfigNode {
  const { value } = node;
  if (typeof value !== 'string' || !/^file:\/\/[^*{}[\]]*\.(?:ya?ml|json)$/i.test(value)) return node;
  const { value: list } = readDocument(folder, value, node.place());
  if (!list || !Array.isArray(list.value) || list.value.length === 0 || isChat(list.value)) return node;
  return itemsOf(list).every(({ value: item }) => isPrompt(item)) ? list : node;
}

function isPrompt(value: unknown): boolean {
  return (
    typeof value === 'string' || (typeof value === 'object' && value !== null && ('raw' in value || 'id' in value))
  );
}
