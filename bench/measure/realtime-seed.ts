import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createAccessTokens } from '../../apps/server/src/platform/auth/access-tokens.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { readOrMakeMasterKey } from '../../apps/server/src/platform/secrets/master-key.ts';
import { createSealedBox } from '../../apps/server/src/platform/secrets/sealed-box.ts';
import { connectAsOwner, databaseOf } from './events-seed.ts';

/** Something that `people` may see, and nobody else. */
export interface Room {
  organizationId: string;
  locationId: string;
  cameraId: string;
}

/** A browser of somebody who may see one room. */
export interface Seat {
  token: string;
  room: number;
}

/** Half of the rooms are organizations of their own, seen through a right on their site; half lie in one large organization, seen through a right on one camera. */
const drawRooms = (count: number): Room[] => {
  const large = { organizationId: randomUUID(), locationId: randomUUID() };
  return Array.from({ length: count }, (_, index) => ({
    ...(index % 2 === 0 ? { organizationId: randomUUID(), locationId: randomUUID() } : large),
    cameraId: randomUUID(),
  }));
};

const seedRooms = `
  with rooms as (select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as r (organization_id, location_id, camera_id)),
  organizations_made as (
    insert into organizations (id, name, color) select distinct organization_id, 'Bench ' || organization_id, '#123456' from rooms returning id
  ), locations_made as (
    insert into locations (organization_id, id, parent_id, path, name, time_zone)
    select distinct organization_id, location_id, null::uuid, array[location_id], 'Site', 'UTC' from rooms returning organization_id, id
  ), edges_made as (
    insert into edges (organization_id, id, location_id, name, claimed_at, is_linked)
    select organization_id, id, id, 'Core', now(), true from locations_made returning organization_id, id
  )
  insert into cameras (organization_id, id, edge_id, location_id, name, secret_id, recording_mode, retention_days)
  select r.organization_id, r.camera_id, r.location_id, r.location_id, 'Camera', gen_random_uuid(), 'continuous', 30 from rooms r`;

const seedPeople = `
  with people as (select * from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[]) as p (user_id, session_id, organization_id, entity_id, entity_kind)),
  users_made as (
    insert into auth."user" (id, name, email, "emailVerified", "updatedAt") select user_id, 'Person', user_id || '@example.org', true, now() from people returning id
  ), sessions_made as (
    insert into auth."session" (id, "expiresAt", token, "updatedAt", "userId") select session_id, now() + interval '1 day', session_id, now(), user_id from people returning id
  ), memberships_made as (
    insert into memberships (organization_id, user_id) select organization_id, user_id from people returning user_id
  )
  insert into grants (organization_id, id, user_id, permission, entity_kind, entity_id)
  select organization_id, gen_random_uuid(), user_id, 'CameraView', entity_kind, entity_id from people`;

/** Rooms with `peopleEach` people in each, every one with a session and a token as the server makes them. */
export async function seedRoomsAndSeats(
  folder: string,
  { rooms: count, peopleEach }: { rooms: number; peopleEach: number },
): Promise<{ rooms: Room[]; seats: Seat[] }> {
  const rooms = drawRooms(count);
  const people = rooms.flatMap((room, index) =>
    Array.from({ length: peopleEach }, () => ({
      room: index,
      userId: randomUUID(),
      sessionId: randomUUID(),
      organizationId: room.organizationId,
      on: index % 2 === 0 ? { id: room.locationId, kind: 'location' } : { id: room.cameraId, kind: 'camera' },
    })),
  );
  const owner = await connectAsOwner(folder);
  try {
    await owner.query(seedRooms, [
      rooms.map((room) => room.organizationId),
      rooms.map((room) => room.locationId),
      rooms.map((room) => room.cameraId),
    ]);
    const columns = [
      people.map((one) => one.userId),
      people.map((one) => one.sessionId),
      people.map((one) => one.organizationId),
      people.map((one) => one.on.id),
      people.map((one) => one.on.kind),
    ];
    await owner.query(seedPeople, columns);
    await owner.query('analyze');
  } finally {
    await owner.end();
  }
  const database = openDatabase(databaseOf(folder), (error) => console.error(error.message));
  try {
    const box = createSealedBox(readOrMakeMasterKey(join(folder, 'server'), { mayMake: false }));
    const tokens = await createAccessTokens({ database, box, clock: Date.now });
    const seats: Seat[] = [];
    for (const { userId, sessionId, organizationId, room } of people)
      seats.push({ room, token: (await tokens.mint({ userId, sessionId, organizationId })).token });
    return { rooms, seats };
  } finally {
    await database.close();
  }
}
