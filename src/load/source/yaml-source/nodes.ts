import type { ParsedNode, YAMLError } from 'yaml';
import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { type PlacedText, placeAt } from '../place.js';
import { Refusal, toSourceNode } from './convert.js';
import { type Scan, tooDeep } from './scan.js';
import type { SourceNode } from './source-node.js';
import { syntaxProblem } from './syntax-problem.js';
import { yamlPackage } from './yaml-package.js';

interface Read {
  readonly value: SourceNode | null;
  readonly problems: readonly Problem[];
}

/** Parses what a scan left of a text, for which places stay the same. What still nests too deep for the stack is a problem like any other. */
export function readNodes(text: PlacedText, readable: string, { odd }: Pick<Scan, 'odd'>): Read {
  try {
    return read(text, readable, odd);
  } catch (error) {
    if (error instanceof Refusal) return refused(error.problem);
    if (error instanceof RangeError) return refused(tooDeep(text, 0));
    throw error;
  }
}

function read(text: PlacedText, readable: string, odd: readonly number[]): Read {
  const [document, second] = compose(readable);
  const syntax = document?.errors[0] ?? document?.warnings[0];
  if (syntax && exhaustsStack(syntax)) return refused(tooDeep(text, syntax.pos[0]));
  if (syntax && document) return refused(syntaxProblem(syntax, text, document));
  if (second) return refused(severalDocuments(text, second.range[0]));
  const contents = document?.contents;
  return contents && !isNothing(contents) ? toSourceNode(contents, text, odd) : refused(empty(text));
}

/** What stands for the value of a file of comments and white space. */
function isNothing(node: ParsedNode): boolean {
  return yamlPackage().isScalar(node) && node.value === null && !node.source;
}

function empty({ file }: PlacedText): Problem {
  return problem('EVA_YAML_EMPTY', 'the file is empty', { at: { file }, hint: 'it must hold "key: value" pairs' });
}

/** The composer turns some errors of the stack into complaints of its own. */
function exhaustsStack(error: YAMLError): boolean {
  return error.code === 'RESOURCE_EXHAUSTION' || error.message.includes('call stack');
}

function compose(text: string) {
  const { Composer, Parser } = yamlPackage();
  const options = { version: '1.2', schema: 'core', merge: false, uniqueKeys: false, logLevel: 'silent' } as const;
  return [...new Composer(options).compose(new Parser().parse(text), true, text.length)];
}

function severalDocuments(text: PlacedText, start: number): Problem {
  return problem('EVA_YAML_DOCUMENTS', 'the file holds more than one document', {
    at: placeAt(text, Math.min(start, text.text.length - 1), start + 3),
    hint: 'keep one, and take out the lines "---" between them',
  });
}

function refused(one: Problem): Read {
  return { value: null, problems: [one] };
}
