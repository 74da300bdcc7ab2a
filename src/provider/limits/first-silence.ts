import { EvaError, problem } from '#errors/index.js';

const variable = 'EVA_SILENCE_S';
const usualMs = 30_000;

/** Milliseconds without a reply before eva says so: 30,000, or as `EVA_SILENCE_S` says. Throws `EvaError` if that is no time. */
export function firstSilenceMs(env: Readonly<Record<string, string | undefined>>): number {
  const text = env[variable]?.trim() ?? '';
  if (text === '') return usualMs;
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds >= 0.1 && seconds <= 3600) return seconds * 1000;
  const hint =
    'write the seconds of silence before eva says that a provider does not answer, from 0.1 to 3600, or unset it';
  throw new EvaError([problem('EVA_BAD_VALUE', `${variable} is not a number of seconds`, { hint })]);
}
