import { type Paint, plainPaint } from '#report/text/paint.js';

/** Returns the colours of a terminal; plain text if colours are off. Loads kleur only for colours, because loading takes time. */
export async function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Promise<Paint> {
  const wanted = isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  if (!wanted) return plainPaint;
  const { default: kleur } = await import('kleur');
  kleur.enabled = true;
  return kleur;
}
