import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command line of eva that a page shows in a block of code. */
export interface DocCommand {
  readonly page: string;
  readonly line: number;
  /** The line at which its block begins. */
  readonly block: number;
  /** The variables that the page sets for it, such as EVA_RATER. */
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** The command as the page has it, without comment and redirection. */
  readonly text: string;
}

/** The pages of which every command runs. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
    .sort(),
];

/** Returns every command of eva in the blocks of shell and YAML of a page. */
export function commandsOf(page: string): readonly DocCommand[] {
  const lines = readFileSync(page, 'utf8').split('\n');
  let kind = '';
  let block = 0;
  return lines.flatMap((text, index) => {
    const fence = /^ *```(\w*)$/.exec(text);
    if (fence) {
      kind = kind === '' ? fence[1] || 'text' : '';
      block = index + 1;
      return [];
    }
    if (!['sh', 'bash', 'yaml', 'groovy'].includes(kind)) return [];
    const code = text.replace(/(^|\s)#.*$/, '').replace(/\$\{\{ (\S+) \}\}/g, '${{$1}}');
    return commandsIn(code).map((found) => ({ page, line: index + 1, block, ...found }));
  });
}

/** Returns the commands of eva in a line of code: behind `npx`, `&&`, `run:`, or at its beginning. */
function commandsIn(code: string): readonly Pick<DocCommand, 'env' | 'args' | 'text'>[] {
  const pattern = /(?:^|[\s(,"'])((?:\w+=\S+ )*)(?:npx )?\beva ((?:"[^"]*"|'[^']*'|[^"'|>&;)\]])+)/g;
  const isCode = /(^|[\s(,"'])(npx )?eva [a-z-]/.test(code) && !/^\s*(#|- \{? ?name:)/.test(code);
  if (!isCode) return [];
  return [...code.matchAll(pattern)].map(([, set = '', rest = '']) => ({
    env: Object.fromEntries(
      set
        .trim()
        .split(' ')
        .filter((one) => one !== '')
        .map((one) => one.split('=') as [string, string]),
    ),
    args: wordsOf(rest),
    text: `eva ${rest.trim()}`,
  }));
}

/** Splits a command line at its blanks, and takes the quotes away. */
function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/["']/g, ''));
}
