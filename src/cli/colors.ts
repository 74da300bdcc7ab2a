import kleur from 'kleur';
import { type Paint, plainPaint } from '#report/text/paint.js';

/** Colours for a terminal that wants them; plain text elsewhere. */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const wanted = isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  if (!wanted) return plainPaint;
  kleur.enabled = true;
  return kleur;
}
