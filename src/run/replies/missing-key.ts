import type { MissingKey, ModelAsker, ModelRole } from '#model/reply/reply-sources.js';
import { quoted, shellWord } from '#model/text/quoted.js';

/** The maximum number of models that a sentence names. */
const mostNamed = 3;

/** Renders who needs a key: `the judge claude-haiku-4-5-20251001 (eva's default, since no file sets judge.model) needs`. */
export function askersText(askers: readonly ModelAsker[]): string {
  if (askers.length === 0) return 'the run needs';
  const named = askers.slice(0, mostNamed).map(askerText);
  const more = askers.length - named.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])];
  return `${all.join(' and ')} ${all.length === 1 ? 'needs' : 'need'}`;
}

function askerText({ role, model, at }: ModelAsker): string {
  if (at === null) return `${role} ${model} (eva's default, since no file sets ${settingOf(role)}.model)`;
  return `${role} ${model} (${at.file}${at.line === undefined ? '' : `:${at.line}`})`;
}

function settingOf(role: ModelRole): string {
  return role === 'the simulated user' ? 'user_simulator' : 'judge';
}

/**
 * Renders how to do without a key: the model under test as judge, if only judges and simulated users need the key. Empty if the model under
 * test needs it.
 */
export function otherJudgeText({ asked_by, other_model }: Pick<MissingKey, 'asked_by' | 'other_model'>): string {
  const isReplaceable = asked_by.every(({ role }) => role === 'the judge' || role === 'the simulated user');
  if (other_model === null || asked_by.length === 0 || !isReplaceable) return '';
  const model = yamlText(other_model);
  const advice = asked_by.some(({ role }) => role === 'the judge')
    ? 'judge with the model under test'
    : 'simulate the user with the model under test';
  const named = asked_by.find(({ at }) => at !== null)?.at;
  if (named) return `, or ${advice}: write model: ${model} at ${named.file}:${named.line ?? 1}`;
  const settings = [...new Set(asked_by.map(({ role }) => settingOf(role)))];
  return `, or ${advice}: under defaults: in eva.yml, write ${settings.map((key) => `${key}: { model: ${model} }`).join(' and ')}`;
}

/** Writes a model's name as YAML within braces. */
function yamlText(model: string): string {
  return /^[\w.:/@-]+$/.test(model) ? model : quoted(model);
}

/** Renders how to set the variable of a key: from another variable, if one probably holds it under a wrong name. */
export function setKeyText({ variable, similar }: Pick<MissingKey, 'variable' | 'similar'>): string {
  return similar === undefined ? `set ${variable}` : `export ${variable}="$${similar}"`;
}

/** Renders whether the variable of a key is empty or unset, and which other one is set instead. */
export function unsetText({
  variable,
  isEmpty,
  similar,
}: Pick<MissingKey, 'variable' | 'isEmpty' | 'similar'>): string {
  return `${variable} is ${isEmpty ? 'empty' : 'not set'}${similar === undefined ? '' : `, but ${similar} is set`}`;
}

/** Renders that eva does not read a `.env` file, with the line for a shell that does; empty without such a file. */
export function envFileText(path: string | null): string {
  if (path === null) return '';
  return `. eva does not read ${path}: to set its variables in this shell, type set -a; . ${shellWord(path)}; set +a`;
}

export function needsKey({ asked_by, provider, ...key }: MissingKey): string {
  return `${askersText(asked_by)} a key for ${provider} (${unsetText(key)})`;
}

/** Renders what can be done without a key. A run that asked models cannot be resumed as a replay, so the replay is a new one. */
export function replayText({ hasRecordings }: { readonly hasRecordings: boolean }): string {
  return hasRecordings ? ', or start a run with --replay, which plays the recorded replies' : '';
}
