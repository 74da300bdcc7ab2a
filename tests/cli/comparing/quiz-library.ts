import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { gitLibrary } from '../../support/git-library.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';

export const body = (style: string) => `Answer in ${style} words: {{question}}\n`;

export const evalYml = (trials: number, more = '') => `defaults:
  model: claude-opus-4-7
cases:
  - name: good answers
    dataset: { file: data/questions.csv, id: id, slices: [language] }
    assert: [{ equals: { field: answer } }]
    sample_size: ${trials}
    criteria: [{ proportion_gte: { proportion: 0.5 } }]
    stop_early: ${more === ''}
${more}`;

const questions = (items: number) => {
  const rows = Array.from(
    { length: items },
    (_, i) => `q-${i},question ${i},answer ${i},${i % 2 === 0 ? 'en' : 'de'}\n`,
  );
  return `id,question,answer,language\n${rows.join('')}`;
};

interface Library {
  readonly root: string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  readonly eva: (...argv: readonly string[]) => ReturnType<typeof runEva>;
  /** Returns the number of calls so far. */
  readonly calls: () => number;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

interface LibraryOptions {
  readonly items?: number;
  readonly more?: string;
  /** The number of requests that are answered at once. Later ones take seconds, until it is raised. */
  readonly slow?: { after: number };
}

/** A library whose commit has the style "kind". Its model answers wrongly where `isWrong` says so for a style and an item. */
export async function library(
  t: TestContext,
  isWrong: (style: string, item: number) => boolean,
  { items = 100, more = '', slow }: LibraryOptions = {},
): Promise<Library> {
  const api = await startFakeMessagesApi({
    ...(slow && { faults: (number: number) => ({ delayMs: number > slow.after ? 3000 : 0 }) }),
    answer: (request) => {
      const [, style = '', item = ''] = /Answer in (\w+) words: question (\d+)/.exec(JSON.stringify(request)) ?? [];
      return isWrong(style, Number(item)) ? `reply ${item}` : `answer ${item}`;
    },
  });
  t.after(() => api.close());
  const { root, write } = gitLibrary(t, {
    'prompts/quiz/meta.yml': 'title: Quiz\n',
    'prompts/quiz/prompt.md': body('kind'),
    'prompts/quiz/eval.yml': evalYml(items, more),
    'data/questions.csv': questions(items),
    '.gitignore': '.eva/\n',
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: api.url };
  const eva: Library['eva'] = (...argv) => runEva(argv, { cwd: root, env });
  return { root, write, eva, calls: () => api.requests.length, url: api.url, env };
}

/** Returns the rows of a library's `.compare.jsonl`; none without the file. */
export const compareRows = (root: string) => {
  const path = join(root, '.compare.jsonl');
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
};
