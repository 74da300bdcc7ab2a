export interface BracesInText {
  /** The placeholder as it is written: `{{name}}`, `{name}`, `%(name)s`. */
  readonly written: string;
  readonly name: string;
  readonly kind: 'check' | 'pattern' | 'rubric' | 'message' | keyof typeof literalHints;
  /** False for a field that is no input. */
  readonly isInput: boolean;
  readonly isOfItems: boolean;
  /** True if the text is nothing but the placeholder. */
  readonly isWhole: boolean;
}

export interface IgnoredReference {
  readonly key: string;
  readonly kind: keyof typeof literalHints;
  /** False for a field that is no input. */
  readonly isInput: boolean;
}

/** Hints for the parts of checks that have no references. */
export const literalHints = {
  arguments: (isInput: boolean) =>
    `write the value itself, or compare in a module: its function gets tool_calls and ${isInput ? 'inputs' : 'item'}`,
  schema: (isInput: boolean) =>
    `write the value itself, or compare in a module: its function gets ${isInput ? 'inputs' : 'item'}`,
  program: (isInput: boolean) =>
    `write the value itself, or read it in the code, which gets ${isInput ? 'inputs' : 'item'}`,
} as const;

export function bracesHint({ name, kind, isInput, isOfItems, isWhole }: BracesInText): string {
  if (kind === 'arguments' || kind === 'schema' || kind === 'program') return literalHints[kind](isInput);
  if (isWhole && isInput && (kind === 'check' || kind === 'message')) return `write { input: ${name} }`;
  const text = `{ text: "…{{${name}}}…" }`;
  if (kind !== 'rubric') return isInput ? `write ${text}` : `write { field: ${name} }`;
  if (!isOfItems) return `write rubric: [${text}]`;
  return `show the value to the judge with reference: { ${isInput ? 'input' : 'field'}: ${name} }`;
}

export interface UnknownInputName {
  readonly name: string;
  readonly meant: string | null;
  /** True if a field of the items has the name. */
  readonly isField: boolean;
  readonly known: readonly string[];
}

export function inputsHint(name: string, known: readonly string[]): string {
  return known.length === 0 ? `give it a value: inputs: { ${name}: … }` : `known inputs: ${known.join(', ')}`;
}
