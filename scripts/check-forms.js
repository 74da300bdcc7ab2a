// Writes what follows from the registry of checks: the definition of a check in schemas/eval.schema.json, and the table in
// docs/reference/checks.md.
import { checks, families } from '../dist/grade/checks/index.js';

/** The keys that an item of `assert` may have besides its check. */
const besides = { about: { $ref: '#/$defs/check_about' }, extract: { $ref: '#/$defs/check_extract' } };

/** The text of eval.schema.json with the definition of a check taken from the registry. */
export function withCheckSchema(text) {
  const properties = { ...besides, ...Object.fromEntries(checks.map(({ op, schema }) => [op, schema])) };
  const definition = {
    title: 'Check',
    description: 'One rule on one response, with its name in reports and the piece of the reply that it sees.',
    type: 'object',
    additionalProperties: false,
    allOf: [oneCheck(Object.keys(besides))],
    properties,
  };
  const written = `"check": ${JSON.stringify(definition)},\n`;
  return text.replace(/"check": \{\s*"title": "Check"[\s\S]*?\},\n(?=\s*"class": \{)/, () => written);
}

/** The rule that an item has exactly one check, whichever of the other keys it has. */
function oneCheck(keys, present = []) {
  const [key, ...others] = keys;
  if (key === undefined)
    return { required: present, minProperties: present.length + 1, maxProperties: present.length + 1 };
  return { if: { required: [key] }, then: oneCheck(others, [...present, key]), else: oneCheck(others, present) };
}

/** The table of all checks: a row for each family, with its forms. */
export function checkTable() {
  const rows = families.map(({ checks: [first, ...forms], example, holdsIf }) => {
    const others = forms.map(({ op }) => `\`${op}\``).join(', ');
    return [`\`${first.op}\``, code(example), holdsIf, others];
  });
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const head = ['check', 'example', 'holds if', 'other forms'];
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Marks a text as code, also one with backticks. */
function code(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
