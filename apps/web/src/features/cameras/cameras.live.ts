import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { callKey } from '../../platform/api/client.ts';
import { patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent, type EventOf } from '../../platform/realtime/event-bus.ts';

const withStatus = (camera: Camera, event: EventOf<'cameras.status'>): Camera => ({
  ...camera,
  status: event.status,
  streams: camera.streams.map((stream) => {
    const told = event.streams.find(({ id }) => id === stream.id);
    return told === undefined ? stream : { ...stream, status: told.status };
  }),
});

/**
 * Keeps cameras on the screen true. A status is written into what is cached at once; lists by status and counts are
 * read again soon after, together.
 */
export const startCamerasLive = (): (() => void) => {
  const lists = callKey(camerasCalls.list);
  const one = callKey(camerasCalls.get);
  const stops = [
    onEvent('cameras.status', (event) => {
      patchCached<Camera>({ lists, one, id: event.cameraId }, (camera) => withStatus(camera, event));
      refreshSoon(lists);
    }),
    onEvent('cameras.changed', (event) => {
      refreshSoon(callKey(camerasCalls.get, { params: { id: event.cameraId } }));
      refreshSoon(lists);
    }),
    onEvent('cameras.removed', (event) => {
      refreshSoon(callKey(camerasCalls.get, { params: { id: event.cameraId } }));
      refreshSoon(lists);
    }),
  ];
  return () => stops.forEach((stop) => stop());
};
