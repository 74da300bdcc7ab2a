import type { TestContext } from 'node:test';

const ofClouds = /^(?:AWS|GOOGLE|CLOUDSDK|CLOUD_ML|GCE|GCLOUD|METADATA|ANTHROPIC)_/i;

/** Nothing is looked for in files of the user, or at servers of the machine. */
const nowhere = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/nonexistent/aws-config',
  AWS_SHARED_CREDENTIALS_FILE: '/nonexistent/aws-credentials',
  CLOUDSDK_CONFIG: '/nonexistent/gcloud',
  METADATA_SERVER_DETECTION: 'none',
};

/**
 * Gives this process the environment of a user of a cloud, until the test ends. The packages of clouds read the environment of the process:
 * without this a test could find the credentials of whoever runs it. Returns the environment.
 */
export function cloudEnvironment(
  t: Pick<TestContext, 'after'>,
  env: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const names = Object.keys(process.env).filter((name) => ofClouds.test(name));
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const own = { ...nowhere, ...env };
  for (const name of names) delete process.env[name];
  Object.assign(process.env, own);
  t.after(() => {
    for (const name of Object.keys(own)) delete process.env[name];
    Object.assign(process.env, before);
  });
  return own;
}
