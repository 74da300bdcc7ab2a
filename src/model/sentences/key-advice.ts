/** What to do about a key that another tool has, or that belongs to another part of the file. */
export type KeyAdvice =
  /** The text to write in its place, and its key. */
  | { readonly write: string; readonly meant: string }
  /** The text to write in the case, beside `assert`. */
  | { readonly beside: string }
  | { readonly threshold: number }
  | { readonly move: keyof typeof homesInFile }
  | { readonly remove: keyof typeof reasonsToRemove };

const homesInFile = {
  defaults: 'move it below defaults:, indented by two spaces',
  case: 'move it into a case below cases:, beside its name',
  each_case: 'move it into each case, beside its name',
  messages:
    'move it into a case, beside its name; messages of every case belong in messages.yml, which is then the prompt',
} as const;

const reasonsToRemove = {
  prompts: 'remove it: the prompt is the file prompt.md, prompt.txt, prompt.xml or messages.yml beside eval.yml',
  description: 'remove it, or write it as a comment: # …',
  system: 'remove it: write the text into the prompt; in a case with messages: the prompt is the system prompt',
  metadata: 'remove it: eva has no use for it',
  api_key: 'remove it: keys do not belong into files; write api_key_env: with the name of the variable that has it',
  type: 'remove it: text: and file: say what the part is',
} as const;

export function adviceHint(advice: KeyAdvice): string {
  if ('write' in advice) return `write ${advice.write}`;
  if ('beside' in advice) return `write ${advice.beside} beside assert:, not in it`;
  if ('move' in advice) return homesInFile[advice.move];
  if ('remove' in advice) return reasonsToRemove[advice.remove];
  return `remove it: every check must hold. To allow some bad replies, write sample_size: 60 and criteria: { proportion_gte: { proportion: ${advice.threshold} } }`;
}
