import { IconFileExport } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { inOrganization } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { oneOf } from '../../platform/routes/search-parameters.ts';

/** `createArchive=true` opens the making of a file of footage. */
const archiveSearch = (search: Record<string, unknown>): { createArchive?: 'true' | undefined } => ({
  createArchive: oneOf(['true'], search.createArchive),
});

// Exports are the archives of today; the right to read archives is the right to make them until archives are their own thing.
const archive = createRoute({
  getParentRoute: () => inOrganization,
  path: '/archive/main',
  validateSearch: archiveSearch,
  beforeLoad: () => requirePermission('ExportCreate'),
  component: lazyRouteComponent(() => import('./exports-page.tsx'), 'ExportsPage'),
});

/** Files of footage. */
export const exportsFeature = {
  noun: 'exports',
  texts: {
    exports: {
      en: () => import('../../platform/i18n/locales/en/exports.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/exports.json', { with: { type: 'json' } }),
    },
  },
  routes: { organization: [archive] },
  menus: {
    main: [
      {
        key: 'archives',
        order: 70,
        icon: IconFileExport,
        name: 'shell.nav.archives',
        to: '/archive/main',
        about: 'globalSearch.about.archives',
        owns: /^\/archive(\/|$)/,
        permission: 'ExportCreate',
      },
    ],
  },
  pages: [
    {
      name: 'exports.archive.title',
      to: '/archive/main?createArchive=true',
      about: 'globalSearch.about.createArchive',
      permission: 'ExportCreate',
    },
  ],
  keys: [{ section: 'camera', press: ['I', 'O'], does: 'exports.create.keys' }],
  live: () => import('./exports.live.ts'),
} as const satisfies WebFeature;
