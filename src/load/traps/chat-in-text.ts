import { isObject } from '#model/data/json.js';
import { hasErrors } from '#model/problem.js';
import { parseYaml } from '../source/yaml-source.js';

/** Returns true if a text body is a list of messages in JSON or YAML, which eva would send as one message. */
export function isChatInText(body: string): boolean {
  const text = body.trim();
  if (!/^(?:\[|- |-\n)/.test(text) || !/\brole\b/.test(text)) return false;
  const list = listIn(text.replace(/\{\{[^{}\n]*\}\}/g, 'null'));
  return Array.isArray(list) && list.length > 0 && list.every((item) => isObject(item) && 'role' in item);
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { value, problems } = parseYaml(text, 'messages.yml');
    return hasErrors(problems) ? null : value?.value;
  }
}
