import { problem } from '#errors/index.js';
import type { JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import type { InsidePath } from '../source/inside-root.js';
import { maxYamlBytes, readText } from '../source/read-file.js';
import { parseYaml } from '../source/yaml-source.js';

/** The maximum total size of the schema files of one eval.yml, in bytes. eva parses about 1 MiB per second. */
const mostBytes = 8 * 1024 * 1024;

/** Reads the schema files that an eval.yml names, each file once. */
export class SchemaFiles {
  readonly #known = new Map<string, Loaded<JsonValue>>();
  #bytes = 0;

  /** Reads a schema in JSON or YAML. `at` is the place of its name. Reports EVA_TOO_LARGE above 8 MiB in total. */
  read(named: InsidePath, at: Place): Loaded<JsonValue> {
    const known = this.#known.get(named.path);
    if (known) return known;
    if (this.#bytes > mostBytes) return tooMuch(at);
    const { value: text, problems } = readText(named.path, named.file, maxYamlBytes);
    this.#bytes += Buffer.byteLength(text ?? '');
    if (this.#bytes > mostBytes) return tooMuch(at);
    const schema = text === null ? { value: null, problems } : parsed(text, named.file);
    this.#known.set(named.path, schema);
    return schema;
  }
}

function parsed(text: string, file: string): Loaded<JsonValue> {
  const { value, problems } = parseYaml(text, file);
  return { value: value?.value ?? null, problems };
}

function tooMuch(at: Place): { readonly value: null; readonly problems: readonly Problem[] } {
  return { value: null, problems: [problem('EVA_TOO_LARGE:schemas', { limit: mostBytes }, { at })] };
}
