import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { cameraPaths } from '../cameras/cameras.public.ts';
import { findEdgeRef, requireEdge } from '../edges/edges.public.ts';

/** How cores look at the pictures of their cameras. */
export type AnalysisService = ReturnType<typeof createAnalysisService>;

/** Asks cores how their analysis goes: they alone know, and only for the moment. */
export function createAnalysisService({ database, edges }: { database: Database; edges: EdgeCommands }) {
  return {
    ofEdge: async (actor: MemberActor, edgeId: string): Promise<AnalysisStatus> => {
      const { organizationId } = actor;
      await database.withOrganization(organizationId, async (trx) =>
        requireEdge(actor, await findEdgeRef(trx, organizationId, edgeId), 'CoreView'),
      );
      const status = await edges.request({ organizationId, edgeId, command: 'analysis.status', body: {} });
      const cameraIds = status.cameras.map((camera) => camera.cameraId);
      const paths = await database.withOrganization(organizationId, (trx) =>
        cameraPaths(trx, organizationId, cameraIds),
      );
      const isVisible = (cameraId: string): boolean => {
        const path = paths.get(cameraId);
        return path !== undefined && mayAt(actor, 'CameraView', path);
      };
      return { ...status, cameras: status.cameras.filter((camera) => isVisible(camera.cameraId)) };
    },
  };
}
