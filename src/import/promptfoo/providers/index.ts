export { reachEmbedding, reachModel } from './graders.js';
export { judgeFor } from './judge.js';
export { readModels } from './read-models.js';
