import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { HeldPermission } from '@sightline/contracts/sessions/session';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { useStore } from 'zustand';
import { cachedItem } from '../api/cached-item.ts';
import { sessionStore } from './session-store.ts';

interface Place {
  id: string;
  edgeId?: string;
  locationId?: string;
  parentId?: string | null;
}

const places = [
  camerasCalls.list,
  camerasCalls.get,
  edgesCalls.list,
  edgesCalls.get,
  locationsCalls.list,
  locationsCalls.get,
];

/** A thing and everything above it, as far as the screens have read it: a camera, its core, its location, and so on up. */
export const placesAbove = (id: string, known: (id: string) => Place | undefined): readonly string[] => {
  const path: string[] = [];
  const waiting = [id];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (path.includes(next)) continue;
    path.push(next);
    const place = known(next);
    waiting.push(...[place?.edgeId, place?.locationId, place?.parentId].filter((above) => above != null));
  }
  return path;
};

/** Whether the permission is held: anywhere, or, with a path, on one of the things of the path. The server decides; this only mirrors it. */
export const isHeld = (held: readonly HeldPermission[], permission: Permission, path?: readonly string[]): boolean =>
  held.some(
    ({ name, entityIds }) =>
      name === permission && (entityIds === null || path === undefined || path.some((id) => entityIds.includes(id))),
  );

/** Whether the signed-in person may do something somewhere, or on one thing (location, core or camera). */
export const may = (permission: Permission, entityId?: string): boolean => {
  const state = sessionStore.getState();
  if (state.status !== 'signedIn') return false;
  const path = entityId === undefined ? undefined : placesAbove(entityId, (id) => cachedItem<Place>(places, id));
  return isHeld(state.session.permissions, permission, path);
};

/** As {@link may}, for screens: follows the session when rights are given or taken. */
export const useMay = (permission: Permission, entityId?: string): boolean =>
  useStore(sessionStore, () => may(permission, entityId));
