import type { BadInput } from '../fixture.js';

export const bodies: Readonly<Record<string, readonly BadInput[]>> = {};
