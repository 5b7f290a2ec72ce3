import type { Event } from '@sightline/contracts/events/event';
import { vehicleAmong } from '@sightline/domain/vehicles/known-plate';
import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** Which vehicle an event was of. */
export type VehicleOfEvent = NonNullable<Event['vehicle']>;

/** What of an event says which vehicle it was; `vehicle`: the core's word. */
interface ReadEvent {
  id: string;
  plate: { text: string; score: number };
  vehicle: { vehicleId: string; score: number } | null;
}

interface KnownVehicle {
  vehicleId: string;
  plate: string;
  key: string;
  confused: string;
}

/**
 * Which vehicles events were of, by the ids of the events. The core's word counts as long as there is that vehicle, also when it has another
 * plate since; of the others it is the vehicle of the directory as it is now, so that one that becomes known names what was read before, and one that is deleted names
 * nothing. Cores know no vehicle of another organization here.
 */
export async function vehiclesOf(
  trx: Work,
  organizationId: string,
  events: readonly ReadEvent[],
): Promise<Map<string, VehicleOfEvent>> {
  if (events.length === 0) return new Map();
  const confusedOf = ({ plate }: ReadEvent): string => confusedKey(plateKey(plate.text));
  const [confused, ids] = [events.map(confusedOf), events.flatMap(({ vehicle }) => vehicle?.vehicleId ?? [])];
  const { rows } = await sql<KnownVehicle>`
    select id as vehicle_id, plate, key, confused from vehicles where organization_id = ${organizationId}::uuid and confused = any (${confused}::text[])
    union select id, plate, key, confused from vehicles where organization_id = ${organizationId}::uuid and id = any (${ids}::uuid[])`.execute(
    trx,
  );
  const byId = new Map(rows.map((row) => [row.vehicleId, row]));
  const alike = Map.groupBy(rows, (row) => row.confused);
  return new Map(
    events.flatMap((event): [string, VehicleOfEvent][] => {
      const said = event.vehicle !== null && byId.has(event.vehicle.vehicleId) ? event.vehicle : null;
      const found = said ?? vehicleAmong(event.plate, alike.get(confusedOf(event)) ?? []);
      const known = found && byId.get(found.vehicleId);
      return known ? [[event.id, { vehicleId: known.vehicleId, plate: known.plate, score: found.score }]] : [];
    }),
  );
}
