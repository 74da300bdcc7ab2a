import type { Place } from '#model/problem.js';
import { nearest, related } from '#model/text/nearest.js';
import type { ConfigNode } from './config-node.js';

type FindingKind = 'assertion' | 'setting' | 'provider' | 'prompt' | 'test';

/**
 * What happened to the part. `blocks`: nothing can be written without it. `left_out`: the rest is written without it. `replaced`: something
 * near to it is written instead. `noted`: it changes no answer and no verdict, or it changed its form only.
 */
export type Effect = 'blocks' | 'left_out' | 'replaced' | 'noted';

/** One thing of a configuration that is not carried over as it is. */
export interface ImportFinding {
  readonly effect: Effect;
  readonly kind: FindingKind;
  /** The key, type or name as the configuration writes it: `similar`, `python:provider.py`, `options.rubricPrompt`. */
  readonly what: string;
  readonly at: Place;
  /** Why, in a clause without a full stop: `its embedding model is not reachable`. */
  readonly reason: string;
  /** What to do by hand: an imperative without a full stop. */
  readonly todo?: string;
  /** For a key that nobody knows: the known key that it probably misspells. */
  readonly meant?: string;
}

/** Collects the findings of an import. */
export interface Ledger {
  add(effect: Effect, kind: FindingKind, node: ConfigNode | Place, words: FindingWords): void;
  /** The findings so far, each once. */
  all(): readonly ImportFinding[];
}

export type FindingWords = Pick<ImportFinding, 'what' | 'reason' | 'todo' | 'meant'>;

/** Opens an empty ledger. A finding that is added twice is kept once. An assertion has at most one finding of each effect. */
export function openLedger(): Ledger {
  const findings = new Map<string, ImportFinding>();
  return {
    add(effect, kind, node, words) {
      const at = withoutLine('place' in node ? node.place() : node, kind === 'provider' || words.what === 'provider');
      const own = kind === 'assertion' ? [] : [words.what, words.reason];
      const key = JSON.stringify([effect, kind, at.file, at.line, at.column, ...own]);
      const [what, reason] = [withoutArguments(withoutSecrets(words.what)) || "''", withoutSecrets(words.reason)];
      if (!findings.has(key)) findings.set(key, { effect, kind, at, ...words, what, reason });
    },
    all: () => [...findings.values()],
  };
}

/**
 * Cuts every web address in a text to its scheme and host: user, password, path and query may be secrets, and people commit IMPORT.md. An
 * address whose host is in doubt, such as one with `@` behind a slash, keeps its scheme alone. Other addresses are cut if they have a user or
 * a query, or are the id of a provider.
 */
export function withoutSecrets(text: string, isId = false): string {
  const address = /\b(?!file:)([a-z][a-z0-9+.-]*)(:[\\/]{2})[\\/]*([^\s\\/?#]*)(\S*)/gi;
  return text.replace(address, (...[whole, scheme = '', slashes, authority = '', rest = '']: string[]) => {
    if (!isId && !/^(?:https?|wss?)$/i.test(scheme) && !/[@?#]/.test(String(whole))) return String(whole);
    const host = authority.slice(authority.lastIndexOf('@') + 1);
    const isHost = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(host) && !rest.includes('@');
    return `${scheme}${slashes}${isHost ? host : '…'}`;
  });
}

/** Cuts what follows the name of a program in the id of a provider, a prompt or tests: its arguments may be secrets. */
function withoutArguments(text: string): string {
  return text.replace(
    /^((?:exec|golang|package|python|ruby):[^\s=]+|\S+\.(?:[cm]?[jt]s|go|py|rb|sh)(?::\w+)?)[\s=][\s\S]*/,
    '$1',
  );
}

/** Drops the line of the file from a place if it may hold a secret: the id of a provider, a key, or more of an address than is shown. */
function withoutLine({ source, ...place }: Place, isProvider: boolean): Place {
  if (source === undefined || isProvider || mayBeSecret.test(source)) return place;
  return withoutSecrets(source) === source ? { ...place, source } : place;
}

/** A value beside the name of a secret, and a program with arguments. */
const mayBeSecret = /(?:key|token|secret|password|authorization)["']?\s*[:=]|\bexec:\S*\s/i;

/** Returns findings by their places: those of the configuration itself first, then those of other files. */
export function inOrder(findings: readonly ImportFinding[], config: string): readonly ImportFinding[] {
  const rank = ({ at }: ImportFinding): string => (at.file === config ? '' : at.file);
  return [...findings].sort(
    (a, b) =>
      compareTexts(rank(a), rank(b)) || (a.at.line ?? 0) - (b.at.line ?? 0) || (a.at.column ?? 0) - (b.at.column ?? 0),
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const description = { reason: 'it only describes' };
const ignored = {
  reason: 'promptfoo does not know this key, and ignores it',
  todo: 'correct the key if it is a slip',
};

/** Returns why a key that promptfoo does not know is noted: for a near miss, with the key that is probably meant. */
function unknownWords(key: string, known: readonly string[]): Omit<FindingWords, 'what'> {
  if (describing.test(key)) return description;
  const meant = nearest(key, known) ?? lengthened(key, known) ?? related(key, known);
  return meant === undefined ? ignored : { reason: `promptfoo ignores this key: did you mean "${meant}"?`, meant };
}

/** Returns the longest known key that a key begins with: `assert` for `assertion`. */
function lengthened(key: string, known: readonly string[]): string | undefined {
  const begun = known.filter((one) => one.length >= 4 && key.startsWith(one));
  return begun.sort((a, b) => b.length - a.length)[0];
}

/** Keys of any mapping that people write for people: promptfoo reads none of them where no reader does. */
const describing = /^(?:\$schema|_.*|x-.*|author|comments?|description|id|label|name|notes?|title|version)$/;

/** Notes every key of a mapping that promptfoo does not know: it ignores them. `known` are all keys that it knows. */
export function listUnknownKeys(
  node: ConfigNode,
  known: readonly string[],
  { ledger, kind = 'setting', within = '' }: { ledger: Ledger; kind?: FindingKind; within?: string },
): void {
  if (typeof node.value !== 'object' || node.value === null || Array.isArray(node.value)) return;
  for (const key of Object.keys(node.value)) {
    if (known.includes(key)) continue;
    const value = node.child(key);
    const at = value ? value.place('key') : node.place();
    const what = `${within}${key}`;
    ledger.add('noted', kind, at, { what, ...unknownWords(key, known) });
  }
}
