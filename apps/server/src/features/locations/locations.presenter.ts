import type { Location } from '@sightline/contracts/locations/location';
import { readShown } from '../../platform/database/shown-status.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { locationRights, seesLocation } from './locations.policy.ts';
import type { LocationRow } from './locations.repository.ts';

const coordinatesOf = ({ latitude, longitude }: LocationRow): Location['coordinates'] =>
  latitude === null || longitude === null ? null : { lat: latitude, lon: longitude };

/** The only form in which a location leaves the server. Of one above what the actor may see it tells the name and the place in the tree. */
export const presentLocation = (row: LocationRow, actor: MemberActor): Location => {
  const isSeen = seesLocation(actor, row.entityPath);
  return {
    id: row.id,
    name: row.name,
    parentId: row.parentId,
    timeZone: row.timeZone,
    address: isSeen ? row.address : null,
    city: isSeen ? row.city : null,
    state: isSeen ? row.state : null,
    zip: isSeen ? row.zip : null,
    notes: isSeen ? row.notes : null,
    coordinates: isSeen ? coordinatesOf(row) : null,
    localLiveStream: isSeen ? row.localLiveStream : true,
    faceRecognition: isSeen ? row.faceRecognition : true,
    edgeCount: isSeen ? row.edgeCount : 0,
    cameraCount: isSeen ? row.cameraCount : 0,
    status: isSeen ? readShown(row, row.createdAt) : null,
    createdAt: row.createdAt.getTime(),
    revision: row.revision,
    isNameOnly: !isSeen,
    can: locationRights(actor, row.entityPath),
  };
};
