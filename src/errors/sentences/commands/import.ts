import type { SentenceTable } from '../table.js';

/** The sentences of problems that `import` finds. */
export const importSentences = {
  'EVA_EXISTS:import': ({ id }: { readonly id: string }) => ({
    message: `prompts/${id} exists, and eva import overwrites nothing`,
    hint: 'write the result into another folder: --into DIR',
  }),
  'EVA_EXISTS:import_settings': ({ lines }: { readonly lines: readonly string[] }) => ({
    message: 'eva.yml lacks settings that the imported prompts need, and eva import changes no file that is there',
    hint: `add these lines to it, or write the result into another folder with --into DIR:\n${lines.join('\n')}`,
  }),
  EVA_NOT_IMPORTABLE: ({ what, reason, todo }: NotImportable) => ({ message: `${what}: ${reason}`, hint: todo }),
  'EVA_NOT_IMPORTABLE:nothing': ({ dir, names }: { readonly dir: string; readonly names: readonly string[] }) => ({
    message: `there is no configuration in ${dir}`,
    hint: `name a file; in a folder, eva looks for ${names.join(', ')}`,
  }),
} as const satisfies SentenceTable;

/** A part of a configuration without which nothing can be written. */
export interface NotImportable {
  readonly what: string;
  readonly reason: string;
  readonly todo?: string | undefined;
}
