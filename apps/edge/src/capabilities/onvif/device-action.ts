import type { OnvifAction } from '@sightline/contracts/cameras/camera-onvif';
import { AppError } from '@sightline/contracts/shared/errors';
import type { CameraSession } from './camera-sessions.ts';
import type { HeadStops } from './head-stops.ts';

type ImagingAction = Extract<OnvifAction, { kind: 'setImaging' }>;

const levels = ['brightness', 'contrast', 'saturation', 'sharpness'] as const;

function headOf({ head }: CameraSession): string {
  if (head === null) throw new AppError('onvif_unsupported');
  return head;
}

/** Fractions become the device's own numbers; what it does not have is said, not skipped. */
async function setImaging({ device, source }: CameraSession, action: ImagingAction): Promise<void> {
  if (source === null) throw new AppError('onvif_unsupported');
  const now = await device.imaging(source);
  const wanted: Parameters<typeof device.setImaging>[1] = action.irCut === undefined ? {} : { irCut: action.irCut };
  for (const level of levels) {
    const share = action[level];
    if (share === undefined) continue;
    const range = now.levels[level]?.range;
    if (!range) throw new AppError('onvif_unsupported', { setting: level });
    wanted[level] = range.min + share * (range.max - range.min);
  }
  if (action.irCut !== undefined && now.irCut === null) throw new AppError('onvif_unsupported', { setting: 'irCut' });
  await device.setImaging(source, wanted);
}

/** Does what was asked of a camera's device; answers the token of a preset that was made. */
export async function actOnDevice(
  session: CameraSession,
  action: OnvifAction,
  stops: HeadStops,
): Promise<{ preset: string | null }> {
  const { device } = session;
  switch (action.kind) {
    case 'move': {
      const head = headOf(session);
      const { pan, tilt, zoom, timeoutMs } = action;
      await stops.move(session, head, { speed: { pan, tilt, zoom }, forMs: timeoutMs });
      break;
    }
    case 'stop':
      await stops.stopNow(session, headOf(session));
      break;
    case 'goToPreset': {
      const head = headOf(session);
      await stops.sendElsewhere(session, head, () => device.goToPreset(head, action.preset));
      break;
    }
    case 'savePreset':
      return { preset: await device.savePreset(headOf(session), action.name) };
    case 'removePreset':
      await device.removePreset(headOf(session), action.preset);
      break;
    case 'setClock':
      await device.setClock();
      break;
    case 'reboot':
      await device.reboot();
      break;
    case 'setImaging':
      await setImaging(session, action);
      break;
  }
  return { preset: null };
}
