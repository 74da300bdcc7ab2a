import { type FileContent, type Files, goodMeta } from '../../support/temp-library.js';

/** One possible mistake, and the command that reports it. */
export interface BadInput {
  /** The mistake in words; unique within its theme. */
  readonly mistake: string;
  /** The files that differ from the good library; null removes one. */
  readonly files: Files;
  /** The command line. Default: `eval diff`. */
  readonly argv: readonly string[];
  /** Environment variables. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** The exit code. Default: 2. */
  readonly exitCode?: number;
}

export function bad(mistake: string, files: Files, argv: readonly string[] = ['eval', 'diff']): BadInput {
  return { mistake, files, argv };
}

/** A mistake outside of eval.yml, beside which warnings are listed. */
export const mistakeElsewhere: Files = { 'prompts/diff/rubrics.yml': 'rubrics: 3\n' };

/** Returns eval.yml of the prompt `diff` with this content. */
export function evalFile(content: FileContent): Files {
  return { 'prompts/diff/eval.yml': content };
}

/** Returns an eval.yml with one valid case whose `assert` is replaced by `lines`, each indented as a key of the case. */
export function aCase(...lines: readonly string[]): Files {
  const own = lines.map((line) => `    ${line}\n`).join('');
  return evalFile(`${head}cases:\n  - name: happy\n    inputs: { code: "x = 1" }\n${own}`);
}

/** Returns a case whose `assert` has these items. */
export function aCheck(...items: readonly string[]): Files {
  return aCase('assert:', ...items.map((item) => `  - ${item}`));
}

/** Returns a valid case without inputs, to which `lines` are added. */
export function aCaseWithout(...lines: readonly string[]): Files {
  const own = lines.map((line) => `    ${line}\n`).join('');
  return evalFile(`${head}cases:\n  - name: happy\n${own}    assert:\n      - contains: "<diff>"\n`);
}

/** Returns an eval.yml with these lines before its valid case. */
export function beforeCases(...lines: readonly string[]): Files {
  return evalFile(`${lines.join('\n')}\n${goodCase}`);
}

/** Returns a meta.yml in which one line is replaced; an empty replacement removes it. */
export function metaLine(line: string, replacement: string): Files {
  if (!goodMeta.includes(`${line}\n`)) throw new Error(`the good meta.yml has no line "${line}"`);
  return metaFile(goodMeta.replace(`${line}\n`, replacement === '' ? '' : `${replacement}\n`));
}

/** Returns a meta.yml to which lines are added. */
export function metaPlus(...lines: readonly string[]): Files {
  return metaFile(`${goodMeta}${lines.join('\n')}\n`);
}

export function metaFile(content: FileContent): Files {
  return { 'prompts/diff/meta.yml': content };
}

export function bodyFile(content: FileContent): Files {
  return { 'prompts/diff/prompt.xml': content };
}

export function configFile(...lines: readonly string[]): Files {
  return { 'eva.yml': `${lines.join('\n')}\n` };
}

const head = 'defaults:\n  model: claude-opus-4-7\n';
export const goodCase =
  'cases:\n  - name: happy\n    inputs: { code: "x = 1" }\n    assert:\n      - contains: "<diff>"\n';
