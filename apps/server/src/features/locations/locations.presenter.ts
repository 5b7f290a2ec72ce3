import type { Location } from '@sightline/contracts/locations/location';
import type { MemberActor } from '../../platform/http/actor.ts';
import { locationRights, seesLocation } from './locations.policy.ts';
import type { LocationRow } from './locations.repository.ts';

/** The only form in which a location leaves the server. Of one above what the actor may see it tells the name and the place in the tree. */
export const presentLocation = (row: LocationRow, actor: MemberActor): Location => {
  const isSeen = seesLocation(actor, row.entityPath);
  return {
    id: row.id,
    name: row.name,
    parentId: row.parentId,
    timeZone: row.timeZone,
    address: isSeen ? row.address : null,
    edgeCount: isSeen ? row.edgeCount : 0,
    cameraCount: isSeen ? row.cameraCount : 0,
    createdAt: row.createdAt.getTime(),
    revision: row.revision,
    isNameOnly: !isSeen,
    can: locationRights(actor, row.entityPath),
  };
};
