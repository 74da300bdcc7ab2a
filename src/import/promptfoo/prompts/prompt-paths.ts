import type { FindingWords } from '../../finding.js';

const endings = /\.(?:txt|md|json|jsonl|ya?ml|csv|j2)$/i;
const codeEndings = /\.(?:[cm]?[jt]s|py|sh|bash|exe|bat|cmd|ps1|rb|pl|go)(?::[\w.]+)?$/i;

const services: Readonly<Record<string, string>> = {
  'langfuse://': 'Langfuse',
  'portkey://': 'Portkey',
  'helicone://': 'Helicone',
};

/** Returns why a prompt comes from code or from a service, and what to do; undefined for a text or the path of a text. */
export function foreignPrompt(raw: string): FindingWords | undefined {
  const [scheme, name] = Object.entries(services).find(([start]) => raw.startsWith(start)) ?? [];
  if (scheme !== undefined) {
    return {
      what: raw,
      reason: `${name} has its text, and an import opens no connection`,
      todo: 'copy the text into a file',
    };
  }
  if (raw.includes('\n')) return undefined;
  if (raw.startsWith('package:') || raw.startsWith('exec:') || (codeEndings.test(raw) && !/\s/.test(raw.trim()))) {
    return {
      what: raw,
      reason: 'a program makes its text, and an import executes nothing',
      todo: 'write the text that it returns into a file',
    };
  }
  return undefined;
}

/** Returns true for a text that promptfoo takes for a path. */
export function isMaybePath(raw: string): boolean {
  if (raw.includes('\n')) return false;
  if (raw.startsWith('file://') || endings.test(raw)) return true;
  return /[*/\\]/.test(raw) || raw.charAt(raw.length - 3) === '.' || raw.charAt(raw.length - 4) === '.';
}

/** Returns true for a text that can only be a path, so that a file that is missing is a mistake. */
export function isSurelyPath(raw: string): boolean {
  return raw.startsWith('file://') || (endings.test(raw) && !/\s/.test(raw)) || /^[\w.-]+(?:\/[\w.*-]+)+$/.test(raw);
}
