import type { BadInput } from '../fixture.js';

export const checks: Readonly<Record<string, readonly BadInput[]>> = {};
