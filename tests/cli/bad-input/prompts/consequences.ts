import type { Files } from '../../../support/temp-library.js';
import { type BadInput, bad, evalFile } from '../fixture.js';

const toolChecks = `cases:
  - name: happy
    inputs: { code: "x = 1" }
    assert:
      - valid_calls: true
      - called: refund
      - not_called: search
  - name: sad
    inputs: { code: "x = 2" }
    assert:
      - called_in_order: [search, refund]
      - max_calls: 3
`;
const tools =
  '- name: search\n  input_schema: { type: object }\n- name: refund\n  input_schema: { type: object, required: [order] }\n';

/** Returns two variants with a line in the defaults, five checks of tools, and a file of tools. */
function twoVariants(line: string, content = tools): Files {
  const head = `defaults:\n  models: [claude-opus-4-7, claude-haiku-4-5]\n  ${line}\n`;
  return { ...evalFile(head + toolChecks), 'prompts/diff/tools.yml': content };
}

/** Mistakes with consequences that are no problems of their own. */
export const consequences: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/consequences': [
    bad('a misspelt file of tools', twoVariants('tools: tool.yml')),
    bad('a misspelt key of tools', twoVariants('tols: tools.yml')),
    bad('a misspelt key of tools in a variant', {
      ...evalFile(
        `defaults:\n  models: [claude-opus-4-7, { name: small, model: claude-haiku-4-5, tols: tools.yml }]\n${toolChecks}`,
      ),
      'prompts/diff/tools.yml': tools,
    }),
    bad('a misspelt key inside a file of tools', twoVariants('tools: tools.yml', tools.replace('schema', 'shema'))),
    bad('a file of tools with a syntax error', twoVariants('tools: tools.yml', '- name: [')),
    bad('checks of tools without tools, with two variants', twoVariants('temperature: 1')),
  ],
};
