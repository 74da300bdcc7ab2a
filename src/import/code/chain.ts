import type { JsonObject } from '#model/data/json.js';
import { type ExpectationContext, type NotMapped, notMapped } from '../assertions/mapped.js';
import { javascriptFlaw, toPythonNotation } from '../assertions/text-kinds.js';
import type { ConfigNode } from '../config-node.js';
import type { ImportedTest } from '../imported.js';
import { copyModule, fileReference } from './copy-module.js';
import { looksAtCase, refusalOfCode, syntaxFlaw } from './inspect-code.js';
import type { HelperName } from './module-text.js';

/** One transform of an answer, as a function of the generated module. */
interface Step {
  readonly node: ConfigNode;
  /** The code in one line, for simple forms; undefined for a function of a file. */
  readonly inline: string | undefined;
  readonly text: string;
  /** Adds the function to the module. Returns its name. */
  readonly add: () => string;
}

/** The transforms of an answer, in their order. */
export type Chain = readonly Step[];

/** Reads the transforms that a test applies to all its assertions: that of the provider, then its own. */
export function readChain({ options }: ImportedTest, context: ExpectationContext): Chain {
  const nodes = [context.providerTransform, options['transform'] ?? options['postprocess']];
  return nodes.flatMap((node) => (node ? readStep(node, context) : []));
}

/** Reads one transform. Adds one that is not carried over to the ledger. */
export function readStep(node: ConfigNode, context: ExpectationContext): Chain {
  const step = stepOf(node, context);
  if (!('kind' in step)) return [step];
  const { kind: _kind, ...reason } = step;
  context.ledger.add('left_out', 'setting', node, { what: 'transform', ...reason });
  return [];
}

function stepOf(node: ConfigNode, context: ExpectationContext): Step | NotMapped {
  const { value } = node;
  if (typeof value !== 'string' || value.trim() === '') return notMapped('it is no code');
  const reference = fileReference(value);
  const at = node.place();
  if (reference) {
    if (reference.path.endsWith('.py'))
      return notMapped('eva takes pieces out of an answer with JavaScript only', 'write it as a `module`');
    const copied = copyModule(reference.path, at, context);
    if ('kind' in copied) return copied;
    const name = reference.name === undefined ? '' : `, ${JSON.stringify(reference.name)}`;
    const add = () => {
      const own = context.code.importModule(copied.path);
      const write = (fn: string) => `const ${fn} = functionOf(${own}${name});`;
      return context.code.addFunction({ kind: 'transform', at, helpers: ['functionOf'], write });
    };
    return { node, inline: undefined, text: copied.text, add };
  }
  const body = value.includes('\n') ? value : `return ${value}`;
  const refused = /\brequire\b/.test(body)
    ? notMapped('it requires modules', 'write it as a `module`')
    : refusalOfCode(body);
  if (refused) return refused;
  const flaw = syntaxFlaw(body, ['output', 'context']);
  if (flaw !== undefined) return notMapped(`it is no code that eva can run: ${flaw}`);
  const write = (fn: string) => `function ${fn}(output, context) {\n${body}\n}`;
  const add = () => context.code.addFunction({ kind: 'transform', at, helpers: [], write });
  return { node, inline: value.trim(), text: body, add };
}

/** Returns how code gets the output of the model after all transforms: `statement` is undefined if that is the response itself. */
export function outputAfter(chain: Chain, { parsesJson, tools, callsInOutput }: ExpectationContext) {
  const seesCalls = tools.length > 0 && callsInOutput;
  const whole = seesCalls ? 'withCalls(facts.reply, facts)' : 'facts.reply';
  const first = parsesJson
    ? seesCalls
      ? `typeof reply === 'string' ? parsed(reply) : reply`
      : 'parsed(facts.reply)'
    : whole;
  const start = parsesJson && seesCalls ? `const reply = ${whole};\n  ` : '';
  const helpers: HelperName[] = [
    ...(seesCalls ? ['withCalls' as const] : []),
    ...(parsesJson ? ['parsed' as const] : []),
  ];
  if (chain.length === 0 && helpers.length === 0) return { statement: undefined, helpers, text: '' };
  const steps = chain.map((step) => step.add());
  const value = steps.reduce((inner, name) => `await ${name}(${inner}, contextOf(facts))`, first);
  const own: HelperName[] = steps.length > 0 ? [...helpers, 'contextOf'] : helpers;
  return {
    statement: `${start}const output = ${value};`,
    helpers: own,
    text: chain.map(({ text }) => text).join('\n'),
  };
}

