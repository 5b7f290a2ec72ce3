import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

/** Smaller ones fit into one packet anyway. */
const minBytes = 1_400;

/** Writes scripts, style sheets and data a second time as `.gz`, which the server hands to whoever takes it: a quarter of the first download. */
export const compressedFiles = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'sightline-compressed-files',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: async () => {
      const folder = resolve(config.root, config.build.outDir, 'assets');
      for (const name of await readdir(folder)) {
        if (!/\.(js|mjs|css|json|svg)$/.test(name)) continue;
        const content = await readFile(join(folder, name));
        if (content.byteLength >= minBytes)
          await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
};
