import { sentences } from '#errors/sentences/index.js';
import type { Problem } from '#model/problem.js';

/**
 * Problems as short lines, the folder of the prompt left out: `eval.yml:7:9 EVA_CODE:variant {"param":1}`. A problem whose sentence is in no
 * table is told with it: `EVA_CODE message (hint)`.
 */
export function said(
  problems: readonly (Omit<Problem, 'at'> & { readonly at?: Problem['at'] | undefined })[],
): string[] {
  return problems.map(({ at, code, variant, params, message, hint, severity }) => {
    const place = [at?.file.replace('prompts/diff/', ''), at?.line, at?.column].filter((part) => part !== undefined);
    const note = severity === 'warning' ? ' warning' : '';
    const key = variant === undefined ? code : `${code}:${variant}`;
    const data = params ? `${key} ${JSON.stringify(params)}` : key;
    const sentence = `${code} ${message}${hint === undefined ? '' : ` (${hint})`}`;
    return `${place.join(':')}${note} ${Object.hasOwn(sentences, key) ? data : sentence}`;
  });
}
