import type { EdgeCommandInput, EdgeCommandName, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import type { SyncedKind } from '@sightline/contracts/link/synced-kinds';
import { AppError } from '@sightline/contracts/shared/errors';
import type { DesiredStore } from '../platform/store/desired-store.ts';

type SyncCommand = 'sync.content' | 'sync.entity' | 'sync.camera';

const names: readonly EdgeCommandName[] = ['sync.content', 'sync.entity', 'sync.camera'] satisfies SyncCommand[];

/** Whether a request is about what this core was told. */
export const isSyncCommand = (name: EdgeCommandName): name is SyncCommand => names.includes(name);

/** Answers what this core was told. Fails with `not_found` for what it does not hold. */
export function syncCommand(desired: DesiredStore, name: SyncCommand, input: unknown): EdgeCommandOutput<SyncCommand> {
  if (name === 'sync.content') return desired.content();
  if (name === 'sync.camera') {
    const { revision, content: config } = desired.told('camera', (input as EdgeCommandInput<typeof name>).cameraId);
    return { revision, config };
  }
  const { kind, entityId } = input as EdgeCommandInput<typeof name>;
  if (!desired.kinds().includes(kind)) throw new AppError('not_found');
  return desired.told(kind as SyncedKind, entityId);
}
