import { Option } from 'commander';

/** Receives the exit code of a command. */
export type Done = (exitCode: number) => void;

export const rootOption = () =>
  new Option('--root <dir>', 'the library (default: $EVA_ROOT, or the nearest folder with prompts/)');

export const caseOption = (about: string) => new Option('--case <name>', about).argParser(addTo).default([], 'all');

export const jsonOption = () => new Option('--json', 'print data instead of text');

export const underpoweredOption = () =>
  new Option('--allow-underpowered', 'only warn if a criterion has too few trials to pass');

export const trustOption = () =>
  new Option('--trust', 'allow the programs and servers of the library, for this run only');

/** Collects the values of a repeated option. An option with several values at once would swallow the id after it. */
function addTo(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
