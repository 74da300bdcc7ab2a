import type { Screen } from '../text/screen.js';
import { visible } from '../text/visible.js';

interface WorkflowNeeds {
  readonly secrets: readonly string[];
  readonly signIns: readonly string[];
  readonly local: readonly string[];
}

interface InitView {
  readonly files: readonly { readonly file: string; readonly outcome: string }[];
  readonly hasConfig: boolean;
  readonly hasSchemas: boolean;
  readonly sample: 'passes' | 'differs' | null;
  readonly isTrusted: boolean | null;
  readonly title: string;
  readonly model: string;
  readonly judge: string;
  readonly reason: 'named' | 'config' | 'prompts' | 'environment' | 'default';
  /** The models that most prompts name, for a library without an eva.yml. */
  readonly promptModels: { readonly model?: string; readonly judge?: string };
  readonly workflowNeeds: WorkflowNeeds | null;
  readonly needs: readonly string[];
  readonly eva: string;
  /** The directory of the library as a word of the shell; null if it is the working directory. */
  readonly dir: string | null;
}

const reasons = {
  named: (title: string) => `provider: ${title}`,
  config: () => 'as eva.yml says',
  prompts: () => 'as most prompts here name them',
  environment: (title: string) => `provider: ${title}, whose variables are set`,
  default: (title: string) => `provider: ${title}, the default: no key of a provider is set`,
} as const;

/** What to do if eva is not installed where editors could find its schemas. */
const withoutSchemas = (eva: string) => [
  '  Editors complete and check eva.yml after npm install --save-dev eva-harness,',
  `  and with this as its first line (${eva} new adds such a line to new prompts):`,
  '  # yaml-language-server: $schema=./node_modules/eva-harness/schemas/eva-config.schema.json',
];

export function renderInit(view: InitView, { paint }: Screen): string {
  const { files, model, judge, title, reason, eva, dir, needs, hasConfig, hasSchemas, sample, isTrusted } = view;
  const models = hasConfig
    ? [`  ${visible(model)} answers, ${visible(judge)} judges`, `  ${paint.dim(reasons[reason](visible(title)))}`]
    : [
        '  no eva.yml was added: its defaults could change the prompts that are here',
        ...promptsText(view.promptModels),
      ];
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
    ...workflowText(view.workflowNeeds),
    'next:',
    ...next.map((one) => `  ${one}`),
  ].join('\n')}\n`;
}

function promptsText({ model }: InitView['promptModels']): readonly string[] {
  return model === undefined ? [] : [`  new prompts get the model that most prompts here name: ${visible(model)}`];
}

function workflowText(needs: WorkflowNeeds | null): readonly string[] {
  if (needs === null) return [];
  const { secrets, signIns, local } = needs;
  const texts = [
    ...secrets.map((name) => `gh secret set ${name}`),
    ...(secrets.length === 0 ? [] : ['  or in its settings: Secrets and variables > Actions > New repository secret']),
    ...signIns.map((title) => `a step in .github/workflows/eva.yml that signs in to your cloud, for ${title}`),
    ...local.map((title) => `a runner of your own, for ${title}: runners of GitHub have no such models`),
  ];
  return texts.length === 0 ? [] : ['the workflow needs in the repository:', ...texts.map((one) => `  ${one}`), ''];
}

interface NewView {
  readonly id: string;
  readonly files: readonly string[];
  readonly needs: readonly string[];
  /** The models that were written into eval.yml, and why; null if eva.yml sets both, and for a copy. */
  readonly models: {
    readonly model?: string;
    readonly judge?: string;
    readonly reason: InitView['reason'];
    readonly title: string;
  } | null;
  readonly eva: string;
}

export function renderNew({ id, files, needs, models, eva }: NewView): string {
  return `\n${[
    ...files.map((file) => `  created   ${visible(`prompts/${id}/${file}`)}`),
    '',
    ...(models === null ? [] : [...writtenText(models, `prompts/${id}/eval.yml`), '']),
    ...(needs.length === 0 ? [] : ['before the first call of a model:', ...needs.map((one) => `  ${one}`), '']),
    'next: write the prompt and its cases in these files, then',
    `  ${eva} doctor ${id}`,
    `  ${eva} eval ${id}`,
  ].join('\n')}\n`;
}

function writtenText({ model, judge, reason, title }: NonNullable<NewView['models']>, file: string): readonly string[] {
  const named = [
    ...(model === undefined ? [] : [`${visible(model)} answers`]),
    ...(judge === undefined ? [] : [`${visible(judge)} judges`]),
  ];
  return [
    `  ${named.join(', ')}`,
    `  ${reasons[reason](visible(title))}`,
    `  to choose others, change defaults: in ${file}`,
  ];
}
