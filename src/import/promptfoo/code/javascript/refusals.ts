import { type LeftOut, leftOut } from '../../assertions/mapped.js';

type Rule = readonly [pattern: RegExp, reason: string, todo?: string];

const asArgument = 'pass what it needs in `args` of a `module` check';
const impure = 'a check must give the same answer each time';

/** What code may not do in a check of eva, by the words that show it. */
const rules: readonly Rule[] = [
  [/\bimport\s*\(/, 'it loads modules while it runs', 'import them at the top of a module'],
  [
    /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\b\s*\(|\bnew\s+(?:XMLHttpRequest|WebSocket|EventSource)\b/,
    'it opens connections',
  ],
  [/\bprocess\b/, 'it uses the process that runs it', asArgument],
  [/\b__(?:dirname|filename)\b|\bimport\.meta\b/, 'it looks for files beside itself', asArgument],
  [/\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b/, `it draws random numbers, and ${impure}`],
  [
    /\bDate\.now\b|\bnew\s+Date\s*(?:\(\s*\)|(?![\s(]))|(?<!new\s+)\bDate\s*\(|\bperformance\.now\b/,
    `it reads the clock, and ${impure}`,
  ],
  [/\bset(?:Timeout|Interval|Immediate)\b/, `it waits, and ${impure}`],
  [/\bproviderResponse\b/, 'it reads `providerResponse`, which eva does not have'],
  [/\blogProbs\b/, 'it reads `logProbs`, which eva does not have'],
  [
    memberOfContext('trace'),
    'it reads `trace`, which eva does not have',
    'read `steps` and `tool_calls` in a `module` check',
  ],
  [memberOfContext('prompt|test|provider|metadata'), 'it reads more of `context` than `vars` and `config`', asArgument],
];

/** Matches `context.NAME`, `context['NAME']` and `{ NAME } = context`, also with the names that people give the parameter. */
function memberOfContext(names: string): RegExp {
  const context = '(?:context|ctx)';
  return new RegExp(
    `\\b${context}\\s*(?:\\?\\.|\\.)\\s*(?:${names})\\b|\\b${context}\\s*(?:\\?\\.)?\\[\\s*['"](?:${names})['"]|\\{[^{}]*\\b(?:${names})\\b[^{}]*\\}\\s*=\\s*${context}\\b|\\(\\s*output\\s*,\\s*\\{[^{}]*\\b(?:${names})\\b[^{}]*\\}`,
  );
}

/** Returns why JavaScript code cannot be a check of eva; undefined if nothing in it is known to be in the way. */
export function refusalOfCode(code: string): LeftOut | undefined {
  const text = withoutComments(code);
  const found = rules.find(([pattern]) => pattern.test(text));
  return found && leftOut(found[1], found[2]);
}

/** Removes comments. A `//` after a colon or quote belongs to a text. */
export function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|[^:'"`\\/])\/\/.*$/gm, '$1');
}
