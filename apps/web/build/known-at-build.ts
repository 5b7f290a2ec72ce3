import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from 'vite';

const knownFile = /\/apps\/web\/src\/.+\.at-build\.ts$/;

/** JavaScript of a module that only tells plain values. Throws where one is no plain value and would arrive as something else. */
export const plainValuesOf = (module: Record<string, unknown>): string =>
  Object.entries(module)
    .map(([name, value]) => {
      const text = JSON.stringify(value);
      if (text === undefined || !isDeepStrictEqual(JSON.parse(text), value))
        throw new Error(`${name} is no plain value`);
      return `export const ${name} = ${text};`;
    })
    .join('\n');

/** Works out `*.at-build.ts` while the application is built, and leaves nothing but what they say: what they read it from stays behind. */
export const knownAtBuild = (): Plugin => ({
  name: 'sightline-known-at-build',
  enforce: 'pre',
  async load(source) {
    const path = source.split('?')[0] ?? source;
    if (!knownFile.test(path)) return null;
    return { code: plainValuesOf((await import(pathToFileURL(path).href)) as Record<string, unknown>), map: null };
  },
});
