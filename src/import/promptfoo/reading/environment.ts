import { type ConfigNode, entriesOf } from '../../config-node.js';
import type { FindingWords, Ledger } from '../../finding.js';

/** Variables from which promptfoo takes a part of its requests. */
const ofRequests =
  /^(?!PROMPTFOO_).*_(?:TEMPERATURE|MAX_(?:COMPLETION_)?TOKENS|TOP_[PK]|STOP|(?:PRESENCE|FREQUENCY)_PENALTY|BASE_URL|API_HOST)$/;

/** Variables with which promptfoo reads prompts, tests and values differently. */
const ofReading = [
  ...['DISABLE_TEMPLATING', 'DISABLE_JSON_AUTOESCAPE', 'DISABLE_VAR_EXPANSION', 'DISABLE_REF_PARSER'],
  ...['DISABLE_OBJECT_STRINGIFY', 'PROMPT_SEPARATOR', 'CSV_DELIMITER', 'CSV_STRICT', 'REQUIRE_JSON_PROMPTS'],
  ...['DISABLE_PDF_AS_TEXT', 'DISABLE_MULTIMEDIA_AS_BASE64', 'DISABLE_CONVERSATION_VAR'],
].map((name) => `PROMPTFOO_${name}`);

/** Lists the names in `env`: as left out if promptfoo asks or reads differently with the variable. Values are never copied. */
export function listEnv(env: ConfigNode, ledger: Ledger): void {
  for (const [name, value] of entriesOf(env)) {
    const changing = changedBy(name);
    const words = changing ?? { reason: 'its value is not copied', todo: 'set the variable yourself where eva runs' };
    ledger.add(changing ? 'left_out' : 'noted', 'setting', value.place('key'), { what: `env.${name}`, ...words });
  }
}

function changedBy(name: string): Omit<FindingWords, 'what'> | undefined {
  if (ofReading.includes(name)) return { reason: 'promptfoo reads prompts and tests differently with it' };
  if (!ofRequests.test(name)) return undefined;
  return {
    reason: 'promptfoo takes a part of its requests from it, and its value is not copied',
    todo: 'write the setting beside the model',
  };
}
