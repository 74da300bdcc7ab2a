import type { SentenceTable } from './table.js';

/** The sentences of problems that `import` finds. */
export const importSentences = {
  'EVA_EXISTS:import': ({ id }: { readonly id: string }) => ({
    message: `prompts/${id} exists, and eva import overwrites nothing`,
    hint: 'write the result into another folder: --into DIR',
  }),
  EVA_NOT_IMPORTABLE: ({ what, reason, todo }: NotImportable) => ({ message: `${what}: ${reason}`, hint: todo }),
} as const satisfies SentenceTable;

/** An entry of eva.yml that imported prompts need. */
export interface LackingSetting {
  readonly section: 'providers' | 'prices';
  readonly name: string;
  /** The entry as YAML, indented as it is below the section. */
  readonly yaml: string;
}

/** A part of a configuration without which nothing can be written. */
export interface NotImportable {
  readonly what: string;
  readonly reason: string;
  readonly todo?: string | undefined;
}
