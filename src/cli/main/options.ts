import { Option } from 'commander';

/** Takes the exit code of a command. */
export type Done = (exitCode: number) => void;

export const rootOption = () =>
  new Option('--root <dir>', 'the library (default: $EVA_ROOT, else the nearest folder with prompts/)');

export const caseOption = (about: string) => new Option('--case <name>', about).argParser(addTo).default([], 'all');

export const jsonOption = () => new Option('--json', 'print data instead of text');

export const underpoweredOption = () =>
  new Option('--allow-underpowered', 'warn of criteria that have too few trials to pass, instead of stopping');

export const trustOption = () =>
  new Option('--trust', 'allow the programs and servers that the library names, for this run only');

/** For options that may be repeated. One that takes several values at once would swallow the id behind it. */
function addTo(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
