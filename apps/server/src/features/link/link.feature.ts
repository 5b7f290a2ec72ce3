import type { ServerContext } from '../../platform/features/server-context.ts';
import type { ServerFeature } from '../../platform/features/server-feature.ts';
import { linkAudit } from './link.audit.ts';
import type { LinkGateway } from './link-gateway.ts';
import { mountLink } from './link.routes.ts';
import { deleteOldUnknown } from './unknown-cameras.repository.ts';

/** The links of cores. Its gateway runs before any feature is started, because features ask cores over it. */
export const linkFeature: ServerFeature<ServerContext & { edges: LinkGateway }> = {
  noun: 'link',
  audits: linkAudit,
  start: ({ edges }) => ({ routes: [(app) => mountLink(app, edges)] }),
  housekeeping: ({ database }) => [
    { name: 'records of unknown cameras', run: (now) => deleteOldUnknown(database, now) },
  ],
};
