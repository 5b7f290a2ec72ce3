import type { EdgeCommands } from '../../platform/link/edge-commands.ts';

/** What a core was told of one entity. Cores that know cameras alone (`isOld`) know only the question for a camera. */
export async function askTold(
  edges: EdgeCommands,
  of: { organizationId: string; edgeId: string; kind: string; entityId: string; isOld: boolean },
): Promise<{ revision: number; content: unknown }> {
  const { organizationId, edgeId, kind, entityId, isOld } = of;
  const place = { organizationId, edgeId };
  if (!isOld) return edges.request({ ...place, command: 'sync.entity', body: { kind, entityId } });
  const { revision, config } = await edges.request({ ...place, command: 'sync.camera', body: { cameraId: entityId } });
  return { revision, content: config };
}
