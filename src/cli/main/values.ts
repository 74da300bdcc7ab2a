import { InvalidArgumentError } from 'commander';
import type { Shard } from '#model/run/run.js';

const mostShards = 1000;

/** A whole number from 1 on. */
export function countFrom(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('It is a whole number from 1 on.');
  return number;
}

/** US dollars, above 0. */
export function dollarsFrom(text: string): number {
  const number = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || number <= 0)
    throw new InvalidArgumentError('It is an amount of US dollars above 0, such as 2.50.');
  return number;
}

/** `2/5`: the second of five shards. */
export function shardFrom(text: string): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > of || of > mostShards) {
    throw new InvalidArgumentError(`It is I/N, such as 2/5: I from 1 to N, N at most ${mostShards}.`);
  }
  return { index, of };
}
