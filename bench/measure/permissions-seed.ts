import { setTimeout as wait } from 'node:timers/promises';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { connectAsOwner } from './events-seed.ts';
import type { EventsRig } from './events-rig.ts';

/** How much there is: a tree of sites three levels deep, and cores with cameras at its leaves. */
export const amount = { roots: 10, childrenEach: 10, leavesEach: 4, cores: 400, cameras: 10_000 };

type Owner = Awaited<ReturnType<typeof connectAsOwner>>;

const seedPlaces = `
  with roots as (
    insert into locations (organization_id, id, parent_id, path, name, time_zone)
    select $1, id, null, array[id], 'Region ' || i, 'UTC' from (select gen_random_uuid() as id, i from generate_series(1, $2::int) i) t returning id, path, name
  ), children as (
    insert into locations (organization_id, id, parent_id, path, name, time_zone)
    select $1, t.id, r.id, r.path || t.id, r.name || ' site ' || i, 'UTC'
    from roots r cross join lateral (select gen_random_uuid() as id, i from generate_series(1, $3::int) i where r.id is not null) t returning id, path, name
  )
  insert into locations (organization_id, id, parent_id, path, name, time_zone)
  select $1, t.id, c.id, c.path || t.id, c.name || ' hall ' || i, 'UTC'
  from children c cross join lateral (select gen_random_uuid() as id, i from generate_series(1, $4::int) i where c.id is not null) t`;

const seedCores = `
  insert into edges (organization_id, id, location_id, name, claimed_at, is_linked)
  select $1, gen_random_uuid(), l.id, 'Core ' || i, now(), true
  from (select id, row_number() over (order by id) as n from locations where organization_id = $1 and cardinality(path) = 3) l
    join generate_series(1, $2::int) i on (i - 1) % (select count(*) from locations where organization_id = $1 and cardinality(path) = 3) + 1 = l.n`;

const seedCameras = `
  insert into cameras (organization_id, id, edge_id, location_id, name, secret_id, recording_mode, retention_days)
  select $1, gen_random_uuid(), e.id, e.location_id, 'Camera ' || i, gen_random_uuid(), 'continuous', 30
  from (select id, location_id, row_number() over (order by id) as n from edges where organization_id = $1) e
    join generate_series(1, $2::int) i on (i - 1) % (select count(*) from edges where organization_id = $1) + 1 = e.n`;

const seedStreams = `
  insert into camera_streams (organization_id, id, camera_id, edge_id, kind, url, url_key, transport, driver, state, is_recording, reported_at)
  select $1, gen_random_uuid(), c.id, c.edge_id, k.kind, 'rtsp://10.0.0.1/' || c.id || k.kind, c.id || k.kind, 'tcp', 'auto',
    case when random() < 0.05 then 'offline' else 'online' end, true, now()
  from cameras c cross join (values ('main'), ('sub')) as k (kind) where c.organization_id = $1`;

/** Fills the organization of the rig past the API. */
export async function seedSites(owner: Owner, organizationId: string): Promise<void> {
  await owner.query(seedPlaces, [organizationId, amount.roots, amount.childrenEach, amount.leavesEach]);
  await owner.query(seedCores, [organizationId, amount.cores]);
  await owner.query(seedCameras, [organizationId, amount.cameras]);
  await owner.query(seedStreams, [organizationId]);
  await owner.query('analyze');
  await untilLookedAt(owner);
}

/** What is made is looked at by the server, 500 things at a time, until it shows what it is. */
async function untilLookedAt(owner: Owner): Promise<void> {
  const startedMs = performance.now();
  const isDone = async (): Promise<boolean> =>
    (await owner.query(`select 1 from jobs.job where name = 'status' and state <= 'active' limit 1`)).rowCount === 0;
  while (!(await isDone())) await wait(200);
  console.log(
    `   ${String(amount.cameras)} new cameras looked at after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
  );
}

/** On how many things of each kind somebody holds something, and what. */
export interface Holding {
  locations: number;
  cores: number;
  cameras: number;
  permissions: readonly Permission[];
}

const givableOn = {
  locations: ['location', 'core', 'camera'],
  cores: ['core', 'camera'],
  cameras: ['camera'],
} as const satisfies Record<string, readonly string[]>;
const kindOf = { locations: 'location', cores: 'core', cameras: 'camera' } as const;
const groups = 10;

/** A person who signs in with the password of the rig's own, in ten groups that share the grants. Answers how many there are. */
export async function seedPerson(
  owner: Owner,
  organizationId: string,
  person: { email: string; holding: Holding },
): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into auth."user" (id, name, email, "emailVerified", "updatedAt") values (gen_random_uuid()::text, $1, $1, true, now()) returning id`,
    [person.email],
  );
  const userId = rows[0]?.id ?? '';
  await owner.query(
    `insert into auth."account" (id, "accountId", "providerId", "userId", password, "updatedAt")
     select gen_random_uuid()::text, $1, "providerId", $1, password, now() from auth."account" where password is not null order by "createdAt" limit 1`,
    [userId],
  );
  await owner.query('insert into memberships (organization_id, user_id) values ($1, $2)', [organizationId, userId]);
  const made = await owner.query<{ id: string }>(
    `insert into permission_groups (organization_id, id, name) select $1, gen_random_uuid(), $2 || i from generate_series(1, $3::int) i returning id`,
    [organizationId, person.email, groups],
  );
  const groupIds = made.rows.map((row) => row.id);
  await owner.query(
    'insert into group_users (organization_id, group_id, user_id) select $1, id, $3 from unnest($2::uuid[]) as id',
    [organizationId, groupIds, userId],
  );
  let count = 0;
  for (const [kind, table] of Object.entries({ locations: 'locations', cores: 'edges', cameras: 'cameras' })) {
    const key = kind as keyof typeof givableOn;
    const names = person.holding.permissions.filter((name) =>
      (givableOn[key] as readonly string[]).includes(permissions[name]),
    );
    const inserted = await owner.query(
      `insert into group_grants (organization_id, group_id, permission, entity_kind, entity_id)
       select $1, ($2::uuid[])[1 + (n % ${groups})::int], p, $3, id
       from (select id, row_number() over () as n from (select id from ${table} where organization_id = $1 order by random() limit $4) t) things cross join unnest($5::text[]) as p`,
      [organizationId, groupIds, kindOf[key], person.holding[key], names],
    );
    count += inserted.rowCount ?? 0;
  }
  await owner.query('analyze');
  return count;
}

/** Makes everybody's rights in the organization new, as a change of a group does. */
export const ageRights = async (owner: Owner, { organizationId }: Pick<EventsRig, 'organizationId'>): Promise<void> => {
  await owner.query('update organizations set rights_revision = rights_revision + 1 where id = $1', [organizationId]);
};
