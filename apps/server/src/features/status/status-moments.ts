import type { ChangeWork } from '../../platform/database/changes.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Cameras or cores were looked at, and are not simply as they were: something is shown otherwise, or is not online. In the same transaction. */
export const statusLooked =
  hookPoint<[work: ChangeWork, things: { organizationId: string; ids: readonly string[] }]>('status.looked');
