import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { findEdgeRef, findSyncedCore, requireEdge } from '../edges/edges.public.ts';
import type { SyncQueueDeps } from './sync-operations.service.ts';
import { askTold } from './sync-told.ts';

/** An entity that its core alone knows. */
interface Adopted {
  edgeId: string;
  entity: string;
  entityId: string;
}

/** Taking things over that only their core knows. */
export interface SyncAdoptionService {
  adopt(actor: MemberActor, adopted: Adopted): Promise<void>;
}

/** After a restore from an older copy a core holds what this server does not know. It says what it was told of it, and the kind takes it over. */
export function createSyncAdoptionService(deps: SyncQueueDeps): SyncAdoptionService {
  return {
    adopt: async (actor, { edgeId, entity: kind, entityId }) => {
      const { organizationId } = actor;
      const { edge, core } = await deps.database.withOrganization(organizationId, async (trx) => ({
        edge: requireEdge(actor, await findEdgeRef(trx, organizationId, edgeId), 'CoreView'),
        core: await findSyncedCore(trx, { organizationId, edgeId }),
      }));
      const entity = deps.entities.find(kind);
      if (!entity?.adoption || !core?.kinds.has(kind)) throw new AppError('not_found');
      const told = await askTold(deps.edges, { organizationId, edgeId, kind, entityId, isOld: core.kinds.size === 1 });
      const content = entity.schema.safeParse(told.content);
      if (!content.success) throw new AppError('link_message_invalid');
      await entity.adoption.adopt(actor, { edge, entityId, revision: told.revision, content: content.data });
    },
  };
}
