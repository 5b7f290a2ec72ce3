import type { FoundItem } from '@sightline/contracts/global-search/global-search';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { NamedEvent } from '../events/events.public.ts';
import type { Fit, FoundRow } from './global-search.repository.ts';

const scores: Record<Fit, number> = { 4: 1, 3: 0.9, 2: 0.8, 1: 0.7 };
const alikeScore = 0.5;

/** The only form in which something found leaves the server. Of a location above what the actor may see it tells the name and the place in the tree. */
export const presentFound = (
  { path, fit, ...row }: FoundRow,
  { actor, isAlike }: { actor: MemberActor; isAlike: boolean },
): FoundItem => ({
  ...row,
  address: mayAt(actor, 'LocationView', path) ? row.address : null,
  event: null,
  score: isAlike ? alikeScore : scores[fit],
});

/** A plate names one vehicle; what was seen, and where, names many events. */
const eventScores: Record<NamedEvent['by'], number> = { plate: 1, partOfPlate: 0.8, kind: 0.69, camera: 0.6 };

/** An event that was found, below the names of its locations. */
export function presentFoundEvent(found: NamedEvent, names: ReadonlyMap<string, string>): FoundItem {
  const { id, cameraName, edgeId, entityPath, by, class: kind, subtype, plate, startedAtUtcMs, timeZone } = found;
  const locations = entityPath.slice(0, -2);
  return {
    type: 'event',
    id,
    name: cameraName,
    above: locations.flatMap((locationId) => names.get(locationId) ?? []),
    address: null,
    locationId: locations.at(-1) ?? id,
    edgeId,
    floorId: null,
    event: { class: kind, subtype, plate, startedAtUtcMs, timeZone },
    score: eventScores[by],
  };
}
