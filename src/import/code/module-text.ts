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

/** Writes the module of a prompt's functions: imports (names of copied modules by path), functions with the places of their code, then helpers. */
export function moduleText(
  source: string,
  imports: ReadonlyMap<string, string>,
  functions: readonly { readonly text: string; readonly helpers: readonly HelperName[] }[],
): string {
  const used = new Set(functions.flatMap((one) => one.helpers).flatMap((name) => [name, ...(calls[name] ?? [])]));
  const names = (Object.keys(helpers) as HelperName[]).filter((name) => used.has(name));
  const head = `// Written by eva import promptfoo from ${source}. The code of each function is as it was written there.`;
  const imported = [...imports].map(([path, name]) => `import * as ${name} from './${path}';`).join('\n');
  const parts = [
    head,
    ...(imported === '' ? [] : [imported]),
    ...functions.map(({ text }) => text),
    ...names.map((name) => helpers[name]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The program that runs a function of a copied Python file as a check. */
export const runnerFile = 'checks.py';

/** The text of that program. It turns what the function returns into an exit code by the rules of promptfoo. */
export const pythonRunner = `"""Runs a function of a Python file as a check. Written by eva import promptfoo.

Arguments: the file, the name of the function, and the rules of the check as JSON.
"""

import asyncio
import importlib.util
import inspect
import json
import os
import sys


def load(path, name):
    spec = importlib.util.spec_from_file_location("copied_check", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module
    for part in name.split("."):
        found = getattr(found, part)
    return found


def context_of(facts, rules):
    variables = {**facts["inputs"], **(facts["item"] or {})}
    for name in rules.get("json", []):
        data = variables.pop(name + "__json", variables.get(name))
        if isinstance(data, str):
            variables[name] = json.loads(data)
    context = {"vars": variables}
    if "config" in rules:
        context["config"] = rules["config"]
    return context


def output_of(facts, rules):
    if not rules.get("parse"):
        return facts["response"]
    try:
        return json.loads(facts["response"])
    except ValueError:
        return facts["response"]


def decide(result, rules):
    """Returns whether the check holds, and why."""
    threshold = rules.get("threshold")
    if isinstance(result, str) and result.lower() in ("true", "false"):
        result = result.lower() == "true"
    if isinstance(result, bool):
        return result, "the code returned " + str(result)
    if isinstance(result, str) and result.startswith("{"):
        result = json.loads(result)
    if isinstance(result, dict):
        passed = result.get("pass", result.get("pass_"))
        score, reason = result.get("score"), result.get("reason")
        is_number = isinstance(score, (int, float)) and not isinstance(score, bool)
        if not isinstance(passed, bool) or not is_number or not isinstance(reason, str):
            raise ValueError("the code must return a boolean, a number or pass, score and reason")
        if threshold is not None and score < threshold:
            return False, "score " + str(score) + ", at least " + str(threshold) + " is asked for"
        return passed, reason
    score = float(result)
    if score != score:
        raise ValueError("the code returned no number")
    return (score > 0 if threshold is None else score >= threshold), "the code returned " + str(score)


def main():
    path, name = sys.argv[1], sys.argv[2]
    rules = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
    with open(os.environ["EVA_CONTEXT"], encoding="utf-8") as file:
        facts = json.load(file)
    function = load(path, name)
    result = function(output_of(facts, rules), context_of(facts, rules))
    if inspect.iscoroutine(result):
        result = asyncio.run(result)
    holds, reason = decide(result, rules)
    print(reason, file=sys.stderr)
    sys.exit(0 if holds != rules.get("not", False) else 1)


main()
`;
