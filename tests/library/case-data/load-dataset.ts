import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { valueChecker } from '#run/plan/plan-run.js';
import { type Files, goodMeta, tempLibrary } from '../../support/temp-library.js';
import { said } from '../said.js';

/** Eight tickets in two languages, with labels and customers. */
export const tickets = `body,label,language,customer,split,limit
my card was charged twice,billing,en,a,test,20
please return my money,refund,en,a,test,30
meine Karte,billing,de,b,test,40
das war ich nicht,fraud,de,c,test,50
somebody used my card,fraud,en,c,test,60
where is my money,refund,en,d,test,70
old one,billing,en,e,dev,80
alte Sache,refund,de,e,dev,90
`;

const meta = goodMeta.replace(
  '- name: code\n    required: true',
  '- name: ticket\n    required: true\n  - name: tone\n    required: false',
);

/** Returns the files of a library whose prompt `diff` takes a ticket, with one eval.yml and data/tickets.csv. */
export function libraryFiles(evalText: string, files: Files = {}): Files {
  return {
    'prompts/diff/meta.yml': meta,
    'prompts/diff/prompt.xml': '<task>Sort {{ticket}} {{tone}}.</task>\n',
    'prompts/diff/eval.yml': evalText,
    'data/tickets.csv': tickets,
    ...files,
  };
}

/** Returns an eval.yml with one case, whose lines begin at line 4. */
export function oneCase(lines: string): string {
  return `defaults: { model: claude-opus-4-7 }\ncases:\n  - name: tickets\n    ${lines.trimEnd().replaceAll('\n', '\n    ')}\n`;
}

/** Loads the cases of a library; problems are short lines. */
export function loadDataset(t: TestContext, evalText: string, files: Files = {}) {
  const root = tempLibrary(t, libraryFiles(evalText, files));
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  const { value, problems } = loadCases(root, prompt, loadConfig(root).value, valueChecker());
  return { cases: value?.cases ?? [], datasets: value?.datasets ?? new Map(), problems: said(problems) };
}
