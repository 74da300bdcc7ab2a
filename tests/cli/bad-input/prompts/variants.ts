import type { BadInput } from '../fixture.js';

export const variants: Readonly<Record<string, readonly BadInput[]>> = {};
