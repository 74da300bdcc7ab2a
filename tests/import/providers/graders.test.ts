import assert from 'node:assert/strict';
import test from 'node:test';
import { judgeFor, reachEmbedding, reachModel } from '#import/providers/graders.js';
import { readModels } from '#import/providers/read-models.js';
import { contextOf, linesOf, nodeIn } from '../../support/config-files.js';

const reached = (yaml: string, context = contextOf()) => reachModel(nodeIn(yaml), context);

const groq = { type: 'openai', base_url: 'https://api.groq.com/openai/v1', api_key_env: 'GROQ_API_KEY' };

test('a grader is an id, a mapping with an id, or the text of a mapping by purpose', () => {
  const gpt = { model: 'openai:gpt-4o', settings: {} };
  assert.deepEqual(reached('openai:gpt-4o'), gpt);
  assert.deepEqual(reached('{ id: openai:gpt-4o, config: { temperature: 0, max_tokens: 99 } }'), {
    model: 'openai:gpt-4o',
    settings: { temperature: 0, max_tokens: 99 },
  });
  assert.deepEqual(reached('{ text: openai:gpt-4o, embedding: openai:embedding:e }'), gpt);
  assert.deepEqual(reached('{ text: { id: openai:gpt-4o } }'), gpt);
  assert.deepEqual(reached('{ openai:gpt-4o: {} }'), gpt);
  assert.deepEqual(reached('groq:m'), { model: 'groq:m', entry: { name: 'groq', config: groq }, settings: {} });
});

test('a grader out of reach says why, and one without a model for texts too', () => {
  assert.deepEqual(reached('python:judge.py'), { unreachable: 'it is code, which an import does not run' });
  assert.deepEqual(reached('{ embedding: openai:embedding:e }'), { unreachable: 'it names no model for texts' });
  assert.deepEqual(reached('3'), { unreachable: 'it has no id' });
});

test('settings that a judge does not take are listed', () => {
  const context = contextOf();
  assert.deepEqual(reached('{ id: openai:gpt-4o, config: { top_p: 0.5, temperature: 0 } }', context), {
    model: 'openai:gpt-4o',
    settings: { temperature: 0 },
  });
  assert.deepEqual(linesOf(context.ledger.all()), ['left_out provider.top_p: a judge has no such setting']);
});

const embeddingOf = (yaml?: string) => reachEmbedding(yaml === undefined ? undefined : nodeIn(yaml), contextOf());

test('an embedding model is found at OpenAI and at servers with the same protocol', () => {
  assert.deepEqual(embeddingOf('openai:embedding:text-embedding-3-small'), { model: 'openai:text-embedding-3-small' });
  assert.deepEqual(embeddingOf('openai:embeddings:text-embedding-3-small'), { model: 'openai:text-embedding-3-small' });
  assert.deepEqual(embeddingOf('openai:embedding'), { model: 'openai:text-embedding-3-large' });
  assert.deepEqual(embeddingOf('openai:text-embedding-ada-002'), { model: 'openai:text-embedding-3-large' });
  assert.deepEqual(embeddingOf('azure:embedding:ada'), { model: 'azure:ada' });
  assert.deepEqual(embeddingOf('{ embedding: { id: "ollama:embeddings:nomic" } }'), {
    model: 'ollama:nomic',
    entry: {
      name: 'ollama',
      config: { type: 'openai', base_url: 'http://localhost:11434/v1', api_key_env: 'OLLAMA_API_KEY', tools: false },
    },
  });
  assert.deepEqual(embeddingOf('mistral:embedding'), {
    model: 'mistral:mistral-embed',
    entry: {
      name: 'mistral',
      config: { type: 'openai', base_url: 'https://api.mistral.ai/v1', api_key_env: 'MISTRAL_API_KEY' },
    },
  });
});

test('no embedding model, and a model for texts, mean the one that promptfoo takes', () => {
  const usual = { model: 'openai:text-embedding-3-large' };
  assert.deepEqual(embeddingOf(), usual);
  assert.deepEqual(embeddingOf('openai:gpt-4o'), usual);
  assert.deepEqual(embeddingOf('{ text: openai:gpt-4o }'), usual);
});

test('an embedding model with another protocol is out of reach', () => {
  const other = { unreachable: 'eva does not speak the protocol of its server' };
  assert.deepEqual(embeddingOf('voyage:voyage-3'), other);
  assert.deepEqual(embeddingOf('cohere:embedding:embed-v4'), other);
  assert.deepEqual(embeddingOf('bedrock:embeddings:amazon.titan-embed-text-v2:0'), other);
  assert.deepEqual(embeddingOf('huggingface:sentence-similarity:x'), other);
  assert.deepEqual(embeddingOf('vertex:embedding:x'), other);
  assert.deepEqual(embeddingOf('constructor:embedding'), { unreachable: 'its name has no model that eva can name' });
  assert.deepEqual(embeddingOf('python:embed.py'), { unreachable: 'it is code, which an import does not run' });
});

const judgeOf = (yaml: string) => judgeFor(readModels([nodeIn(yaml)], contextOf()));

test('the judge is the cheap model beside the first model, or that model itself', () => {
  assert.equal(judgeOf('openai:gpt-4o'), 'openai:gpt-6-luna');
  assert.equal(judgeOf('openai:responses:gpt-5'), 'openai-responses:gpt-6-luna');
  assert.equal(judgeOf('anthropic:messages:claude-opus-4-7'), 'claude-haiku-5-5');
  assert.equal(judgeOf('bedrock:anthropic.claude-fable-5'), 'bedrock:global.anthropic.claude-haiku-5-5');
  assert.equal(
    judgeOf('{ id: bedrock:anthropic.claude-fable-5, config: { region: eu-west-1 } }'),
    'bedrock-eu-west-1:global.anthropic.claude-haiku-5-5',
  );
  assert.equal(judgeOf('{ id: openai:gpt-4o, config: { apiKeyEnvar: TEAM_KEY } }'), 'openai-team-key:gpt-6-luna');
  assert.equal(judgeOf('vertex:claude-opus-4-6'), 'vertex:claude-haiku-5-5');
  assert.equal(judgeOf('azure:chat:d'), 'azure:d');
  assert.equal(judgeOf('groq:m'), 'groq:m');
  assert.equal(judgeOf('ollama:chat:m'), 'ollama:m');
  assert.equal(
    judgeOf('{ id: openai:gpt-4o, config: { apiBaseUrl: "http://localhost:1234/v1" } }'),
    'localhost-1234:gpt-4o',
  );
  assert.equal(judgeOf('[echo, openai:gpt-4o]'), 'openai:gpt-6-luna');
  assert.equal(judgeOf('echo'), undefined);
});
