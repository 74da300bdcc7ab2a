import type { Problem } from '#model/problem.js';
import type { Fix } from './fix.js';
import { foreignKey } from './keys/foreign-key.js';
import { misspeltKey } from './keys/misspelt-key.js';
import { unquotedKey } from './keys/unquoted-key.js';
import { braces } from './texts/braces.js';
import { invisible } from './texts/invisible.js';
import { lookAlikes } from './texts/look-alikes.js';
import { misspeltPlaceholder } from './texts/misspelt-placeholder.js';
import { utf16 } from './utf16.js';
import { dateForm } from './values/date-form.js';
import { decimalComma } from './values/decimal-comma.js';
import { misspeltChoice } from './values/misspelt-choice.js';
import { misspeltPath } from './values/misspelt-path.js';
import { promptId } from './values/prompt-id.js';
import { missingQuotes, needlessQuotes } from './values/quotes.js';
import { barePlaceholder } from './yaml/bare-placeholder.js';
import { escapes } from './yaml/escapes.js';
import { keySpace } from './yaml/key-space.js';
import { tabs } from './yaml/tabs.js';
import { unquotedText } from './yaml/unquoted-text.js';

/** Every fix. The first that has a change for a problem makes it. */
export const fixes: readonly Fix[] = [
  utf16,
  tabs,
  unquotedText,
  escapes,
  keySpace,
  barePlaceholder,
  unquotedKey,
  misspeltKey,
  foreignKey,
  promptId,
  misspeltChoice,
  missingQuotes,
  needlessQuotes,
  decimalComma,
  dateForm,
  misspeltPath,
  misspeltPlaceholder,
  lookAlikes,
  braces,
  invisible,
];

export function fixesFor({ code, variant }: Problem): readonly Fix[] {
  const kind = variant === undefined ? code : `${code}:${variant}`;
  return fixes.filter(({ codes }) => codes.includes(kind));
}
