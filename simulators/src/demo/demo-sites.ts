import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import type { Placement } from '@sightline/contracts/floors/floor';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { CallRequest } from '@sightline/contracts/shared/call';
import type { ApiClient } from './api-client.ts';
import { demoPlan, planWidthM } from './demo-plan.ts';

/** A site of the demo, by what the demo calls it. */
export type DemoSiteId = 'quay' | 'haifa';

type NewSite = Omit<CallRequest<typeof locationsCalls.create>['body'], 'parentId'>;

/** What holds both sites and the core that serves them. */
const root: NewSite = { name: 'Harbour Foods', timeZone: 'Europe/Amsterdam' };

const sites: Record<DemoSiteId, NewSite> = {
  quay: {
    name: 'Quayside plant',
    timeZone: 'Europe/Amsterdam',
    address: 'Quay Street 12',
    city: 'Amsterdam',
    // Where the simulated monitoring service sends help.
    coordinates: { lat: 52.3797, lon: 4.8937 },
  },
  haifa: {
    name: 'Haifa cold store',
    timeZone: 'Asia/Jerusalem',
    address: 'Port Road 3',
    city: 'Haifa',
    coordinates: { lat: 32.819, lon: 35.0 },
  },
};

const coreName = 'Plant core';

/** Where cameras are to be added, and on which floor they are placed. */
export interface DemoPlace {
  edge: Edge;
  locationIds: Record<DemoSiteId, string>;
  /** The floor that the demo drew; null where somebody deleted it or the site has other buildings. */
  floorId: string | null;
}

/** Where cameras of the cold store stand on its plan, by what the demo calls them. */
const placements: Readonly<Record<string, Placement>> = {
  entrance: { x: 0.4, y: 0.29, headingDeg: 10, fovDeg: 80, rangeM: 22 },
  yard: { x: 0.3, y: 0.55, headingDeg: 250, fovDeg: 90, rangeM: 26 },
};

/** Finds or makes the sites, the core and the plan. What somebody changed or deleted stays as it is. Call after `enterDemo`. */
export async function ensureSites(api: ApiClient): Promise<DemoPlace> {
  const { items } = await api.call(locationsCalls.list, { query: { limit: 200 } });
  const edges = (await api.call(edgesCalls.list, { query: { limit: 200 } })).items;
  const named = (name: string): string | undefined => items.find((site) => site.name === name)?.id;
  const make = async (site: NewSite, parentId: string | null): Promise<string> =>
    named(site.name) ?? (await api.call(locationsCalls.create, { body: { ...site, parentId } })).id;
  const known = edges.find(({ name }) => name === coreName);
  // A core serves what is at its own site and below: in a demo of before that is the plant.
  const rootId = known?.locationId ?? (await make(root, null));
  const quay = await make(sites.quay, rootId);
  const haifa = await make(sites.haifa, rootId);
  const edge = known ?? (await api.call(edgesCalls.create, { body: { name: coreName, locationId: rootId } }));
  return { edge, locationIds: { quay, haifa }, floorId: await ensureFloor(api, haifa) };
}

/** The floor is made once, with its building: whoever deletes the building has it deleted, until the site has none at all. */
async function ensureFloor(api: ApiClient, locationId: string): Promise<string | null> {
  const { items } = await api.call(floorsCalls.buildings, { params: { id: locationId } });
  if (items.length > 0) return items[0]?.floors[0]?.id ?? null;
  const building = await api.call(floorsCalls.createBuilding, {
    params: { id: locationId },
    body: { name: 'Processing hall' },
  });
  const { id } = await api.call(floorsCalls.createFloor, {
    params: { id: building.id },
    body: { name: 'Ground floor', widthM: planWidthM },
  });
  await api.call(floorsCalls.setPlan, {
    params: { id },
    body: new Blob([new Uint8Array(demoPlan())], { type: 'image/png' }),
  });
  return id;
}

/** Puts a camera that was just made on the plan, where it has a place there. */
export async function placeDemoCamera(
  api: ApiClient,
  { floorId }: DemoPlace,
  { id, cameraId }: { id: string; cameraId: string },
): Promise<void> {
  const placement = placements[id];
  if (floorId === null || placement === undefined) return;
  await api.call(floorsCalls.placeCamera, { params: { id: floorId, cameraId }, body: placement });
}
