import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { generateSW } from 'workbox-build';
import { bundleBudget } from './build/bundle-budget.ts';
import { compressedFiles } from './build/compressed-files.ts';
import { contractPaths } from './build/contract-paths.ts';
import { firstApplication } from './build/first-application.ts';
import { knownAtBuild } from './build/known-at-build.ts';
import { serviceWorker } from './build/service-worker.ts';
import packageFile from './package.json' with { type: 'json' };

// The server that `vite` forwards calls to while developing screens: `vite --mode <url>` keeps the environment out of it.
const developmentServer = (mode: string): string => (mode.startsWith('http') ? mode : 'http://127.0.0.1:8080');

// `vite build --mode version=1.2.3` builds another version than the one of the package, to prove how one follows the other.
const versionOf = (mode: string): string => /^version=(\d+\.\d+\.\d+)$/.exec(mode)?.[1] ?? packageFile.version;

const application = firstApplication();

/** Hooks of the component library for what pages bring: menus, dialogs, lists that scroll, messages that are wiped away. */
const hooksOfParts =
  /\/use-(click-outside|clipboard|collapse|debounced-callback|debounced-value|drag|focus-return|focus-trap|in-viewport|long-press|move|shallow-effect|timeout)\//;
const library = /\/node_modules\/@mantine\/(hooks|core\/esm\/core)\//;
/** What nearly every part of the component library stands on; the frame brings it for all pages. */
const isFoundation = (id: string): boolean => library.test(id) && !hooksOfParts.test(id);
/** Small things of our own, and signs, that many pages share. */
const smallThings =
  /@tabler|packages\/contracts|apps\/web\/src\/(platform|ui\/(layout|page|states|status|links|time|lists|tabs))\//;

/** Only pages before signing in have it, and it would bring menus to every page. */
const languages = '/ui/page/language-menu.tsx';
const isSmall = (id: string): boolean => smallThings.test(id) && !id.includes(languages);

export default defineConfig(({ mode }) => ({
  plugins: [
    contractPaths(),
    knownAtBuild(),
    application.plugin,
    react(),
    serviceWorker({ version: versionOf(mode), write: generateSW }),
    compressedFiles(),
    bundleBudget({ entry: 185 * 1024, route: 85 * 1024, styles: 30 * 1024, strict: mode === 'budget' }),
  ],
  define: { __APP_VERSION__: JSON.stringify(versionOf(mode)) },
  json: { namedExports: false },
  build: {
    target: 'es2023',
    // Small pictures as data URLs would need `data:` in more of the security policy than images.
    assetsInlineLimit: 0,
    // The preload helper of lazy chunks stays; its inline polyfill does not exist in browsers that we support.
    modulePreload: { polyfill: false },
    manifest: true,
    sourcemap: false,
    // What every page needs comes in two pieces, and what several pages share in few: in a hundred small ones it costs browser and server
    // more than the code in them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Features declare their texts and live updates one by one; a language is one file all the same, and so is what keeps
            // screens fresh. What explains refusals is also read alone.
            { name: 'errors', test: /\/i18n\/locales\/en\/errors\.json/, priority: 11 },
            { name: 'en', test: /\/i18n\/locales\/en[./]/, priority: 10 },
            { name: 'he', test: /\/i18n\/locales\/he[./]/, priority: 10 },
            { name: 'start', tags: ['$initial'], priority: 9 },
            { name: 'app', test: application.holds, priority: 8 },
            { name: 'frame', test: (id: string) => application.frames(id) || isFoundation(id), priority: 7 },
            { name: 'live', test: /\.live\.ts$/, priority: 6.5 },
            { name: 'floating', test: /\/node_modules\/@floating-ui\//, priority: 6 },
            { name: 'menu', test: /\/node_modules\/@mantine\/core\/esm\/components\/Menu\//, priority: 4.5 },
            { name: 'common', minShareCount: 80, priority: 5 },
            { name: 'small', test: isSmall, minShareCount: 16, maxModuleSize: 6000, priority: 4 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: developmentServer(mode), ws: true }, '/healthz': developmentServer(mode) } },
}));
