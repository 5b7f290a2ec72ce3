import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import type { VehicleRow } from './vehicles.repository.ts';

export const presentVehicle = (row: VehicleRow): Vehicle => {
  const { id, plate, owner, make, color, seenAt, edgeId, revision } = row;
  const { locationId, locationName, timeZone } = row;
  const seenMs = seenAt.getTime();
  return {
    id,
    plate,
    owner,
    make,
    color,
    lastSeen: seenMs === 0 ? null : seenMs,
    edgeId,
    location:
      locationId === null || locationName === null || timeZone === null
        ? null
        : { id: locationId, name: locationName, timeZone },
    revision,
  };
};
