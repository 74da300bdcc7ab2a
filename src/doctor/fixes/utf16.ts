import type { Fix } from './fix.js';

/** Writes a UTF-16 file as UTF-8. */
export const utf16: Fix = {
  name: 'utf16',
  codes: ['EVA_NOT_UTF8:utf16'],
  changeFor: (_problem, { isUtf16, text }) =>
    isUtf16 && !text.includes('\uFFFD') ? { edits: [], what: 'UTF-8 in place of UTF-16' } : null,
};
