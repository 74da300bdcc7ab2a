import { baseStyles } from './base.js';
import { caseStyles } from './cases.js';
import { compareStyles } from './compare.js';
import { mediaStyles } from './media.js';
import { replyStyles } from './replies.js';
import { rowStyles } from './rows.js';

/** The style of all pages. What is for a medium or a width comes last, so that it wins. */
export const stylesheet: string = [baseStyles, rowStyles, caseStyles, replyStyles, compareStyles, mediaStyles]
  .join('')
  .replace(/\s*\n\s*/g, ' ')
  .trim();
