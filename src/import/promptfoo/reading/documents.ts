import { extname } from 'node:path';
import { parseYaml } from '#load/source/yaml-source.js';
import { excessOf, fileBounds, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { type ConfigNode, nodeIn, nodeOf } from '../../config-node.js';
import { type ConfigFolder, pathInFolder } from '../../folder.js';
import { nodeInJson } from './json-node.js';

/** The documents of each folder that were read, by their paths. */
const alreadyRead = new WeakMap<ConfigFolder, Map<string, Loaded<ConfigNode>>>();

/** Reads a YAML or JSON file of a configuration. An empty file is null, as promptfoo has it. */
export function readDocument(folder: ConfigFolder, path: string, at: Place): Loaded<ConfigNode> {
  const file = pathInFolder(path);
  const documents = alreadyRead.get(folder) ?? new Map<string, Loaded<ConfigNode>>();
  alreadyRead.set(folder, documents);
  const known = documents.get(file);
  if (known) return known;
  const { value: text, problems } = folder.text(file, at);
  if (text === null) return { value: null, problems };
  const document = documentIn(text, file);
  documents.set(file, document);
  return document;
}

/** Reads the text of a YAML or JSON file. */
export function documentIn(text: string, file: string): Loaded<ConfigNode> {
  if (text.trim() === '') return { value: nodeOf(null, { file }), problems: [] };
  const json = extname(file).toLowerCase() === '.json' ? jsonIn(text) : undefined;
  if (json !== undefined) return jsonDocument(text, file, json);
  const { value, problems } = parseYaml(text, file, { foreign: true });
  if (problems[0]?.code === 'EVA_YAML_EMPTY') return { value: nodeOf(null, { file }), problems: [] };
  if (value && problems.length === 0) return { value: nodeIn(value), problems };
  return { value: null, problems: problems.map((one) => inWordsOf(file, one)) };
}

/** Returns a problem of YAML in words that fit JSON, or a text with a placeholder, which promptfoo has without a check before it. */
function inWordsOf(file: string, problem: Problem): Problem {
  const { variant, at } = problem;
  const isOpen = at?.source?.replace(/"[^"]*"|'[^']*'/g, '').includes('{{');
  if (/\.json$/i.test(file) && variant !== 'twice')
    return { ...problem, message: 'it is not valid JSON', hint: 'check the quotes, commas and brackets' };
  return isOpen
    ? { ...problem, message: 'a text with {{…}} needs quotes here', hint: 'put the whole text in quotes' }
    : problem;
}

/** Parses JSON within the bounds of files; undefined for any other text. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return excessOf(text, fileBounds) ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

/** JSON is read as YAML, which finds keys that are there twice. Where YAML is stricter or eva's limits are lower, it is read as JSON. */
function jsonDocument(text: string, file: string, value: JsonValue): Loaded<ConfigNode> {
  // Outside of texts a tab is white space, which YAML does not allow everywhere; inside of texts JSON has none.
  const { value: source, problems } = parseYaml(text.replaceAll('\t', ' '), file, { foreign: true });
  const twice = problems.filter(({ variant }) => variant === 'twice');
  if (twice.length > 0) return { value: null, problems: twice };
  return { value: source && problems.length === 0 ? nodeIn(source) : nodeInJson(text, file, value), problems: [] };
}
