import { headingMark } from '../run/heading.js';
import { plural } from '../text/numbers.js';
import { type Colour, remedyAsCalled, type Screen, usableWidth } from '../text/screen.js';
import { column, displayWidth, visible, wrap } from '../text/visible.js';

interface GateView {
  readonly gate: string;
  readonly met: boolean;
  readonly message: string;
  /** How to meet the gate; empty if it is met. */
  readonly remedy: string;
}

export interface PromotionView {
  readonly id: string;
  readonly from: string;
  /** The next status; null if `from` is the last one. */
  readonly to: string | null;
  readonly gates: readonly GateView[];
  readonly promoted: boolean;
  readonly forced: boolean;
}

export function renderGates(promotion: PromotionView, screen: Screen): string {
  const { paint } = screen;
  const arrow = promotion.to === null ? promotion.from : `${promotion.from} → ${promotion.to}`;
  const title = ` ${paint.bold(visible(promotion.id))}  ${visible(arrow)}`;
  const gates = promotion.gates.flatMap((gate) => gateLines(gate, promotion.gates, screen));
  return `\n${[title, '', ...gates, '', ...closingLines(promotion, screen)].join('\n')}\n`;
}

/** Renders the unmet gates that `--force` ignores as warnings, one per line. Empty if all are met. */
export function gateWarnings(gates: readonly GateView[], { paint }: Screen): string {
  return unmet(gates)
    .map((gate) => `${paint.yellow('warning:')} gate ${visible(gate.gate)} is unmet: ${visible(gate.message)}\n`)
    .join('');
}

function unmet(gates: readonly GateView[]): readonly GateView[] {
  return gates.filter((gate) => !gate.met);
}

function gateLines(gate: GateView, all: readonly GateView[], screen: Screen): string[] {
  const { paint } = screen;
  const nameWidth = Math.min(20, Math.max(...all.map((one) => displayWidth(one.gate))));
  const width = usableWidth(screen) - nameWidth - 6;
  const indent = ' '.repeat(nameWidth + 6);
  const [first = '', ...more] = wrap(gate.message, width);
  const remedy = gate.met || gate.remedy === '' ? [] : wrap(`→ ${remedyAsCalled(gate.remedy, screen)}`, width);
  return [
    `  ${headingMark(gate.met, screen)} ${column(gate.gate, nameWidth)}  ${first}`,
    ...more.map((line) => indent + line),
    ...remedy.map((line) => indent + paint.cyan(line)),
  ];
}

function closingLines(promotion: PromotionView, screen: Screen): string[] {
  const [text, colour] = closing(promotion, screen);
  return wrap(text, usableWidth(screen) - 2).map((line) => `  ${colour(line)}`);
}

function closing(promotion: PromotionView, { paint }: Screen): readonly [text: string, colour: Colour] {
  const { id, from, to, gates, promoted, forced } = promotion;
  const open = unmet(gates).length;
  const now = `${id} is now ${to ?? from}`;
  if (promoted && forced) return [`${now}, forced past ${plural(open, 'unmet gate')}`, paint.yellow];
  if (promoted) return [now, paint.green];
  if (open === 0 && to === null)
    return [`${id} is ready, and these files have all the evidence for it; nothing was written`, paint.green];
  if (open === 0) return ['every gate is met; nothing was written', paint.green];
  const counted = `${open} of ${plural(gates.length, 'gate')} ${open === 1 ? 'is' : 'are'} unmet`;
  return [`${counted}; nothing was written`, paint.red];
}