/** What checks of the text see of an answer. */
export interface Seen {
  /** The `extract` that gives the transformed text; undefined if it is the answer, or the answer without white space at its ends. */
  readonly extract: JsonObject | undefined;
  /** True if white space at the ends of the answer is removed. */
  readonly isTrimmed: boolean;
  /** True if code of the transforms looks at the variables of the test. */
  readonly needsAllVars?: boolean;
}

/** Returns what checks of the text see after all transforms: a simple form of `extract`, or a function of the module. */
export function seenAfter(chain: Chain, context: ExpectationContext): Seen {
  const others = chain.filter(({ inline }) => inline === undefined || !isTrim(inline));
  const [only] = others;
  if (!only) return { extract: undefined, isTrimmed: chain.length > 0 };
  const line = chain.length === 1 ? only.inline?.trim().replace(/\s*;$/, '') : undefined;
  const simple = line === undefined ? undefined : (jsonExtract(line, context.parsesJson) ?? matchExtract(line));
  if (simple) return { extract: simple, isTrimmed: false };
  const { statement = '', helpers, text } = outputAfter(chain, context);
  const name = context.code.addFunction({
    kind: 'extract',
    at: only.node.place(),
    helpers: [...helpers, 'textOf'],
    write: (own) => `export async function ${own}(_response, facts) {\n  ${statement}\n  return textOf(output);\n}`,
  });
  return { extract: { module: `checks.mjs#${name}` }, isTrimmed: false, needsAllVars: looksAtCase(text) };
}

/** Returns true for code that only removes white space at both ends of the output. */
export function isTrim(code: string): boolean {
  return /^output\??\.trim\(\)\s*;?$/.test(code.trim());
}

const step = /^(?:\?\.|\.)?\[\s*(?:(\d+)|'([^'\\]*)'|"([^"\\]*)")\s*\]|^\??\.([A-Za-z_$][\w$]*)(?!\s*[\w$(])/;

/** Reads `JSON.parse(output).a[0]['b']`, and `output.a` of an output that is parsed. */
function jsonExtract(line: string, parsesJson: boolean): JsonObject | undefined {
  const [start] = (parsesJson ? /^output(?=[.?[])/ : /^JSON\.parse\(\s*output(?:\.trim\(\))?\s*\)/).exec(line) ?? [];
  if (start === undefined) return undefined;
  let rest = line.slice(start.length);
  let pointer = '';
  while (rest !== '') {
    const found = step.exec(rest);
    if (!found) return undefined;
    const key = found[1] ?? found[2] ?? found[3] ?? found[4] ?? '';
    pointer += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    rest = rest.slice(found[0].length);
  }
  return pointer.endsWith('/length') ? undefined : { json: pointer };
}

/** Reads `output.match(/PATTERN/)[1]`. */
function matchExtract(line: string): JsonObject | undefined {
  const form = /^output\.match\(\s*\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/([is]*)\s*\)(?:\?\.)?\[(\d)\]$/;
  const [, pattern, flags = '', group = '0'] = form.exec(line) ?? [];
  if (pattern === undefined || javascriptFlaw(pattern) !== undefined) return undefined;
  const matches = `${flags === '' ? '' : `(?${flags})`}${toPythonNotation(pattern)}`;
  return { matches, ...(group !== '0' && { group: Number(group) }) };
}

/** The `extract` of an answer without white space at both ends. */
export const trimmedAnswer: JsonObject = { matches: '\\S(?:[\\s\\S]*\\S)?' };
