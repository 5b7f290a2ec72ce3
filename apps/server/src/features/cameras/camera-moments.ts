import type { ChangeWork } from '../../platform/database/changes.ts';
import { hookPoint } from '../../platform/features/hooks.ts';
import type { EdgeKey } from '../../platform/sync/synced-entity.ts';

/** A core, which is held, has lost a camera, or has one again that was deleted. */
export const cameraCameOrWent = hookPoint<[work: ChangeWork, core: EdgeKey]>('cameras.cameOrWent');
