import { AppError } from '@sightline/contracts/shared/errors';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import { forwardTo, type CommandHandlers, type CommandTarget } from '../../platform/link/command-handlers.ts';
import type { CamerasStore } from '../../platform/store/cameras-store.ts';
import type { ExportGives } from '../export/export.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';

type Commands = 'camera.test' | 'camera.poster';

/** Takes single pictures of cameras, in the process of the exports. */
export const snapshotCapability: EdgeCapability<RecoverGives & ExportGives, object, Commands> = {
  verb: 'snapshot',
  begins: 'withServer',
  start: ({ stores, jobs }) => ({ handlers: pictureHandlers(jobs, stores.cameras) }),
};

/** What the server saved may hide more than this core knows of: a picture taken by older settings would show it. */
export function pictureHandlers(
  jobs: CommandTarget,
  cameras: Pick<CamerasStore, 'revisionOf'>,
): CommandHandlers<Commands> {
  const forwarded = forwardTo(jobs, ['camera.test', 'camera.poster']);
  return {
    ...forwarded,
    'camera.poster': (input, timeoutMs) => {
      if (cameras.revisionOf(input.cameraId) < input.revision) throw new AppError('camera_not_ready');
      return forwarded['camera.poster'](input, timeoutMs);
    },
  };
}
