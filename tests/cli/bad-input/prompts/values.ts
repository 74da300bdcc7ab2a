import type { BadInput } from '../fixture.js';

export const values: Readonly<Record<string, readonly BadInput[]>> = {};
