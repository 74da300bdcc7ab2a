import type { FileContent, Files } from '../../support/temp-library.js';

/** Something that the hint tells the person to do. What it writes, names or types must be in the message, unless `says` is there instead. */
export type Step =
  | { readonly in: string; readonly over: string; readonly write: string; readonly says?: string }
  | { readonly create: string; readonly write: string; readonly says?: string }
  | { readonly rename: string; readonly to: string; readonly says?: string }
  | { readonly set: string; readonly to: string; readonly says?: string }
  /** A line for a shell, other than one of eva. */
  | { readonly shell: string; readonly says?: string }
  | { readonly type: string; readonly answer?: string };

/** A mistake of somebody's first hour, and the ways out that the messages tell. */
export interface FirstStep {
  /** The mistake in words; unique within its theme. */
  readonly mistake: string;
  /** All files of the folder. */
  readonly files: Files;
  /** The command that reports it, as typed. */
  readonly command: string;
  /** Variables that are set besides the keys of both providers; an empty text unsets one of those. */
  readonly env: Readonly<Record<string, string>>;
  /** The steps of each message, in turn. After each round the command is typed again. */
  readonly rounds: readonly (readonly Step[])[];
  /** Lines for a shell that make the folder what it was before the mistake, such as `git init`. */
  readonly before?: readonly string[];
  /** The folder in which the person types, relative to that of the files. */
  readonly folder?: string;
  /** The command of the last round, if the hint names another one. */
  readonly finally?: string;
  /** What the last message says of that command. Default: the command itself. */
  readonly told?: string;
  /** The exit code after the last round. Default: 0. */
  readonly exitCode?: number;
}

export const body = 'Greet {{name}} in one short sentence.\n';

export const greeting = `defaults:
  model: openai:gpt-6-luna
cases:
  - name: says-the-name
    inputs: { name: Ada }
    assert:
      - contains: Ada
`;

/** Returns a library with the prompt `greet`, in which these files differ; names without a slash are files of the prompt. */
export function greeter(files: Files = {}): Files {
  const own = Object.entries(files).map(([name, content]) => [inPrompt(name), content] as const);
  const good: Record<string, FileContent> = {
    'prompts/greet/prompt.md': body,
    'prompts/greet/eval.yml': greeting,
  };
  return { ...good, ...Object.fromEntries(own) };
}

function inPrompt(name: string): string {
  return name.includes('/') || name.startsWith('eva.') ? name : `prompts/greet/${name}`;
}

/** Returns eval.yml with one text of the good one replaced. */
export function instead(of: string, by: string): Files {
  if (!greeting.includes(of)) throw new Error(`the good eval.yml has no ${of}`);
  return greeter({ 'eval.yml': greeting.replace(of, () => by) });
}

/** Returns eval.yml whose case has these lines in place of its `assert`. */
export function aCase(...lines: readonly string[]): Files {
  return instead('    assert:\n      - contains: Ada\n', lines.map((line) => `    ${line}\n`).join(''));
}

/** A step in the eval.yml of the prompt. */
export function edit(over: string, write: string, says?: string): Step {
  return { in: 'prompts/greet/eval.yml', over, write, ...(says !== undefined && { says }) };
}

/** A mistake that one message and its steps mend, reported by `eva eval greet`, which then gives the first verdict. */
export function slip(mistake: string, files: Files, ...steps: readonly Step[]): FirstStep {
  return { mistake, files, command: 'eva eval greet', env: {}, rounds: [steps] };
}

/** A mistake that leads to a second message with steps of its own. */
export function twice(first: FirstStep, ...steps: readonly Step[]): FirstStep {
  return { ...first, rounds: [...first.rounds, steps] };
}

/** A mistake that is reported by another command. */
export function typed(command: string, fixture: FirstStep): FirstStep {
  return { ...fixture, command };
}

/** A mistake in a command line, after whose message another one is typed. `told` is what the message says of it, if that is less. */
export function retyped(command: string, instead: string, told = instead, files: Files = greeter()): FirstStep {
  return { mistake: command, files, command, env: {}, rounds: [[]], finally: instead, told };
}
