import { isObject, type JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { maxSkillName, nearestSkillName } from '#model/text/skill-name.js';
import { type ConfigNode, childText, entriesOf, itemsOf } from '../config-node.js';
import { type Ledger, listUnknownKeys } from '../finding.js';
import type { ImportContext, ImportedPrompt } from '../imported.js';
import { readConfigDocument } from '../reading/documents.js';
import type { TemplatePiece } from '../template/parse-template.js';
import { ofEnvironment } from '../template/read-expression.js';
import { type InputNames, openInputNames } from '../template/template-body.js';
import { isChat, readChat } from './chat.js';
import { type Content, openContent, RefusedPrompt } from './content.js';
import { type MarkedTemplate, readShape } from './marked.js';
import { type PromptEntry, type PromptSource, sourcesOf } from './prompt-sources.js';

/** What the tests of a configuration add to its prompts. */
export interface PromptSetting {
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
  const { value: list } = readConfigDocument(folder, value, node.place());
  if (!list || !Array.isArray(list.value) || list.value.length === 0 || isChat(list.value)) return node;
  return itemsOf(list).every(({ value: item }) => isPrompt(item)) ? list : node;
}

function isPrompt(value: unknown): boolean {
  return (
    typeof value === 'string' || (typeof value === 'object' && value !== null && ('raw' in value || 'id' in value))
  );
}

/** The template of a prompt with the number of characters before it that are not its own. */
type BodySource = PromptSource & { readonly lead: number };

type ReadBody = Pick<ImportedPrompt, 'body' | 'inputs' | 'writes' | 'hasBraces'>;

/** Reads the body of a prompt. Returns undefined if it cannot be carried over; the ledger then says why. */
function readBody(source: BodySource, context: ImportContext & { readonly names: InputNames }): ReadBody | undefined {
  const { ledger, folder, names } = context;
  const at = source.node.place();
  const content = openContent({
    folder,
    at,
    names,
    note: (effect, words) => ledger.add(effect, 'prompt', at, words),
  });
  const shape = readShape(source.raw);
  if (shape.kind === 'unsupported') {
    const place = placeIn(source, shape.offset);
    ledger.add('blocks', 'prompt', place, {
      what: 'template',
      reason: `eva has no counterpart for ${shape.unsupported}`,
      ...(shape.unsupported === ofEnvironment && { todo: 'write the value in its place' }),
    });
    return undefined;
  }
  try {
    const body =
      shape.kind === 'text'
        ? textBody(shape.piecesOf(shape.content), source, content)
        : dataBody(shape, source, content);
    return { body, inputs: content.inputs(), writes: content.writes(), hasBraces: content.hasBraces() };
  } catch (error) {
    if (!(error instanceof RefusedPrompt)) throw error;
    const { what, reason, todo } = error;
    ledger.add('blocks', 'prompt', at, { what, reason, ...(todo !== undefined && { todo }) });
    return undefined;
  }
}

type Body = ImportedPrompt['body'];

function textBody(pieces: readonly TemplatePiece[], { isMarkdown }: BodySource, content: Content): Body {
  const text = content.text(pieces);
  if (text.trim() === '') throw new RefusedPrompt('prompt', 'it is empty');
  return { kind: 'text', file: isMarkdown ? 'prompt.md' : 'prompt.txt', text };
}

/** Reads a list of messages. Other JSON is a text, in which each value is written as JSON. */
function dataBody(
  data: MarkedTemplate<JsonValue> & { readonly isWritten: boolean },
  source: BodySource,
  content: Content,
): Body {
  const { piecesOf } = data;
  if (isChat(data.content)) return { kind: 'messages', messages: readChat(data.content, { content, piecesOf }) };
  if (!data.isWritten) throw new RefusedPrompt('messages', 'not every message has a role');
  const pieces = piecesOf(JSON.stringify(data.content, null, 2)).map(
    (piece): TemplatePiece =>
      piece.kind === 'text' ? piece : { ...piece, expression: { kind: 'escaped', of: piece.expression } },
  );
  return textBody(pieces, source, content);
}

/** Returns the place of an offset of a template: the line of a file, or the entry of the configuration. */
function placeIn({ node, raw, lead }: BodySource, offset: number): Place {
  const at = node.place();
  const own = Math.max(0, offset - lead);
  if (at.line === undefined || at.column !== undefined) return at;
  return { ...at, line: at.line + raw.slice(lead, lead + own).split('\n').length - 1 };
}

const knownKeys = ['raw', 'id', 'label', 'config'];

/** Keys that promptfoo itself writes to prompts, for its own display. */
const shownKeys = ['display', 'template', 'function'];

/** Reads the entries of `prompts`: one text, a list of texts and mappings, or a mapping of paths to labels. */
function readEntries(node: ConfigNode, ledger: Ledger): readonly PromptEntry[] {
  if (isObject(node.value))
    return 'raw' in node.value || 'id' in node.value
      ? entryOf(node, ledger)
      : entriesOf(node).flatMap(([raw, value]) => {
          if (typeof value.value !== 'string') return refuse(value, raw, ledger);
          return [{ node: value, raw, label: value.value }];
        });
  return itemsOf(node).flatMap((item) => entryOf(item, ledger));
}

function entryOf(node: ConfigNode, ledger: Ledger): readonly PromptEntry[] {
  const { value } = node;
  if (typeof value === 'string') return value === '' ? refuse(node, 'prompts', ledger) : [{ node, raw: value }];
  if (!isObject(value)) return refuse(node, 'prompts', ledger);
  const [id, label] = [childText(node, 'id'), childText(node, 'label')];
  const raw = childText(node, 'raw') ?? id;
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

/** The most characters of an id that is made of the words of a prompt. */
const most = 40;

/** Returns an id for a prompt from its title, which no other prompt has: `order-status`, `order-status-2`. */
export function freePromptId(title: string, taken: ReadonlySet<string>): string {
  const name = nearestSkillName(title) ?? 'prompt';
  const short =
    name.length <= most
      ? name
      : name
          .slice(0, most + 1)
          .replace(/-[^-]*$/, '')
          .slice(0, most);
  const base = short.replace(/-+$/, '');
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`;
    const id = `${base.slice(0, maxSkillName - end.length).replace(/-+$/, '')}${end}`;
    if (!taken.has(id)) return id;
  }
}
