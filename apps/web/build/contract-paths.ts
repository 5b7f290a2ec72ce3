import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

interface CallLike {
  method: string;
  path: string;
}

const contractFile = /\/packages\/contracts\/src\/.+\.api\.ts$/;

const isCall = (value: unknown): value is CallLike =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as CallLike).method === 'string' &&
  typeof (value as CallLike).path === 'string';

const isCallGroup = (value: unknown): value is Record<string, CallLike> =>
  typeof value === 'object' && value !== null && Object.values(value).length > 0 && Object.values(value).every(isCall);

const isPlain = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

const slim = (calls: Record<string, CallLike>): Record<string, CallLike> =>
  Object.fromEntries(Object.entries(calls).map(([key, { method, path }]) => [key, { method, path }]));

/** JavaScript of a contract module with nothing left but method and path of each call, and plain values such as the size of a page. */
export const contractPathsOf = (module: Record<string, unknown>): string =>
  Object.entries(module)
    .flatMap(([name, value]) => {
      if (isPlain(value)) return [`export const ${name} = ${JSON.stringify(value)};`];
      return isCallGroup(value) ? [`export const ${name} = ${JSON.stringify(slim(value))};`] : [];
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
