import { reasons, type Unreachable } from '../reasons.js';

/** The words before the first colon of ids that eva cannot carry over, by the reason. */
const groups: readonly (readonly [Unreachable, readonly string[]])[] = [
  [reasons.own_code, ['exec', 'golang', 'package', 'python', 'ruby']],
  [reasons.turns, ['sequence']],
  [reasons.own_http, ['a2a', 'browser', 'http', 'https', 'n8n', 'slack', 'webhook', 'websocket', 'ws', 'wss']],
  [reasons.agent, ['bedrock-agent', 'mcp', 'openclaw', 'opencode', 'openinterpreter']],
  [reasons.no_chat, ['elevenlabs', 'fal', 'llama', 'modelslab', 'quiverai', 'voyage']],
  [reasons.headers, ['portkey']],
  [reasons.internal, ['promptfoo', 'agentic']],
  [
    reasons.other_api,
    [
      'adaline',
      'bam',
      'ibm',
      'replicate',
      'sagemaker',
      'snowflake',
      'transformers',
      'transformers.js',
      'vercel',
      'watsonx',
    ],
  ],
];

/** Returns why an id has no model that eva can ask. `word` is its part before the first colon. */
export function outOfReach(id: string, word: string): Unreachable {
  if (/^file:\/\//.test(id) || /\.(?:[cm]?[jt]sx?|py|go|rb|sh)(?::\w+)?$/.test(id)) return reasons.own_code;
  return groups.find(([, words]) => words.includes(word))?.[0] ?? reasons.unknown;
}
