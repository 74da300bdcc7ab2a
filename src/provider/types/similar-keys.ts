import type { ModelRoute } from '../model-name.js';
import { keyName, setting } from '../provider-settings.js';
import { starts } from './starts.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment variable that probably holds the key of a provider under a wrong name, such as OPENAI_KEY; undefined if none is
 * set. Never reads what such a variable holds, but whether it holds something.
 */
export function similarKeyVariable({ config }: Pick<ModelRoute, 'config'>, env: Environment): string | undefined {
  const variable = keyName({ config });
  if (variable === '') return undefined;
  const isOwn = config.api_key_env !== undefined;
  const others = starts.filter(({ type, entry }) => type === config.type && entry === undefined);
  const names = isOwn ? [] : others.flatMap(({ alsoCalled = [] }) => alsoCalled);
  const stems = [stemOf(variable), ...names.map((name) => stemOf(name))];
  return Object.keys(env)
    .filter((name) => name !== variable && /^[A-Z]\w{3,60}$/i.test(name) && /(key|keys|token|secret)$/i.test(name))
    .sort()
    .find((name) => stems.includes(stemOf(name)) && setting(env, name) !== undefined);
}

/** Returns the letters and digits of a name without the words for a key at its end: `OPENAI` of `OPENAI_API_KEY` and `OpenAI_Token`. */
function stemOf(name: string): string {
  const letters = name.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const shorter = letters.replace(/(API|KEY|KEYS|TOKEN|SECRET)$/, '');
  return shorter === letters || shorter === '' ? letters : stemOf(shorter);
}
