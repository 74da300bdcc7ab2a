import type { JsonValue } from '#model/data/json.js';
import type { ConfigNode } from '../../../config-node.js';
import type { Effect } from '../../../finding.js';
import type { ImportContext } from '../../imported.js';
import type { Unreachable } from '../reasons.js';
import type { Target } from '../target.js';

/** What a key of a provider's `config` becomes. */
export type Part =
  | { readonly kind: 'setting'; readonly key: string; readonly value: JsonValue }
  | { readonly kind: 'extra'; readonly key: string; readonly value: JsonValue }
  | { readonly kind: 'system'; readonly text: string }
  | { readonly kind: 'price'; readonly side: 'input' | 'output' | 'both'; readonly usd: number }
  | { readonly kind: 'finding'; readonly effect: Effect; readonly reason: string; readonly todo?: string }
  | { readonly kind: 'unreachable'; readonly reason: Unreachable };

/** A key of `config`, or of `passthrough` in it, as it is written. */
export interface Written {
  /** The key alone. */
  readonly key: string;
  /** The key as findings name it: `config.temperature`. */
  readonly what: string;
  readonly node: ConfigNode;
  /** True for keys that go to the server as they are, whatever the model. */
  readonly isForced: boolean;
}

/** A part, and the key that it comes from. */
export interface WrittenPart {
  readonly part: Part;
  readonly written: Written;
}

/** Reads the value of a key. */
export type Reader = (written: Written, reading: Reading) => Part | readonly Part[];

/** The model whose settings are read, and what reading needs. */
export interface Reading {
  readonly target: Target;
  readonly context: ImportContext;
}

export const leftOut = (reason: string, todo?: string): Part => ({
  kind: 'finding',
  effect: 'left_out',
  reason,
  ...(todo !== undefined && { todo }),
});

export const noted = (reason: string, todo?: string): Part => ({
  kind: 'finding',
  effect: 'noted',
  reason,
  ...(todo !== undefined && { todo }),
});

export const setting = (key: string, value: JsonValue): Part => ({ kind: 'setting', key, value });
