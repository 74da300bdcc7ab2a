import type { BaseUrlFlaw, BaseUrlFlawKind } from '#model/data/base-url.js';
import type { Text } from '../sentences/table.js';

/** Messages and hints by kind of flaw. A message follows the name of the setting. They never quote the address. */
const texts: Readonly<Record<BaseUrlFlawKind, (example: string) => Text & { readonly hint: string }>> = {
  too_long: (example) => ({ message: 'is longer than 2,000 characters', hint: `write it as ${example}` }),
  credentials: () => ({
    message: 'contains a user name or a password',
    hint: 'remove everything up to the @, and put a key into an environment variable',
  }),
  not_http: (example) => ({ message: 'is not an http or https address', hint: `write it as ${example}` }),
  characters: (example) => ({ message: 'contains white space or a backslash', hint: `write it as ${example}` }),
  query: () => ({
    message: 'contains a "?"',
    hint: 'remove everything from the ? on: eva appends paths to the address',
  }),
  fragment: () => ({
    message: 'contains a "#"',
    hint: 'remove everything from the # on: eva appends paths to the address',
  }),
  v1: () => ({ message: 'ends with /v1', hint: 'remove the /v1: eva appends /v1/messages' }),
};

/** Returns the texts of a flaw of a base URL. The message follows the name of the setting. */
export function baseUrlText({ kind, endsWithV1 }: Pick<BaseUrlFlaw, 'kind' | 'endsWithV1'>): {
  readonly message: string;
  readonly hint: string;
} {
  return texts[kind](endsWithV1 ? 'https://host/v1' : 'https://host');
}
