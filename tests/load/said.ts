import { sentences } from '#errors/sentences/index.js';
import { schemaSentences } from '#errors/sentences/input/schema.js';
import type { Problem } from '#model/problem.js';

/**
 * Returns problems as short lines without the prompt's folder: `eval.yml:7:9 EVA_CODE:variant {"param":1}`. Problems of shape, whose
 * parameters list every known key, and problems without a table show their sentence: `EVA_CODE message (hint)`.
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
    return `${place.join(':')}${note} ${hasShortParams(key) ? data : sentence}`;
  });
}

function hasShortParams(key: string): boolean {
  return Object.hasOwn(sentences, key) && !Object.hasOwn(schemaSentences, key);
}
