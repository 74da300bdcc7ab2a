import { Document, isMap, isScalar, isSeq, type Node, parseDocument, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { FrozenRubric } from '#model/rubric.js';
import { controlCharacter } from '#model/text/characters.js';

/** A comment above the part of a document at a path. It may have several lines, and needs no `#`. */
interface YamlComment {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/**
 * Writes data as YAML 1.2: mappings in the order of their keys, texts of several lines as blocks, other texts quoted where YAML needs it.
 * Reading the text gives the same data. Characters that no file of a library may contain become escapes, in comments a space.
 */
export function writeYaml(value: JsonValue, comments: readonly YamlComment[] = []): string {
  const document = new Document(undefined, {
    version: '1.2',
    schema: 'core',
    aliasDuplicateObjects: false,
  });
  document.contents = nodeOf(document, value) as never;
  separateEntries(document.contents);
  for (const { path, text } of comments) {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    const above = path.length > 0 && typeof path.at(-1) === 'string' ? keyOf(document, path) : node;
    if (above && typeof above === 'object') (above as Node).commentBefore = joined((above as Node).commentBefore, text);
  }
  return document
    .toString({ lineWidth: 0, singleQuote: true, flowCollectionPadding: false })
    .replace(everyControl, escaped);
}

export const everyControl = new RegExp(controlCharacter, 'g');

function joined(earlier: string | null | undefined, text: string): string {
  const lines = text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => ` ${line.replace(everyControl, ' ')}`.trimEnd());
  return [...(earlier ? [earlier] : []), ...lines].join('\n');
}

/** Returns the node of the last key of a path. */
function keyOf(document: Document, path: readonly (string | number)[]): Node | undefined {
  const map = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const pair = isMap(map) ? map.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined;
  return pair?.key as Node | undefined;
}

/** Puts an empty line between the mappings of the lists of a document, such as its cases. */
function separateEntries(contents: Document['contents']): void {
  if (!isMap(contents)) return;
  for (const { value } of contents.items) {
    const entries = isSeq(value) ? value.items : [];
    for (const entry of entries.slice(1)) if (isMap(entry) && entry.items.length > 1) entry.spaceBefore = true;
  }
}

const mostInLine = 80;

/** Returns true for a list of a few short values, which is written on one line. */
function isShort(list: readonly JsonValue[]): boolean {
  const isFlat = list.every((item) => typeof item !== 'object' && !String(item).includes('\n'));
  return isFlat && list.reduce<number>((sum, item) => sum + String(item).length + 4, 0) <= mostInLine;
}

function nodeOf(document: Document, value: JsonValue): Node {
  if (typeof value === 'string') return textNode(value);
  if (Array.isArray(value)) {
    const list = new YAMLSeq();
    list.items = value.map((item: JsonValue) => nodeOf(document, item));
    list.flow = isShort(value);
    return list;
  }
  if (!isObject(value)) return document.createNode(value);
  const map = new YAMLMap();
  const keys = Object.keys(value);
  map.items = keys.map((key) => document.createPair(textNode(key), nodeOf(document, value[key] ?? null))) as never;
  if (keys.length === 0) map.flow = true;
  return map;
}

/** Returns the node of a text. A block keeps line feeds alone, so that a text with other odd characters is quoted. */
function textNode(text: string): Scalar {
  const node = new Scalar(text);
  const isOdd = /[\p{Cs}\ufeff\ufffe\uffff\u2028\u2029]/u.test(text) || /[^\P{Cc}\n]/u.test(text);
  const isBlock = text.includes('\n') && !/^\s|[^\S\n]+(\n|$)|^\n*$/.test(text);
  if (isOdd || text === '<<' || (text.includes('\n') && !isBlock)) node.type = Scalar.QUOTE_DOUBLE;
  else if (isBlock) node.type = Scalar.BLOCK_LITERAL;
  return node;
}

/** Returns the escape sequence of a character in double quotes. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const header = ` The rubrics by which expected behaviours are judged: one for each text and scale.
 A model wrote them once. They are yours to edit: until a behaviour's text changes, they are judged by as they stand here.`;

/** The column after which long texts are wrapped. */
const lineWidth = 110;

/**
 * Appends entries to the text of a rubrics.yml and keeps its comments and order. `text` is null for a new file. Throws `Error` if the text
 * is not a valid rubrics.yml, which the caller must check before.
 */
export function appendRubrics(text: string | null, entries: readonly FrozenRubric[]): string {
  const document = text === null ? newDocument() : parseDocument(text, { version: '1.2', schema: 'core' });
  const list = document.get('rubrics');
  if (document.errors.length > 0 || !isSeq(list)) throw new Error('rubrics were to be added to what is no rubrics.yml');
  for (const entry of entries) list.add(entryNode(document, entry));
  if (list.items.length > 0) (list as YAMLSeq).flow = false;
  return document.toString({ lineWidth }).replace(everyControl, escaped);
}

function newDocument(): Document {
  const document = new Document({ rubrics: [] });
  document.commentBefore = header;
  return document;
}

function entryNode(document: Document, { behavior, scale, levels, written_by, written }: FrozenRubric): Node {
  const scores = Object.keys(levels).sort((a, b) => Number(a) - Number(b));
  return document.createNode(
    new Map<string, unknown>([
      ['behavior', rubricTextNode(behavior)],
      ['scale', document.createNode({ min: scale.min, max: scale.max }, { flow: true })],
      [
        'levels',
        document.createNode(new Map(scores.map((score) => [Number(score), rubricTextNode(levels[score] ?? '')]))),
      ],
      ...(written_by === undefined ? [] : [['written_by', rubricTextNode(written_by)] as const]),
      ...(written === undefined ? [] : [['written', rubricTextNode(written)] as const]),
    ]),
  );
}

/** Returns the node of a text: short texts on the line of their key, long ones as a block, quoted if YAML requires it. */
function rubricTextNode(text: string): Scalar {
  const node = new Scalar(text);
  const isPlain = !/[\p{Cc}\p{Cs}\ufeff\ufffe\uffff\u2028\u2029]|^\s|\s$/u.test(text);
  if (!isPlain) node.type = Scalar.QUOTE_DOUBLE;
  else if (text.length > 80) node.type = Scalar.BLOCK_FOLDED;
  return node;
}
