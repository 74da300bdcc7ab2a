import { posix } from 'node:path';
import { canonicalJson } from '#model/data/digest.js';
import type { JsonValue } from '#model/data/json.js';
import { hasErrors, type Loaded, type Place, problem } from '#model/problem.js';
import { indexItems } from '../items/index-items.js';
import type { IndexOptions } from '../items/item.js';
import type { ItemIndex } from '../items/item-index.js';
import { type ItemSource, nameOfItemFile } from '../items/item-source.js';
import type { ProgramData } from '../program-data/program-items.js';
import { MediaFiles, type MentionedAt, type PromptFolder } from '../prompt/media.js';
import { type DocumentPart, documentAt, readDocument } from '../source/document.js';
import { type GivenInputs, givenInputs } from '../source/input-text.js';
import { candidatesFor, type InsidePath, resolveInside } from '../source/inside-root.js';
import { inputNames, misnamedIn, unreadFile } from '../source/misnamed.js';
import { maxInputBytes, maxYamlBytes, readText, refused } from '../source/read-file.js';
import { parseYaml } from '../source/yaml-source.js';
import { invisibleTextTraps, pieceOfFile } from '../traps/text-traps.js';

/** The maximum total size of the schema files of one eval.yml, in bytes. eva parses about 1 MiB per second. */
const mostSchemaBytes = 8 * 1024 * 1024;

/** The files that an eval.yml names, each read once. */
export class NamedFiles {
  /** The folder that paths are relative to; null for an object of a program, which has no folder. */
  readonly folder: PromptFolder | null;
  /** The data sets of a program; null if they are not read yet, and for a library. */
  readonly programData: ProgramData | null;
  readonly media = new MediaFiles();
  /** The inputs.yml files by the folder in `inputs_from` and by whether it may be hidden; null for one that cannot be used. */
  readonly #inputs = new Map<string, GivenInputs | null>();
  readonly #schemas = new Map<string, Loaded<JsonValue>>();
  readonly #tools = new Map<string, Loaded<DocumentPart>>();
  readonly #indexes = new Map<string, Loaded<ItemIndex>>();
  /** The texts of inputs that were searched for invisible text. */
  readonly #searched = new Set<string>();
  #schemaBytes = 0;

  constructor(folder: PromptFolder | null, programData: ProgramData | null = null) {
    this.folder = folder;
    this.programData = programData;
  }

  /** Finds a file below the root, else below the prompt's folder. Without a folder there is none, and no problem. */
  find(written: string, { at, hidden }: MentionedAt): Loaded<InsidePath> {
    if (!this.folder) return { value: null, problems: [] };
    return resolveInside(this.folder.root, candidatesFor(this.folder.id, written), at, hidden);
  }

  /** Reads a schema in JSON or YAML. Reports EVA_TOO_LARGE if the schemas of the eval.yml are above 8 MiB in total. */
  schema(written: string, mention: MentionedAt): Loaded<JsonValue> {
    const { value: named, problems } = this.find(written, mention);
    if (!named) return { value: null, problems };
    const known = this.#schemas.get(named.path);
    if (known) return known;
    if (this.#schemaBytes > mostSchemaBytes) return tooManySchemas(mention.at);
    const text = readText(named.path, named.file, maxYamlBytes);
    this.#schemaBytes += Buffer.byteLength(text.value ?? '');
    if (this.#schemaBytes > mostSchemaBytes) return tooManySchemas(mention.at);
    const parsed = text.value === null ? null : parseYaml(text.value, named.file);
    const schema = parsed
      ? { value: parsed.value?.value ?? null, problems: parsed.problems }
      : { value: null, problems: text.problems };
    this.#schemas.set(named.path, schema);
    return schema;
  }

  /** Reads a file with tools; the value is null if there is none. */
  tools(written: string, mention: MentionedAt): Loaded<DocumentPart> {
    const { value: named, problems } = this.find(written, mention);
    if (!named) return { value: null, problems };
    const document = this.#tools.get(named.path) ?? documentAt('tools', named.path, named.file);
    this.#tools.set(named.path, document);
    return document;
  }

  /** Reads a file whose text is an input, with LF as line ends. Warns once of invisible text in it. */
  inputText(written: string, mention: MentionedAt): Loaded<string> {
    const inside = this.find(written, mention);
    if (!inside.value) return { value: null, problems: inside.problems };
    const { path, file } = inside.value;
    const { value, problems } = readText(path, file, maxInputBytes);
    if (value === null) return { value, problems };
    const traps = this.#searched.has(file) ? [] : invisibleTextTraps(pieceOfFile(value, file));
    this.#searched.add(file);
    return { value: value.replaceAll('\r\n', '\n'), problems: [...problems, ...traps] };
  }

  /** Reads the inputs.yml of the folder in `inputs_from`. Its problems are those of the first case that names it. */
  inputsIn({ root, id }: PromptFolder, written: string, { at, hidden }: MentionedAt): Loaded<GivenInputs> {
    const key = JSON.stringify([written, hidden]);
    const known = this.#inputs.get(key);
    if (known !== undefined) return { value: known, problems: [] };
    const candidates = candidatesFor(id, written, 'inputs.yml');
    const { value: file, problems } = readDocument(root, 'inputs', candidates, { at, hidden });
    const value = file && !hasErrors(problems) ? givenInputs(file) : null;
    this.#inputs.set(key, value);
    const misnamed = problems.some(({ code }) => code === 'EVA_NO_FILE')
      ? candidates.flatMap((file) => misnamedIn(root, posix.dirname(file), inputNames) ?? [])[0]
      : undefined;
    return { value, problems: misnamed ? [unreadFile(misnamed, at)] : problems };
  }

  /** Indexes a file of items. `uses` is all that decides which problems its items have, besides the plain data of the options. */
  index(file: ItemSource, options: IndexOptions, uses: unknown): Loaded<ItemIndex> {
    const { check: _check, requestOf: _request, at: _at, files: _files, ...plain } = options;
    const key = canonicalJson([nameOfItemFile(file), plain, uses]);
    const known = this.#indexes.get(key) ?? indexItems(file, options);
    this.#indexes.set(key, known);
    return known;
  }
}

function tooManySchemas(at: Place): Loaded<never> {
  return refused(
    problem(
      'EVA_TOO_LARGE:schemas',
      `the schema files of this eval.yml are larger than ${mostSchemaBytes / 1024 ** 2} MiB together`,
      { hint: 'shorten the schemas, share one between cases, or move cases into another prompt', at },
    ),
  );
}
