import type { TestContext } from 'node:test';
import { type Evaluated, evaluate, libraryOf } from './evaluate.js';
import { type Storm, sampleSize } from './storm.js';

interface Setting {
  readonly caseCount: number;
  readonly timeout_s: number;
  readonly sample_size?: number;
}

const documentOf = ({ caseCount, timeout_s, sample_size = sampleSize }: Setting) => ({
  defaults: { model: 'claude-opus-4-7', timeout_s, sample_size, stop_early: false },
  cases: Array.from({ length: caseCount }, (_, one) => ({
    name: `case ${one}`,
    inputs: { code: String(one) },
    assert: [{ equals: 'good' }],
  })),
});

export interface Weathered extends Evaluated {
  readonly root: string;
}

export async function evaluateIn(t: TestContext, { url }: Storm, setting: Setting): Promise<Weathered> {
  const root = libraryOf(t, documentOf(setting), { 'eva.yml': 'concurrency: 50\n' });
  return { ...(await evaluate(root, url)), root };
}
