import type { Location } from '@sightline/contracts/locations/location';
import type { MemberActor } from '../../platform/http/actor.ts';
import { locationRights } from './locations.policy.ts';
import type { LocationRow } from './locations.repository.ts';

/** The only form in which a location leaves the server. */
export const presentLocation = (row: LocationRow, actor: MemberActor): Location => ({
  id: row.id,
  name: row.name,
  parentId: row.parentId,
  timeZone: row.timeZone,
  address: row.address,
  edgeCount: row.edgeCount,
  cameraCount: row.cameraCount,
  createdAt: row.createdAt.getTime(),
  revision: row.revision,
  can: locationRights(actor, row.locationPath),
});
