import assert from 'node:assert/strict';
import test from 'node:test';
import { namesSecret } from '#model/secret-name.js';

const secret = `TOKEN API_KEY APIKEY KEY ANTHROPIC_API_KEY AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID GITHUB_TOKEN github_token
  EVA_KEY EVA_API_TOKEN EVA_TOKENS NPM_AUTHTOKEN DB_PASSWORD EVA_CREDENTIAL EVA_CREDENTIALS OPENAI_API_KEY_2 CLIENT_SECRET`;

const ordinary = `PATH HOME KEYBOARD MONKEY TOKENIZER SECRETARY EVA_ROOT CLAUDE_CONFIG_DIR TOKEN_FILE SSH_KEY_PATH
  GOOGLE_APPLICATION_CREDENTIALS AUTHOR ACCESS`;

for (const name of secret.split(/\s+/)) {
  test(`${name} names a secret`, () => assert.equal(namesSecret(name), true));
}

for (const name of ordinary.split(/\s+/)) {
  test(`${name} names no secret`, () => assert.equal(namesSecret(name), false));
}
