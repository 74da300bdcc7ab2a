import { type FileContent, type Files, goodMeta } from '../../support/temp-library.js';

/** One mistake that a person can make, and the command that meets it. */
export interface BadInput {
  /** The mistake in words; unique within its theme. */
  readonly mistake: string;
  /** Files that differ from the good library; null takes one away. */
  readonly files: Files;
  /** `eval diff` unless said otherwise. */
  readonly argv: readonly string[];
}

export function bad(mistake: string, files: Files, argv: readonly string[] = ['eval', 'diff']): BadInput {
  return { mistake, files, argv };
}

/** eval.yml of the prompt `diff`, whole. */
export function evalFile(content: FileContent): Files {
  return { 'prompts/diff/eval.yml': content };
}

/** eval.yml with one case that is right up to its `assert`; `lines` replace that, each indented as a key of the case. */
export function aCase(...lines: readonly string[]): Files {
  const own = lines.map((line) => `    ${line}\n`).join('');
  return evalFile(`${head}cases:\n  - name: happy\n    inputs: { code: "x = 1" }\n${own}`);
}

/** A case whose `assert` has these items. */
export function aCheck(...items: readonly string[]): Files {
  return aCase('assert:', ...items.map((item) => `  - ${item}`));
}

/** A good case without inputs of its own, to which `lines` are added. */
export function aCaseWithout(...lines: readonly string[]): Files {
  const own = lines.map((line) => `    ${line}\n`).join('');
  return evalFile(`${head}cases:\n  - name: happy\n${own}    assert:\n      - contains: "<diff>"\n`);
}

/** eval.yml with these lines before its one good case. */
export function beforeCases(...lines: readonly string[]): Files {
  return evalFile(`${lines.join('\n')}\n${goodCase}`);
}

/** meta.yml in which one line is replaced; an empty replacement takes the line away. */
export function metaLine(line: string, replacement: string): Files {
  if (!goodMeta.includes(`${line}\n`)) throw new Error(`the good meta.yml has no line "${line}"`);
  return metaFile(goodMeta.replace(`${line}\n`, replacement === '' ? '' : `${replacement}\n`));
}

/** meta.yml to which lines are added. */
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
