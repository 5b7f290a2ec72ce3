import type { appInfoCalls } from '@sightline/contracts/app-info/app-info.api';
import type { AppInfo, LegalTexts } from '@sightline/contracts/app-info/app-info';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { PageViews } from './page-views.ts';

/** Handlers of what the screens ask about the installation. */
export const appInfoRoutes = (
  info: AppInfo,
  legalTexts: LegalTexts,
  pageViews: PageViews,
): CallHandlers<typeof appInfoCalls> => ({
  get: async () => info,
  getLegalTexts: async () => legalTexts,
  trackPageView: async ({ body }) => {
    if (info.isTracking) pageViews.count(body.route);
    return {};
  },
});
