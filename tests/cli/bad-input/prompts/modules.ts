import type { BadInput } from '../fixture.js';

export const modules: Readonly<Record<string, readonly BadInput[]>> = {};
