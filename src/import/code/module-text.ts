/** The helpers of a generated module, as they are written into it. Each may call those above it. */
const helpers = {
  contextOf: `/** The context of the code: the variables of the test, and its \`config\`. Variables in \`json\` are no texts. */
function contextOf({ inputs, item, args }) {
  const vars = { ...inputs, ...item };
  for (const name of args?.json ?? []) {
    const data = vars[name + '__json'] ?? vars[name];
    delete vars[name + '__json'];
    if (typeof data === 'string') vars[name] = JSON.parse(data);
  }
  return { vars, ...(args?.config && { config: args.config }) };
}`,
  decide: `/** Turns what the code returns into the result of a check: true or false, a number, or { pass, score, reason }. */
async function decide(facts, code, { not = false, threshold } = {}) {
  const result = await code(contextOf(facts));
  if (typeof result === 'boolean') return result !== not;
  if (typeof result === 'number') return (threshold === undefined ? result > 0 : result >= threshold) !== not;
  const { pass, score, reason } = result ?? {};
  if (typeof pass !== 'boolean' || typeof score !== 'number' || typeof reason !== 'string') {
    throw new Error('the code must return true, false, a number or { pass, score, reason }');
  }
  return { pass: pass !== not, reason: not ? \`the code returned pass: \${pass}\` : reason };
}`,
  distance: `/** The Levenshtein distance of two texts, in UTF-16 units. */
function distance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      next.push(Math.min(row[j] + (from[i] === to[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return row[to.length];
}`,
  functionOf: `/** The function that a file exports: the one of this name, or its default one. */
function functionOf(exported, name) {
  const own = exported.default ?? exported;
  const found = [own[name], exported[name], own, own.default].find((one) => typeof one === 'function');
  if (!found) throw new Error(\`the file exports no function \${name ?? ''}\`);
  return found;
}`,
  parsed: `/** The data of a JSON text; any other text as it is. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}`,
  withCalls: `/** The tool calls of an answer as a chat API lists them; the text of an answer without calls. */
function withCalls(text, { tool_calls }) {
  const calls = (tool_calls ?? []).map(({ name, arguments: given }, index) => ({
    id: \`call_\${index + 1}\`,
    type: 'function',
    function: { name, arguments: given?.unreadable ?? JSON.stringify(given) },
  }));
  if (calls.length === 0) return text;
  return text === '' ? calls : { role: 'assistant', content: text, tool_calls: calls };
}`,
  textOf: `/** The text of a transformed answer: JSON of anything but a text, and null for nothing. */
function textOf(output) {
  if (output === undefined || output === null) return null;
  return typeof output === 'string' ? output : JSON.stringify(output);
}`,
} as const;

export type HelperName = keyof typeof helpers;

/** The helpers that a helper calls. */
const calls: Partial<Record<HelperName, readonly HelperName[]>> = { decide: ['contextOf'] };

interface ModuleParts {
  readonly source: string;
  /** Copied modules by path, with the names of their imports. */
  readonly imports: readonly (readonly [path: string, name: string])[];
  readonly functions: readonly { readonly text: string; readonly helpers: readonly HelperName[] }[];
}

/** Writes the module of a prompt's functions: imports, functions with the places of their code, then helpers. */
export function moduleText({ source, imports, functions }: ModuleParts): string {
  const used = new Set(functions.flatMap((one) => one.helpers).flatMap((name) => [name, ...(calls[name] ?? [])]));
  const names = (Object.keys(helpers) as HelperName[]).filter((name) => used.has(name));
  const head = `// Written by eva import promptfoo from ${source}. The code of each function is as it was written there.`;
  const imported = imports.map(([path, name]) => `import * as ${name} from './${path}';`).join('\n');
  const parts = [
    head,
    ...(imported === '' ? [] : [imported]),
    ...functions.map(({ text }) => text),
    ...names.map((name) => helpers[name]),
  ];
  return `${parts.join('\n\n')}\n`;
}
