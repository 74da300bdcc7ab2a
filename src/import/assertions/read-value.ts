import { parseYaml } from '#library/source/yaml-source.js';
import { excessOf, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place } from '#model/problem.js';
import { placeholders } from '#model/text/quoted.js';
import type { ConfigNode } from '../config-node.js';
import type { ImportedTest } from '../imported.js';
import { renderTemplate } from '../template/evaluate.js';
import { type ExpectationContext, type NotMapped, notMapped, type Remark } from './mapped.js';

/** A value with the variables of the test, or the reason why the assertion is left out. */
type ReadValue = { readonly value: JsonValue | undefined; readonly replaced?: Remark } | NotMapped;

const fileMark = 'file://';

const code = /\.(?:[cm]?[jt]s|py|rb)(?::[^/\\]*)?$/i;

interface TestFiles {
  readonly test: ImportedTest;
  readonly context: ExpectationContext;
}

/**
 * Reads the `value` of an assertion as promptfoo does: texts and the texts of a list get the variables, files are read, other values stay.
 * The name of a file with code stays too if the assertion `isCode`.
 */
export function readValue(node: ConfigNode | undefined, { test, context }: TestFiles, isCode: boolean): ReadValue {
  if (!node) return { value: undefined };
  const { value } = node;
  if (isCode && typeof value === 'string' && value.startsWith(fileMark)) return { value };
  if (typeof value === 'string') return readText(value, node, { test, context });
  if (!Array.isArray(value)) return { value };
  const items: JsonValue[] = [];
  for (const [index, item] of (value as readonly JsonValue[]).entries()) {
    const inner = node.child(index);
    const read = typeof item === 'string' && inner ? readText(item, inner, { test, context }) : { value: item };
    if ('kind' in read) return read;
    items.push(read.value ?? null);
  }
  return { value: items };
}

function readText(text: string, node: ConfigNode, { test, context }: TestFiles): ReadValue {
  if (text.startsWith('package:')) return fromCode;
  if (!text.startsWith(fileMark)) return rendered(text, test);
  const path = text.slice(fileMark.length);
  return code.test(path) ? fromCode : readFile(path, node.place(), { test, context });
}

const fromCode = notMapped('its value comes from code, which eva does not execute', 'write the value itself');

/** Inserts the variables of the test. A text without braces stays as it is. */
function rendered(text: string, test: ImportedTest): ReadValue {
  if (!/\{[{%#]/.test(text)) return { value: text };
  const result = renderTemplate(text, test.vars);
  if ('text' in result) return { value: result.text };
  return notMapped(`its value cannot be computed: ${result.unsupported}`, 'write the value itself');
}

function readFile(path: string, at: Place, { test, context }: TestFiles): ReadValue {
  const { value: text, problems } = context.folder.text(path, at);
  if (text === null) return notMapped(problems[0]?.message ?? `${path} cannot be read`);
  if (/\.(?:json|ya?ml)$/i.test(path)) {
    const data = readData(text, path);
    if (data.value === null)
      return notMapped(`${path} cannot be read: ${data.problems[0]?.message ?? 'it is no data'}`);
    return { value: data.value.data };
  }
  return withValues(/\.txt$/i.test(path) ? text.trim() : text, test);
}

/** Reads JSON or YAML. JSON with too many levels is read as YAML, which has a problem for it. */
export function readData(text: string, file: string): Loaded<{ readonly data: JsonValue }> {
  try {
    if (excessOf(text)) throw new SyntaxError('the data is too deep');
    return { value: { data: JSON.parse(text) }, problems: [] };
  } catch {
    const { value, problems } = parseYaml(text, file);
    return { value: value && problems.length === 0 ? { data: value.value } : null, problems };
  }
}

/** Inserts variables into the text of a file that has their placeholders. promptfoo sends such a text as it is. */
function withValues(text: string, test: ImportedTest): ReadValue {
  const hasPlaceholders = placeholders(text).some((name) => Object.hasOwn(test.vars, name));
  const read = hasPlaceholders ? rendered(text, test) : undefined;
  if (!read || 'kind' in read) return { value: text };
  const reason = 'promptfoo does not insert variables into a text from a file, and eva got the text with their values';
  return { value: read.value, replaced: { reason } };
}
