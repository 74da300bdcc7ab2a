/** Reads JUnit XML as the services do that show it, by their documented rules. `docs/reference/reports.md` names the sources. */

/** An element as the parsers of tests give it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text of the element itself. */
  readonly text: string;
}

/** A test as a service shows it. */
export interface ShownTest {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The text beside it; empty without one. */
  readonly text: string;
}

function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

function suitesOf(root: XmlElement): readonly XmlElement[] {
  return root.name === 'testsuite' ? [root] : childrenOf(root, 'testsuite');
}

/** GitLab: the first test of a name counts, the suite is the class name, and only the content of `failure` and `error` is read. */
export function readAsGitLab(root: XmlElement): ReadonlyMap<string, ShownTest> {
  const tests = new Map<string, ShownTest>();
  for (const test of suitesOf(root).flatMap((suite) => childrenOf(suite, 'testcase'))) {
    const { classname = '', name = '' } = test.attributes;
    const [red] = [...childrenOf(test, 'failure'), ...childrenOf(test, 'error')];
    const [skipped] = childrenOf(test, 'skipped');
    const key = `${classname} / ${name}`;
    const status = red ? 'failed' : skipped ? 'skipped' : 'passed';
    if (!tests.has(key)) tests.set(key, { name: key, status, text: red?.text ?? '' });
  }
  return tests;
}

/** Jenkins: `error` counts before `failure`, the message is an attribute, and a suite with the name, id and time of another is a repetition. */
export function readAsJenkins(root: XmlElement): readonly ShownTest[] {
  const seen = new Set<string>();
  return suitesOf(root).flatMap((suite) => {
    const key = JSON.stringify([suite.attributes['name'], suite.attributes['id'], suite.attributes['timestamp']]);
    if (seen.has(key)) return [];
    seen.add(key);
    return childrenOf(suite, 'testcase').map((test): ShownTest => {
      const red = childrenOf(test, 'error')[0] ?? childrenOf(test, 'failure')[0];
      const status = red ? 'failed' : childrenOf(test, 'skipped')[0] ? 'skipped' : 'passed';
      return { name: test.attributes['name'] ?? '(?)', status, text: red?.attributes['message'] ?? '' };
    });
  });
}

/** Azure: a test failed if it has `failure` or `error`, was not executed if it has `skipped`, and passed else. */
export function readAsAzure(root: XmlElement): readonly ShownTest[] {
  return childrenOf(root, 'testsuite').flatMap((suite) =>
    childrenOf(suite, 'testcase').map((test): ShownTest => {
      const [red] = [...childrenOf(test, 'failure'), ...childrenOf(test, 'error')];
      const status = red ? 'failed' : childrenOf(test, 'skipped')[0] ? 'skipped' : 'passed';
      return { name: test.attributes['name'] ?? '', status, text: red?.attributes['message'] ?? '' };
    }),
  );
}
