import { appInfoCalls } from '@sightline/contracts/app-info/app-info.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { appInfoRoutes } from './app-info.routes.ts';
import { createPageViews } from './page-views.ts';

/** What screens are told of this installation before anybody signs in. */
export const appInfoFeature: ServerFeature<ServerContext> = {
  noun: 'app-info',
  start: ({ config, version, mails, vapid, metrics }) => {
    const info = {
      productName: 'Sightline',
      version,
      ...config.appInfo,
      isMailSent: mails.isSent,
      isSignUpOpen: config.isSignUpOpen,
      pushPublicKey: vapid.publicKey,
    };
    const handlers = appInfoRoutes(info, config.legalTexts, createPageViews(metrics.registry));
    return { routes: [answer('appInfo', appInfoCalls, handlers)] };
  },
};
