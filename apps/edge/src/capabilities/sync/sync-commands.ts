import type { SyncedKind } from '@sightline/contracts/link/synced-kinds';
import { AppError } from '@sightline/contracts/shared/errors';
import type { CommandHandlers } from '../../platform/link/command-handlers.ts';
import type { DesiredStore } from '../../platform/store/desired-store.ts';

/** Answers what this core was told. Fails with `not_found` for what it does not hold. */
export const syncHandlers = (
  desired: DesiredStore,
): CommandHandlers<'sync.content' | 'sync.entity' | 'sync.camera'> => ({
  'sync.content': () => desired.content(),
  'sync.camera': ({ cameraId }) => {
    const { revision, content: config } = desired.told('camera', cameraId);
    return { revision, config };
  },
  'sync.entity': ({ kind, entityId }) => {
    if (!desired.kinds().includes(kind)) throw new AppError('not_found');
    return desired.told(kind as SyncedKind, entityId);
  },
});
