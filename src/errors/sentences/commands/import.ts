import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

/** The sentences of problems that `import` finds. */
export const importSentences = {
  'EVA_EXISTS:import': ({ id }: { readonly id: string }) => ({
    message: `prompts/${id} exists, and eva import overwrites nothing`,
    hint: 'write the result into another folder: --into DIR',
  }),
  'EVA_EXISTS:import_settings': ({ section, name, yaml }: LackingSetting) => ({
    message: `the imported prompts need ${quoted(name)} in ${section}, and eva import does not change the eva.yml that is there`,
    hint: `add the lines below to ${section}: in it, or write the result into another folder: --into DIR`,
    paste: yaml,
  }),
  EVA_NOT_IMPORTABLE: ({ what, reason, todo }: NotImportable) => ({ message: `${what}: ${reason}`, hint: todo }),
  'EVA_NOT_IMPORTABLE:missing': ({ path, meant }: { readonly path: string; readonly meant?: string | undefined }) => ({
    message: `there is no ${quoted(path)}`,
    hint: meant === undefined ? 'name the file to import, or a folder that has some' : `did you mean ${quoted(meant)}?`,
  }),
  'EVA_NOT_IMPORTABLE:nothing': ({ dir, names }: { readonly dir: string; readonly names: readonly string[] }) => ({
    message: `there is no configuration in ${dir}`,
    hint: `name a file; in a folder, eva looks for ${names.join(', ')}`,
  }),
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
