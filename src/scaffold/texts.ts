import { plainOrQuoted } from '#model/text/yaml-text.js';
import { modelNameOf, type Start } from '#provider/types/starts.js';

/** The models that new files name. */
export interface ChosenModels {
  readonly start: Start;
  /** The model under test, with the prefix of its provider. */
  readonly model: string;
  readonly judge: string;
}

/** Returns the text of eva.yml. `schema` is the line for editors, or empty. */
export function configText({ start, model, judge }: ChosenModels, schema: string): string {
  const { name, entry, isFree } = start;
  const bare = [...new Set([model, judge])].map((one) => one.slice(one.startsWith(`${name}:`) ? name.length + 1 : 0));
  const prices = isFree
    ? ['prices:', ...bare.map((one) => `  ${plainOrQuoted(one)}: { input: 0, output: 0 }`)]
    : [
        '# Your own prices, in USD per million tokens. They override the built-in ones:',
        '# prices:',
        `#   ${plainOrQuoted(bare[0] ?? '')}: { input: USD, output: USD }`,
      ];
  const providers = entry
    ? ['providers:', `  ${name}: ${flow(entry)}`]
    : [
        '# Other servers, and programs that answer like a model:',
        '# providers:',
        '#   mine: { type: openai, base_url: "https://host/v1", api_key_env: MINE_API_KEY }  # then: model: mine:NAME',
      ];
  return lines(
    schema,
    '# Settings of all prompts. The `defaults` of an eval.yml override these one by one.',
    'defaults:',
    `  model: ${plainOrQuoted(model)} # the model under test`,
    '  judge:',
    `    model: ${plainOrQuoted(judge)} # scores replies by your rubrics`,
    '  user_simulator:',
    `    model: ${plainOrQuoted(judge)} # plays the user of scenarios`,
    '',
    '# Limits of one run: eva stops before the call that would exceed one.',
    'budget:',
    '  max_calls: 2000 # enough for 400 items with a rubric, each asked of two models',
    '  # max_cost_usd: 5',
    '',
    ...providers,
    '',
    ...prices,
  );
}

/** Returns the lines of `defaults` that an eval.yml needs beside an eva.yml: those that eva.yml does not set. */
export function defaultsText(needed: { readonly model?: string; readonly judge?: string }): readonly string[] {
  const { model, judge } = needed;
  if (model === undefined && judge === undefined) return [];
  return [
    'defaults:',
    ...(model === undefined ? [] : [`  model: ${plainOrQuoted(model)}`]),
    ...(judge === undefined ? [] : [`  judge: { model: ${JSON.stringify(judge)} }`]),
    '',
  ];
}

/** Returns the models of a provider that work together. `model` and `judge` override them. */
export function modelsOf(
  start: Start,
  wish: { readonly model?: string; readonly judge?: string },
): ChosenModels | null {
  const subject = wish.model ?? start.subject;
  if (subject === null) return null;
  const model = modelNameOf(start, subject);
  return { start, model, judge: wish.judge ?? (start.judge === null ? model : modelNameOf(start, start.judge)) };
}

/** Joins lines to the text of a file. Leaves out an empty first line. */
export function lines(first: string, ...rest: readonly string[]): string {
  return `${[...(first === '' ? [] : [first, '']), ...rest].join('\n')}\n`;
}

function flow(entry: object): string {
  const pairs = Object.entries(entry).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? plainOrQuoted(value) : JSON.stringify(value)}`,
  );
  return `{ ${pairs.join(', ')} }`;
}
