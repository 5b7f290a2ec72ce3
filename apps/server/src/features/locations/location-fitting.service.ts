import type { CoreFitting, LocationFitting } from '@sightline/contracts/locations/location';
import { AppError } from '@sightline/contracts/shared/errors';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { edgesServing, edgeStateOf, type ServingEdge } from '../edges/edges.public.ts';
import { assessLoad, unknownLoad } from './core-load.ts';
import { requireLocation } from './locations.policy.ts';
import { findLocation } from './locations.repository.ts';

/** Whether the cores of a location carry its cameras. */
export type LocationFittingService = ReturnType<typeof createLocationFittingService>;

/** Nobody looks at a screen longer for an answer that may not come. */
const answerWithinMs = 5_000;

/** Asks the cores of a location how loaded they are: they alone know, and only for the moment. */
export function createLocationFittingService({ database, edges }: { database: Database; edges: EdgeCommands }) {
  return {
    ofLocation: async (actor: MemberActor, id: string): Promise<LocationFitting> => {
      const { organizationId } = actor;
      const serving = await database.withOrganization(organizationId, async (trx) => {
        requireLocation(actor, await findLocation(trx, organizationId, id), 'LocationView');
        return edgesServing(trx, organizationId, id);
      });
      const seen = serving.filter((edge) => mayAt(actor, 'CoreView', edge.entityPath));
      return { cores: await Promise.all(seen.map((edge) => fittingOf(edges, organizationId, edge))) };
    },
  };
}

async function fittingOf(edges: EdgeCommands, organizationId: string, edge: ServingEdge): Promise<CoreFitting> {
  const { id: edgeId, name, cameraCount } = edge;
  return { edgeId, name, cameraCount, ...(await measured(edges, organizationId, edge)) };
}

async function measured(
  edges: EdgeCommands,
  organizationId: string,
  edge: ServingEdge,
): Promise<Pick<CoreFitting, 'load' | 'level' | 'why'>> {
  const state = edgeStateOf(edge);
  if (state === 'unclaimed' || state === 'revoked') return unknownLoad('notPaired');
  if (state === 'offline') return unknownLoad('coreOffline');
  try {
    const analysis = await edges.request({
      organizationId,
      edgeId: edge.id,
      command: 'analysis.status',
      body: {},
      timeoutMs: answerWithinMs,
    });
    return assessLoad({ health: edge.health, analysis });
  } catch (error) {
    // What one core does not answer is said of this core; the others are told all the same.
    if (error instanceof AppError) return unknownLoad(error.code === 'core_offline' ? 'coreOffline' : 'noAnswer');
    throw error;
  }
}
