import type { CameraStatus } from '@sightline/contracts/cameras/camera';
import { createStore, useStore } from 'zustand';

/** A camera that is not back by then has another trouble; its own state tells it. */
const maxMs = 3 * 60_000;

const store = createStore<{ cameraIds: ReadonlySet<string> }>(() => ({ cameraIds: new Set() }));
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const beganUtcMs = new Map<string, number>();

/** Whether a camera was asked to restart and is not back yet. */
export const isRebooting = (cameraId: string): boolean => store.getState().cameraIds.has(cameraId);

export const useIsRebooting = (cameraId: string): boolean =>
  useStore(store, ({ cameraIds }) => cameraIds.has(cameraId));

/** The camera is back, or nobody waits for it any longer. */
const endReboot = (cameraId: string): void => {
  clearTimeout(timers.get(cameraId));
  timers.delete(cameraId);
  if (isRebooting(cameraId))
    store.setState(({ cameraIds }) => ({ cameraIds: new Set([...cameraIds].filter((id) => id !== cameraId)) }));
};

/** The camera was asked to restart just now. */
export const beginReboot = (cameraId: string, nowUtcMs: number): void => {
  beganUtcMs.set(cameraId, nowUtcMs);
  clearTimeout(timers.get(cameraId));
  timers.set(
    cameraId,
    setTimeout(() => endReboot(cameraId), maxMs),
  );
  store.setState(({ cameraIds }) => ({ cameraIds: new Set([...cameraIds, cameraId]) }));
};

/** A camera that came online after it was asked is back; that it was online before says nothing. */
export const followReboot = (
  cameraId: string,
  { state, sinceUtcMs }: Pick<CameraStatus, 'state' | 'sinceUtcMs'>,
): void => {
  if (state === 'online' && sinceUtcMs >= (beganUtcMs.get(cameraId) ?? 0)) endReboot(cameraId);
};
