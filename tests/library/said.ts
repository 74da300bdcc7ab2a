import type { Problem } from '#model/problem.js';

/** Returns problems as short lines without the prompt's folder: `eval.yml:7:9 EVA_CODE:variant message (hint)`. */
export function said(
  problems: readonly (Omit<Problem, 'at'> & { readonly at?: Problem['at'] | undefined })[],
): string[] {
  return problems.map(({ at, code, variant, message, hint, severity }) => {
    const place = [at?.file.replace('prompts/diff/', ''), at?.line, at?.column].filter((part) => part !== undefined);
    const note = severity === 'warning' ? ' warning' : '';
    const key = variant === undefined ? code : `${code}:${variant}`;
    return `${place.join(':')}${note} ${key} ${message}${hint === undefined ? '' : ` (${hint})`}`;
  });
}
