import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { CameraState } from '@sightline/contracts/cameras/camera';
import { callPages, callQuery } from '../../platform/api/client.ts';

// Addresses of pictures are signed for 5 minutes.
const pictureMs = 4 * 60_000;

/** How many cameras are in a state, and the first of them. */
export const camerasInState = (state: CameraState | undefined, limit: number) =>
  callQuery(camerasCalls.list, { query: { state, limit } });

/** The first cameras of a site, with fresh pictures. */
export const camerasOfSite = (locationId: string, limit: number) => ({
  ...callQuery(camerasCalls.list, { query: { locationId, locationDepth: 'own', limit } }),
  refetchInterval: pictureMs,
});

/** Filters of the camera list. */
export interface CameraFilters {
  search: string | undefined;
  state: CameraState | undefined;
  locationId: string | undefined;
  edgeId: string | undefined;
}

/** All cameras that match, page by page. */
export const cameraPages = (filters: CameraFilters) =>
  callPages(camerasCalls.list, { query: { ...filters, limit: 100 } });

/** One camera, with a fresh picture. */
export const cameraById = (id: string) => ({
  ...callQuery(camerasCalls.get, { params: { id } }),
  refetchInterval: pictureMs,
});

/** Cameras of a core by name; a core has tens of them. */
export const camerasOfEdge = (edgeId: string) => callQuery(camerasCalls.list, { query: { edgeId, limit: 200 } });

/** Everything that is set of a camera beside its name and its streams. */
export const cameraSettingsOf = (id: string) => callQuery(camerasCalls.getSettings, { params: { id } });

/** How many cameras are moved at once at most. */
export const maxMoved = 200;

/** Cameras of a site that could be moved. */
export const camerasToMove = ({
  locationId,
  depth,
  search,
}: {
  locationId: string;
  depth: 'own' | 'below';
  search: string;
}) =>
  callQuery(camerasCalls.list, {
    query: { locationId, locationDepth: depth, limit: maxMoved, ...(search === '' ? {} : { search }) },
  });

/** These cameras, with fresh pictures; those that are gone or may not be seen are left out. */
export const camerasByIds = (ids: readonly string[]) => ({
  ...callQuery(camerasCalls.list, { query: { ids: ids.join(','), limit: 200 } }),
  enabled: ids.length > 0,
  refetchInterval: pictureMs,
});

/** Cameras on one page of the paged list. */
export const camerasPerPage = 10;

/** Cameras by name in pages of ten. */
export const camerasByTen = (search: string | undefined) =>
  callPages(camerasCalls.list, { query: { search, limit: camerasPerPage } });
