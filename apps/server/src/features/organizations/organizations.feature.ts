import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { at } from '../../platform/features/hooks.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { organizationsAudit } from './organizations.audit.ts';
import type { MfaProof } from '../../platform/auth/mfa-proof.ts';
import { operationsTopic } from '../edges/edges.public.ts';
import { notifyOrganizationSwitches } from './organization-switches.synced.ts';
import { organizationSwitches, purgeDeleted, switchesChanged } from './organizations.public.ts';
import { organizationsRoutes } from './organizations.routes.ts';
import { createOrganizationsService } from './organizations.service.ts';

/** Organizations own everything else. */
export const organizationsFeature: ServerFeature<ServerContext & { mfa: MfaProof }> = {
  noun: 'organizations',
  synced: () => [organizationSwitches],
  audits: organizationsAudit,
  start: (context) => {
    const service = createOrganizationsService({ ...context, onSwitchesChanged: context.hooks.of(switchesChanged) });
    return { routes: [answer('organizations', organizationsCalls, organizationsRoutes(service))] };
  },
  hooks: ({ bus }) => [
    at(switchesChanged, async (change, { organizationId }) => {
      const edgeIds = await notifyOrganizationSwitches(change.trx, organizationId);
      change.afterCommit(() => {
        for (const edgeId of edgeIds) bus.publish(operationsTopic, { edgeId });
      });
    }),
  ],
  hears: {
    'organizations.changed': { rights: null },
    'organizations.deleted': { rights: null, isOwnStanding: true },
  },
  housekeeping: ({ database, blobs }) => [
    { name: 'deleted organizations', run: (now) => purgeDeleted({ database, blobs }, now) },
  ],
};
