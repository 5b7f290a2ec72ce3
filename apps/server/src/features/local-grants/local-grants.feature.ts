import { localGrantsCalls } from '@sightline/contracts/local-grants/local-grants.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { localGrantsAudit } from './local-grants.audit.ts';
import { localGrantsRoutes } from './local-grants.routes.ts';
import { applyLocalView } from './local-grants.public.ts';
import { LocalGrantsService } from './local-grants.service.ts';

/** Watching on a site while this server is away. */
export const localGrantsFeature: ServerFeature<ServerContext> = {
  noun: 'local-grants',
  link: () => ({ localView: applyLocalView }),
  audits: localGrantsAudit,
  start: (context) => {
    const service = new LocalGrantsService({ ...context, keys: context.grantKeys });
    service.start();
    return {
      routes: [answer('localGrants', localGrantsCalls, localGrantsRoutes(service))],
      stop: () => service.stop(),
    };
  },
};
