import type { Outcome } from '#model/run/verdict.js';
import { prettyAmongSeveral } from './run/pretty.js';
import { verdictLines } from './run/verdict-lines.js';
import { plainPaint } from './text/paint.js';
import type { View } from './view/view.js';

/** The outcome of a prompt; `unfinished` while replies are missing, `shown` if it judged nothing. */
export type PromptOutcome = Outcome | 'unfinished' | 'shown';

const screen = { paint: plainPaint, width: 100, eva: 'npx eva' };

export function renderPrompt(view: View): string {
  const text = prettyAmongSeveral(view, screen) || verdictLines(view, screen).join('\n');
  return text.replace(/^\n+|\n+$/g, '');
}
