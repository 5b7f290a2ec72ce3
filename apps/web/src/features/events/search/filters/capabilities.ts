import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';

export type Ability = 'detect' | 'plates' | 'faces';

type Core = Pick<Edge, 'id' | 'locationId' | 'state' | 'capabilities'>;
type Site = Pick<Location, 'id' | 'parentId'>;

const isBelow = (sites: readonly Site[], id: string, above: string): boolean => {
  for (let at: string | null | undefined = id; at; at = sites.find((site) => site.id === at)?.parentId)
    if (at === above) return true;
  return false;
};

interface Where {
  /** Chosen cameras, or none for all. */
  cameras: readonly Pick<Camera, 'edgeId'>[];
  locationId: string | undefined;
  cores: readonly Core[];
  sites: readonly Site[];
}

/** The cores that the chosen cameras belong to; cores that were never paired have seen nothing and do not count. */
export function coresAsked({ cameras, locationId, cores, sites }: Where): Core[] {
  const paired = cores.filter(({ state }) => state === 'online' || state === 'offline');
  if (cameras.length > 0) return paired.filter(({ id }) => cameras.some(({ edgeId }) => edgeId === id));
  return locationId === undefined ? paired : paired.filter((core) => isBelow(sites, core.locationId, locationId));
}

/** What none of these cores can do. Nothing is claimed of no core. */
export function missingAbilities(cores: readonly Core[]): Ability[] {
  if (cores.length === 0) return [];
  return (['detect', 'plates', 'faces'] as const).filter(
    (ability) => !cores.some(({ capabilities }) => capabilities.some((name) => name.startsWith(`${ability}:`))),
  );
}
