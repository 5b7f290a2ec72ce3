import { createHash } from 'node:crypto';
import type { EdgeRecoveryDocument } from '@sightline/contracts/edges/recovery-document';
import { contentHashText } from '@sightline/contracts/link/link-operations';
import { withoutSecrets } from '@sightline/domain/cameras/stream-address';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { SyncedEntities } from '../../platform/sync/synced-entity.ts';
import { findSyncedCore } from './edge-operations.repository.ts';
import { findRecoveryCore, recoveryCameras } from './edge-recovery.repository.ts';
import { requireEdge } from './edges.policy.ts';
import { findEdge } from './edges.repository.ts';

/** What the recovery document needs from the rest of the server. */
export interface EdgeRecoveryDeps {
  changes: Changes;
  clock: Clock;
  /** Address of this server as cores reach it. */
  serverUrl: () => string;
  entities: SyncedEntities;
}

/** The document by which a core is put up again on another machine. */
export type EdgeRecoveryService = ReturnType<typeof createEdgeRecoveryService>;

/** Writes the document anew each time, and writes down who asked for it. */
export function createEdgeRecoveryService({ changes, clock, serverUrl, entities }: EdgeRecoveryDeps) {
  return {
    document: (actor: MemberActor, edgeId: string): Promise<EdgeRecoveryDocument> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async ({ trx, audit }) => {
        const { organizationId } = actor;
        requireEdge(actor, await findEdge(trx, organizationId, edgeId), 'CoreEdit');
        const { organizationName, dhcp, publicKey, claimedAt, ...core } = await findRecoveryCore(trx, {
          organizationId,
          edgeId,
        });
        const cameras = await recoveryCameras(trx, { organizationId, edgeId });
        // How a camera is reached is for whoever may edit it, here as on its own page.
        const shown = cameras.filter(({ entityPath }) => mayAt(actor, 'CameraEdit', entityPath));
        const synced = await findSyncedCore(trx, { organizationId, edgeId });
        const wanted = synced ? await entities.wanted(trx, synced) : [];
        await audit({ action: 'core.recovery-document', entityKind: 'edge', entityId: edgeId });
        return {
          documentVersion: 1,
          createdAtUtcMs: clock(),
          serverUrl: serverUrl(),
          organization: { id: organizationId, name: organizationName },
          core: {
            id: edgeId,
            ...core,
            keyFingerprint: publicKey === null ? null : fingerprintOf(publicKey),
            claimedAtUtcMs: claimedAt?.getTime() ?? null,
          },
          cameras: shown.map(({ entityPath: _path, ...camera }) => ({
            ...camera,
            streams: camera.streams.map((stream) => ({ ...stream, url: withoutSecrets(stream.url) })),
          })),
          camerasLeftOut: cameras.length - shown.length,
          dhcp,
          configurationHash: createHash('sha256').update(contentHashText(wanted)).digest('hex'),
        };
      }),
  };
}

/** What people compare: the first 16 hex digits of the hash of a key, in groups of 4. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(Buffer.from(publicKey, 'base64url'))
    .digest('hex')
    .slice(0, 16)
    .replaceAll(/(.{4})(?=.)/g, '$1 ');
