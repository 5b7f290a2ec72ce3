import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { inOrganization } from '../../platform/routes/frames.ts';
import { textParameter } from '../../platform/routes/search-parameters.ts';

/** The page of a list, from 1. */
const camerasSearch = (search: Record<string, unknown>): { page?: string | undefined; q?: string | undefined } => ({
  page: textParameter(search.page),
  q: textParameter(search.q),
});

const cameras = createRoute({
  getParentRoute: () => inOrganization,
  path: '/cameras',
  validateSearch: camerasSearch,
  component: lazyRouteComponent(() => import('./cameras-page.tsx'), 'CamerasPage'),
});

/** Cameras. */
export const camerasFeature = {
  noun: 'cameras',
  texts: {
    cameras: {
      en: () => import('../../platform/i18n/locales/en/cameras.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/cameras.json', { with: { type: 'json' } }),
    },
    cameraEdit: {
      en: () => import('../../platform/i18n/locales/en/camera-edit.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/camera-edit.json', { with: { type: 'json' } }),
    },
  },
  routes: { organization: [cameras] },
  pages: [
    {
      name: 'globalSearch.pages.cameras',
      to: '/cameras',
      about: 'globalSearch.about.cameras',
      permission: 'CameraView',
    },
  ],
  live: () => import('./cameras.live.ts'),
} as const satisfies WebFeature;
