import { inSameQuotes } from '#model/text/yaml-text.js';
import { type Fix, replaced, withoutQuotes } from '../fix.js';

/** Writes a date that begins with the year as 2026-01-31. */
export const dateForm: Fix = {
  name: 'date-form',
  codes: ['EVA_BAD_DATE'],
  changeFor: (_problem, source) => {
    const [, year, month = '', day = ''] =
      /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(withoutQuotes(source.marked))?.filter((_, i) => i !== 2) ?? [];
    if (year === undefined) return null;
    return replaced(source, inSameQuotes(source.marked, `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`));
  },
};
