import { Document, isSeq, type Node, parseDocument, Scalar, type YAMLSeq } from 'yaml';
import type { FrozenRubric } from '../../rubrics/frozen-rubric.js';
import { escaped, everyControl } from './write-yaml.js';

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
      ['behavior', textNode(behavior)],
      ['scale', document.createNode({ min: scale.min, max: scale.max }, { flow: true })],
      ['levels', document.createNode(new Map(scores.map((score) => [Number(score), textNode(levels[score] ?? '')])))],
      ...(written_by === undefined ? [] : [['written_by', textNode(written_by)] as const]),
      ...(written === undefined ? [] : [['written', textNode(written)] as const]),
    ]),
  );
}

/** Returns the node of a text: short texts on the line of their key, long ones as a block, quoted if YAML requires it. */
function textNode(text: string): Scalar {
  const node = new Scalar(text);
  const isPlain = !/[\p{Cc}\p{Cs}\ufeff\ufffe\uffff\u2028\u2029]|^\s|\s$/u.test(text);
  if (!isPlain) node.type = Scalar.QUOTE_DOUBLE;
  else if (text.length > 80) node.type = Scalar.BLOCK_FOLDED;
  return node;
}
