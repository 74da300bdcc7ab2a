import { createHash } from 'node:crypto';

/**
 * Returns a pure function that answers the body of a Messages request, right or wrong by the sha256 of its text and of `time`, the
 * number of earlier answers to the same text. `pattern` finds the right answer in the request: its first group. A wrong one is
 * another of `classes`. `varies: false` gives every time the same answer. `form` is the text around an answer.
 */
export function answersOf({
  seed = 'answers',
  pattern = 'label: ([\\w-]+)',
  classes = ['yes', 'no'],
  accuracy = 0.9,
  varies = true,
  form = '{answer}',
} = {}) {
  const rightAnswer = new RegExp(pattern);
  return (body, time = 0) => {
    const text = textOf(body);
    const [luck, choice] = uniforms(`${seed}\n${varies ? time : 0}\n${text}`);
    const isRight = luck < accuracy;
    const [tool] = body.tools ?? [];
    if (tool) return { tool_input: inputFor(tool.input_schema, isRight) };
    const right = rightAnswer.exec(text)?.[1] ?? classes[0];
    const others = classes.filter((name) => name !== right);
    const answer = isRight || others.length === 0 ? right : others[Math.floor(choice * others.length)];
    return { text: form.replace('{answer}', () => answer) };
  };
}

/** Returns what a request says to the model, without the random markers around untrusted text. */
export function textOf({ system = '', messages, tools = [] }) {
  const parts = [system, ...messages.map(({ content }) => content), ...tools.map(({ name }) => name)];
  return parts
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join('\n')
    .replace(/[0-9a-f]{32}/g, 'NONCE');
}

/** Two numbers on [0, 1) that depend on the text alone. */
function uniforms(text) {
  const digest = createHash('sha256').update(text).digest();
  return [digest.readUIntBE(0, 6) / 2 ** 48, digest.readUIntBE(6, 6) / 2 ** 48];
}

/** The arguments of a tool: the highest number, true and the first value if the answer is right, else the lowest, false and the last. */
function inputFor({ properties }, isRight) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, isRight)]));
}

function valueFor({ type, minimum, maximum, enum: values }, isRight) {
  if (values) return isRight ? values[0] : values.at(-1);
  if (type === 'boolean') return isRight;
  if (type === 'integer' || type === 'number') return isRight ? maximum : minimum;
  return isRight ? 'It does what was asked.' : 'It misses what was asked.';
}
