import type { LinkContext, ServerContext } from '../../platform/features/server-context.ts';
import type { ServerFeature } from '../../platform/features/server-feature.ts';
import type { LinkHooks } from '../../platform/link/link-hooks.ts';
import type { SyncedEntities } from '../../platform/sync/synced-entity.ts';
import { adoptedTopic } from '../cameras/cameras.public.ts';
import { linkAudit } from './link.audit.ts';
import { LinkGateway, type LinkGatewayDeps } from './link-gateway.ts';
import type { EdgeRef } from './link.repository.ts';
import { mountLink } from './link.routes.ts';
import { createLinkService } from './link.service.ts';
import { deleteOldUnknown } from './unknown-cameras.repository.ts';

/** Opens the links of cores, with what features declare for them. */
export async function openLink(
  deps: LinkContext & Omit<LinkGatewayDeps, 'service' | 'compare'> & { entities: SyncedEntities; linkHooks: LinkHooks },
): Promise<LinkGateway> {
  const { linkHooks: hooks } = deps;
  const gateway = new LinkGateway({ ...deps, service: createLinkService({ ...deps, hooks }), compare: hooks.compare });
  await gateway.start();
  return gateway;
}

/** The links of cores. They are open before any feature is started, because features ask cores over them. */
export const linkFeature: ServerFeature<ServerContext & { edges: LinkGateway }> = {
  noun: 'link',
  audits: linkAudit,
  start: ({ edges, bus, log }) => ({
    routes: [(app) => mountLink(app, edges)],
    stop: bus.subscribe(adoptedTopic, (body) => {
      const { cameraId, ...place } = body as EdgeRef & { cameraId: string };
      edges
        .release(place, cameraId)
        .catch((error: unknown) => log.error({ err: error, cameraId }, 'what a core said of an adopted camera waits'));
    }),
  }),
  housekeeping: ({ database }) => [
    { name: 'records of unknown cameras', run: (now) => deleteOldUnknown(database, now) },
  ],
};
