import { parseYaml } from '#load/source/yaml-source.js';
import { hiddenRuns } from '#load/traps/hidden-runs.js';
import { invisibleText } from '#load/traps/invisible-text.js';
import { canonicalJson } from '#model/data/digest.js';
import { codePoints } from '#model/text/characters.js';
import { withEdits } from '#model/text/yaml-text.js';
import type { Change, Fix } from '../fix.js';

/** Removes characters that a reviewer cannot see: from bodies, and from what is no value of a YAML file. */
export const invisible: Fix = {
  name: 'invisible',
  codes: ['EVA_INVISIBLE_TEXT', 'EVA_HIDDEN_CHARACTER'],
  changeFor: (_problem, { text, file, start, marked }) => {
    const isHidden = hiddenRuns(text).some((run) => run.start === start && run.characters === marked);
    if (!isHidden && !invisibleText(text).some((run) => run.start === start)) return null;
    const change: Change = {
      edits: [{ start, end: start + marked.length, text: '' }],
      what: `without ${codePoints(marked)}`,
    };
    const isData = file.endsWith('.yml') && !file.endsWith('/messages.yml');
    return isData && dataOf(text, file) !== dataOf(withEdits(text, change.edits), file) ? null : change;
  },
};

/** Returns the data of a YAML text, as JSON. */
function dataOf(text: string, file: string): string {
  return canonicalJson(parseYaml(text, file).value?.value ?? null);
}
