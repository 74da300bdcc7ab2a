import type { BadInput } from '../fixture.js';

export const settings: Readonly<Record<string, readonly BadInput[]>> = {};
