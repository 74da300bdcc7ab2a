import { isObject } from '#model/data/json.js';
import { type ConfigNode, entriesOf, itemsOf, textAt } from '../../config-node.js';
import { type Ledger, listUnknownKeys } from '../../finding.js';

/** An entry of `prompts`: a text, which may be the path of a file, with what the configuration says about it. */
export interface PromptEntry {
  readonly node: ConfigNode;
  readonly raw: string;
  readonly label?: string;
  readonly id?: string;
  readonly config?: ConfigNode;
}

const knownKeys = ['raw', 'id', 'label', 'config'];
/** Keys that promptfoo itself writes to prompts, for its own display. */
const shownKeys = ['display', 'template', 'function'];

/** Reads the entries of `prompts`: one text, a list of texts and mappings, or a mapping of paths to labels. */
export function readEntries(node: ConfigNode, ledger: Ledger): readonly PromptEntry[] {
  if (isObject(node.value)) return isEntry(node.value) ? entryOf(node, ledger) : labelled(node, ledger);
  return itemsOf(node).flatMap((item) => entryOf(item, ledger));
}

function isEntry(value: object): boolean {
  return 'raw' in value || 'id' in value;
}

/** Reads the form `{ prompts/a.txt: label }`. */
function labelled(node: ConfigNode, ledger: Ledger): readonly PromptEntry[] {
  return entriesOf(node).flatMap(([raw, value]) => {
    if (typeof value.value !== 'string') return refuse(value, raw, ledger);
    return [{ node: value, raw, label: value.value }];
  });
}

function entryOf(node: ConfigNode, ledger: Ledger): readonly PromptEntry[] {
  const { value } = node;
  if (typeof value === 'string') return value === '' ? refuse(node, 'prompts', ledger) : [{ node, raw: value }];
  if (!isObject(value)) return refuse(node, 'prompts', ledger);
  const [id, label] = [textAt(node, 'id'), textAt(node, 'label')];
  const raw = textAt(node, 'raw') ?? id;
  if (raw === undefined || raw === '') return refuse(node, label ?? 'prompts', ledger);
  listUnknownKeys(node, [...knownKeys, ...shownKeys], { ledger, kind: 'prompt', within: 'prompts.' });
  const config = node.child('config');
  return [
    {
      node,
      raw,
      ...(id !== undefined && { id }),
      ...(label !== undefined && { label }),
      ...(config && { config }),
    },
  ];
}

function refuse(node: ConfigNode, what: string, ledger: Ledger): readonly PromptEntry[] {
  ledger.add('blocks', 'prompt', node, { what, reason: 'this prompt has no text: `raw`, or `id` with a path' });
  return [];
}
