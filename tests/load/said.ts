import type { Problem } from '#model/problem.js';

/** Problems as short lines: `eval.yml:7:9 EVA_CODE message (hint)`, the folder of the prompt left out. */
export function said(problems: readonly Problem[]): string[] {
  return problems.map(({ at, code, message, hint, severity }) => {
    const place = [at?.file.replace('prompts/diff/', ''), at?.line, at?.column].filter((part) => part !== undefined);
    const note = severity === 'warning' ? ' warning' : '';
    return `${place.join(':')}${note} ${code} ${message}${hint === undefined ? '' : ` (${hint})`}`;
  });
}
