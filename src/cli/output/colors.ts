import kleur from 'kleur';
import { type Paint, plainPaint } from '#report/text/paint.js';

/** Returns the colours of a terminal; plain text if colours are off. */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const wanted = isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  if (!wanted) return plainPaint;
  kleur.enabled = true;
  return kleur;
}
