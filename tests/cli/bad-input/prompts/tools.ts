import type { BadInput } from '../fixture.js';

export const tools: Readonly<Record<string, readonly BadInput[]>> = {};
