import type { OnvifState } from '@sightline/contracts/cameras/camera-onvif';
import { AppError } from '@sightline/contracts/shared/errors';
import type { DeviceImaging } from '../../drivers/onvif/onvif-port.ts';
import type { CameraSession } from './camera-sessions.ts';

/** Null for what this camera does not offer. */
async function offered<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'onvif_unsupported' || error.code === 'onvif_refused'))
      return null;
    throw error;
  }
}

function fraction(level: DeviceImaging['levels'][keyof DeviceImaging['levels']]): number | null {
  if (!level) return null;
  const share = (level.value - level.range.min) / (level.range.max - level.range.min);
  return Math.max(0, Math.min(1, share));
}

function imagingOf({ levels, irCut }: DeviceImaging): NonNullable<OnvifState['imaging']> {
  const { brightness, contrast, saturation, sharpness } = levels;
  return {
    brightness: fraction(brightness),
    contrast: fraction(contrast),
    saturation: fraction(saturation),
    sharpness: fraction(sharpness),
    irCut,
  };
}

/** How a device is now, as far as it says. */
export async function readDeviceState(
  { device, head, source }: CameraSession,
  known: { nowUtcMs: number; events: OnvifState['events'] },
): Promise<OnvifState> {
  const { events, nowUtcMs } = known;
  const presets = head === null ? null : await offered(device.presets(head));
  const isMoving = head === null ? null : await offered(device.isMoving(head));
  const imaging = source === null ? null : await offered(device.imaging(source));
  return {
    atUtcMs: Math.round(nowUtcMs),
    clockOffsetMs: device.clockOffsetMs,
    presets: presets ?? [],
    imaging: imaging === null ? null : imagingOf(imaging),
    isMoving,
    hasHead: head !== null,
    events,
  };
}
