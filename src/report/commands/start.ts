import type { Screen } from '../text/paint.js';
import { visible } from '../text/visible.js';

/** What `eva init` did, for showing. */
export interface InitView {
  readonly files: readonly { readonly file: string; readonly outcome: string }[];
  readonly hasConfig: boolean;
  readonly hasSchemas: boolean;
  readonly sample: 'passes' | 'differs' | null;
  readonly isTrusted: boolean | null;
  readonly title: string;
  readonly model: string;
  readonly judge: string;
  readonly reason: 'named' | 'config' | 'environment' | 'default';
  /** The commands that come before the first call of a model. */
  readonly needs: readonly string[];
  /** The words by which the user calls eva. */
  readonly eva: string;
  /** The directory of the library as a word of the shell; null if it is the working directory. */
  readonly dir: string | null;
}

const reasons = {
  named: (title: string) => `provider: ${title}`,
  config: () => 'as eva.yml says',
  environment: (title: string) => `provider: ${title}, whose variables are set`,
  default: (title: string) => `provider: ${title}, the default: no key of a provider is set`,
} as const;

/** What to do if eva is not installed where editors could find its schemas. */
const withoutSchemas = (eva: string) => [
  '  Editors complete and check eva.yml after npm install --save-dev eva-harness,',
  `  and with this as its first line (${eva} new adds such a line to new prompts):`,
  '  # yaml-language-server: $schema=./node_modules/eva-harness/schemas/eva-config.schema.json',
];

/** Renders the files of a new library, its models, and what to type next. */
export function renderInit(view: InitView, { paint }: Screen): string {
  const { files, model, judge, title, reason, eva, dir, needs, hasConfig, hasSchemas, sample, isTrusted } = view;
  const models = hasConfig
    ? [`  ${visible(model)} answers, ${visible(judge)} judges`, `  ${paint.dim(reasons[reason](visible(title)))}`]
    : ['  no eva.yml was added: its defaults could change the prompts that are here'];
  const notes = [
    ...(sample === 'differs' ? ['  the settings of your eva.yml let the sample prompt fail on its recordings'] : []),
    ...(hasSchemas ? [] : ['', ...withoutSchemas(eva)]),
  ];
  const calls = [...(isTrusted === false ? [`${eva} trust`] : []), ...needs];
  const go = dir === null ? [] : [`cd ${dir}`];
  const next = [
    ...(calls.length === 0 ? go : []),
    sample === 'passes' ? `${eva} eval hello --replay` : `${eva} doctor`,
    ...(calls.length === 0 && sample === 'passes' && dir === null ? [`${eva} eval hello`] : []),
    `${eva} new my-prompt`,
  ];
  return `\n${[
    ...files.map(({ file, outcome }) => `  ${outcome.padEnd(9)} ${visible(file)}`),
    '',
    ...models,
    ...notes,
    '',
    ...(calls.length === 0
      ? []
      : ['before the first call of a model:', ...[...go, ...calls].map((one) => `  ${one}`), '']),
    'next:',
    ...next.map((one) => `  ${one}`),
  ].join('\n')}\n`;
}

/** What `eva new` did, for showing. */
export interface NewView {
  readonly id: string;
  readonly files: readonly string[];
  readonly needs: readonly string[];
  readonly eva: string;
}

/** Renders the files of a new prompt, and what to type next. */
export function renderNew({ id, files, needs, eva }: NewView): string {
  return `\n${[
    ...files.map((file) => `  created   ${visible(`prompts/${id}/${file}`)}`),
    '',
    ...(needs.length === 0 ? [] : ['before the first call of a model:', ...needs.map((one) => `  ${one}`), '']),
    'next: write the prompt and its cases in these files, then',
    `  ${eva} doctor ${id}`,
    `  ${eva} eval ${id}`,
  ].join('\n')}\n`;
}
