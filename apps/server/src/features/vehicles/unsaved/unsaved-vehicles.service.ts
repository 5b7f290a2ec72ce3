import type { UnsavedVehicle } from '@sightline/contracts/vehicles/unsaved-vehicles.api';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import { scopeFor } from '../../../platform/auth/entity-right.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { UrlSigner } from '../../../platform/signed-urls/signed-urls.ts';
import { picturesOfEvents } from '../../events/events.public.ts';
import { listUnsaved, type UnsavedRow } from './unsaved-vehicles.repository.ts';

/** What the list needs from the rest of the server. */
export interface UnsavedVehiclesDeps {
  database: Database;
  signer: UrlSigner;
  clock: Clock;
}

interface UnsavedQuery {
  page: number;
  size: number;
  query?: string | undefined;
}

const present = (row: UnsavedRow, picture: string | null): UnsavedVehicle => {
  const { id, plate, count, seenAt, edgeId, locationId, locationName, timeZone } = row;
  const location =
    locationId === null || locationName === null || timeZone === null
      ? null
      : { id: locationId, name: locationName, timeZone };
  return { id, plate: plate.toLowerCase(), count, lastSeen: seenAt.getTime(), edgeId, location, picture };
};

/** The list of them; whoever calls has OrganizationDatabaseVehiclesDirectory. */
export function createUnsavedVehiclesService({ database, signer, clock }: UnsavedVehiclesDeps) {
  return {
    list: (actor: MemberActor, query: UnsavedQuery): Promise<{ items: UnsavedVehicle[]; total: number }> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const { organizationId, sessionId } = actor;
        const places = scopeFor(actor, 'LocationView');
        const rows = await listUnsaved(trx, { organizationId, places, pictures: scopeFor(actor, 'SearchView') }, query);
        const pictured = rows.filter(({ isPictured }) => isPictured);
        // The best picture may be of any of the sightings, however old.
        const paths = await picturesOfEvents(trx, organizationId, {
          ids: pictured.map(({ eventId }) => eventId),
          sinceUtcMs: 0,
        });
        const signed = (path: string | undefined): string | null =>
          path === undefined ? null : signer.sign(path, { sessionId, organizationId }, clock());
        const items = rows.map((row) => present(row, row.isPictured ? signed(paths.get(row.eventId)) : null));
        return { items, total: rows[0]?.total ?? 0 };
      }),
  };
}
