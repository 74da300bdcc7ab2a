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

/** Parses the tokens of a scanned text. Reports a problem if the nesting exceeds the stack. */
export function readNodes(text: PlacedText, tokens: readonly string[], { odd }: Pick<Scan, 'odd'>): Read {
  try {
    return read(text, tokens, odd);
  } catch (error) {
    if (error instanceof Refusal) return refused(error.problem);
    if (error instanceof RangeError) return refused(tooDeep(text, 0));
    throw error;
  }
}

function read(text: PlacedText, tokens: readonly string[], odd: readonly number[]): Read {
  const [document, second] = compose(tokens, text.text.length);
  const syntax = document?.errors[0] ?? document?.warnings[0];
  if (syntax && exhaustsStack(syntax)) return refused(tooDeep(text, syntax.pos[0]));
  if (syntax && document) return refused(syntaxProblem(syntax, text, document));
  if (second) return refused(severalDocuments(text, second.range[0]));
  const contents = document?.contents;
  return contents && !isNothing(contents) ? toSourceNode(contents, text, odd) : refused(empty(text));
}

/** Returns true for the node of a file with only comments and white space. */
function isNothing(node: ParsedNode): boolean {
  return yamlPackage().isScalar(node) && node.value === null && !node.source;
}

function empty({ file }: PlacedText): Problem {
  return problem('EVA_YAML_EMPTY', null, { at: { file } });
}

/** Returns true for an error of the parser that is a stack overflow. */
function exhaustsStack(error: YAMLError): boolean {
  return error.code === 'RESOURCE_EXHAUSTION' || error.message.includes('call stack');
}

function compose(tokens: readonly string[], length: number) {
  const options = { version: '1.2', schema: 'core', merge: false, uniqueKeys: false, logLevel: 'silent' } as const;
  return [...new (yamlPackage().Composer)(options).compose(parsed(tokens), true, length)];
}

/** Parses tokens to the concrete syntax. Uses the tokens of the scan, so that the text is split only once. */
function* parsed(tokens: readonly string[]) {
  const parser = new (yamlPackage().Parser)();
  for (const token of tokens) yield* parser.next(token);
  yield* parser.end();
}

function severalDocuments(text: PlacedText, start: number): Problem {
  const at = placeAt(text, Math.min(start, text.text.length - 1), start + 3);
  return problem('EVA_YAML_DOCUMENTS', null, { at });
}

function refused(entry: Problem): Read {
  return { value: null, problems: [entry] };
}
