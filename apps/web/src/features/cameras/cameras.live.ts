import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { call, callKey } from '../../platform/api/client.ts';
import { findCached, patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { translate } from '../../platform/i18n/i18n.ts';
import { onEvent, type EventOf } from '../../platform/realtime/event-bus.ts';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { toastUpdate } from '../../ui/toasts/toast.tsx';
import { logFact } from '../../platform/log/log.ts';
import { beginReboot, followReboot } from './rebooting-cameras.ts';

const lists = callKey(camerasCalls.list);
const one = callKey(camerasCalls.get);

const withStatus = (camera: Camera, event: EventOf<'cameras.status'>): Camera => ({
  ...camera,
  status: event.status,
  streams: camera.streams.map((stream) => {
    const told = event.streams.find(({ id }) => id === stream.id);
    return told === undefined ? stream : { ...stream, status: told.status };
  }),
});

/** How large its pictures are is known once a stream runs; no status tells it. */
const lacksFormat = (camera: Camera | undefined, event: EventOf<'cameras.status'>): boolean =>
  camera?.streams.some(
    ({ id, format }) =>
      format === null && event.streams.some((told) => told.id === id && told.status.state === 'online'),
  ) ?? false;

const refresh = (cameraId: string): void => {
  refreshSoon(callKey(camerasCalls.get, { params: { id: cameraId } }));
  refreshSoon(callKey(camerasCalls.getSettings, { params: { id: cameraId } }));
  refreshSoon(lists);
};

/** Says by its new name that a camera was changed, to those who have it on a screen. */
const notifyChange = async (id: string): Promise<void> => {
  if (findCached<Camera>({ lists, one, id }) === undefined) return;
  try {
    const { name } = await call(camerasCalls.get, { params: { id } });
    toastUpdate({ title: translate('cameras.live.changed', { name }) });
  } catch (failure) {
    // Deleted or hidden meanwhile: the list says so itself.
    logFact('A camera that was changed could not be read', failure);
  }
};

/**
 * Keeps cameras on the screen true. A status is written into what is cached at once; lists by status and counts are
 * read again soon after, together.
 */
export const startLive = (): (() => void) => {
  const stops = [
    onEvent('cameras.reboot', ({ cameraId }) => beginReboot(cameraId, serverNowUtcMs())),
    onEvent('cameras.status', (event) => {
      followReboot(event.cameraId, event.status);
      const known = findCached<Camera>({ lists, one, id: event.cameraId });
      patchCached<Camera>({ lists, one, id: event.cameraId }, (camera) => withStatus(camera, event));
      if (lacksFormat(known, event)) refreshSoon(callKey(camerasCalls.get, { params: { id: event.cameraId } }));
      refreshSoon(lists);
    }),
    onEvent('cameras.changed', ({ cameraId }, { mayToast }) => {
      refresh(cameraId);
      if (mayToast) void notifyChange(cameraId);
    }),
    onEvent('cameras.removed', ({ cameraId }, { mayToast }) => {
      const known = findCached<Camera>({ lists, one, id: cameraId });
      refresh(cameraId);
      if (mayToast && known !== undefined)
        toastUpdate({ title: translate('cameras.live.removed', { name: known.name }) });
    }),
  ];
  return () => stops.forEach((stop) => stop());
};
