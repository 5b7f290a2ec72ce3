import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import type { generateSW } from 'workbox-build';

const firstPage = 'index.html';

/** The first script of the page, as `index.html` names it. */
const entryOf = (html: string): string => {
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
  if (entry === undefined) throw new Error(`${firstPage} names no first script`);
  return entry;
};

/** The version of the build, digits.digits.digits, and what writes the worker. */
export interface ServiceWorkerDeps {
  version: string;
  write: typeof generateSW;
}

/**
 * Writes the service worker and the manifest of the version beside the built files. The worker keeps hashed files for as long as
 * their build lives; the first page comes from the network whenever there is one; calls and media never pass through it.
 */
export const serviceWorker = ({ version, write }: ServiceWorkerDeps): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'sightline-service-worker',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: async () => {
      const folder = resolve(config.root, config.build.outDir);
      const entry = entryOf(await readFile(join(folder, firstPage), 'utf8'));
      await writeFile(join(folder, 'sw-manifest.json'), `${JSON.stringify({ appData: { version }, entry })}\n`);
      await write({
        globDirectory: folder,
        globPatterns: ['assets/**/*.{js,css,woff2}'],
        swDest: join(folder, 'sw.js'),
        // Their names are their checksums.
        dontCacheBustURLsMatching: /^assets\//,
        importScripts: ['/sw-push.js', '/sw-routes.js'],
        inlineWorkboxRuntime: true,
        sourcemap: false,
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        skipWaiting: false,
        runtimeCaching: [
          // Language, direction and theme of the first paint: without it a start while the server is away would be in English.
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname === '/first-paint.js',
            handler: 'NetworkFirst',
            options: { cacheName: 'first-page' },
          },
          {
            urlPattern: ({ request, url, sameOrigin }) =>
              sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
            handler: 'NetworkFirst',
            // One page for all addresses.
            options: {
              cacheName: 'first-page',
              networkTimeoutSeconds: 8,
              plugins: [{ cacheKeyWillBeUsed: () => Promise.resolve('/index.html') }],
            },
          },
        ],
      });
    },
  };
};
