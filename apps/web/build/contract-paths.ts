import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

interface CallLike {
  method: string;
  path: string;
}

const contractFile = /\/packages\/contracts\/src\/.+\.api\.ts$/;

const isCall = (value: unknown): value is CallLike =>
  typeof value === 'object' && value !== null && typeof (value as CallLike).method === 'string' && typeof (value as CallLike).path === 'string';

const isCallGroup = (value: unknown): value is Record<string, CallLike> =>
  typeof value === 'object' && value !== null && Object.values(value).length > 0 && Object.values(value).every(isCall);

/** JavaScript of a contract module with nothing left but method and path of each call. */
export const contractPathsOf = (module: Record<string, unknown>): string =>
  Object.entries(module)
    .filter((entry): entry is [string, Record<string, CallLike>] => isCallGroup(entry[1]))
    .map(([name, calls]) => {
      const slim = Object.fromEntries(Object.entries(calls).map(([key, call]) => [key, { method: call.method, path: call.path }]));
      return `export const ${name} = ${JSON.stringify(slim)};`;
    })
    .join('\n');

/**
 * Schemas and permissions stay on the server: they would bring the validation library into the first download, and
 * its code generation into a page whose security policy forbids it.
 */
export const contractPaths = (): Plugin => ({
  name: 'sightline-contract-paths',
  enforce: 'pre',
  async load(source) {
    const path = source.split('?')[0] ?? source;
    if (!contractFile.test(path)) return null;
    const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    return { code: contractPathsOf(module), map: null };
  },
});
