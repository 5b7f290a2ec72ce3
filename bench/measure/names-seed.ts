import { connectAsOwner } from './events-seed.ts';

/** How much there is. */
export interface NamesAmount {
  roots: number;
  children: number;
  cores: number;
  cameras: number;
}

/** Ten thousand things with names. */
export const amount: NamesAmount = { roots: 40, children: 460, cores: 300, cameras: 9_200 };

type Owner = Awaited<ReturnType<typeof connectAsOwner>>;

// Every third name is Hebrew.
const kinds = [
  [
    'Entrance',
    'Loading dock',
    'Reception',
    'Parking',
    'Corridor',
    'Warehouse',
    'Server room',
    'Stairwell',
    'Fence',
    'Canteen',
    'Gate',
    'Office',
  ],
  [
    'כניסה',
    'רציף העמסה',
    'קבלה',
    'חניון',
    'מסדרון',
    'מחסן',
    'חדר שרתים',
    'חדר מדרגות',
    'גדר',
    'קפיטריה',
    'שער',
    'משרד',
  ],
];
const sides = [
  ['north', 'south', 'east', 'west', 'upper', 'lower', 'inner', 'outer', 'front', 'rear'],
  ['צפון', 'דרום', 'מזרח', 'מערב', 'עליון', 'תחתון', 'פנימי', 'חיצוני', 'קדמי', 'אחורי'],
];
const towns = ['Haifa', 'Ashdod', 'Eilat', 'Berlin', 'Lyon', 'Utrecht', 'Tel Aviv', 'Be’er Sheva', 'Zürich', 'Kraków'];

const nameOf = (index: number): string => {
  const language = index % 3 === 0 ? 1 : 0;
  const pick = (list: readonly string[], step: number): string => list[Math.floor(index / step) % list.length] ?? '';
  return `${pick(kinds[language] ?? [], 1)} ${pick(sides[language] ?? [], 12)} ${String(index)}`;
};
const placeOf = (index: number, roots: number): string =>
  `${towns[index % towns.length] ?? ''} ${index < roots ? 'site' : 'hall'} ${String(index)}`;

/** Fills the organization of the rig past the API. */
export async function seedNames(owner: Owner, organizationId: string, wanted: NamesAmount = amount): Promise<void> {
  const places = Array.from({ length: wanted.roots + wanted.children }, (_, index) => placeOf(index, wanted.roots));
  await owner.query(
    `with roots as (
       insert into locations (organization_id, id, parent_id, path, name, time_zone)
       select $1, id, null, array[id], name, 'UTC' from (select gen_random_uuid() as id, name from unnest(($2::text[])[:$3]) as name) t returning id, path
     ), numbered as (select *, row_number() over () as n from roots)
     insert into locations (organization_id, id, parent_id, path, name, time_zone)
     select $1, t.id, r.id, r.path || t.id, t.name, 'UTC'
     from (select gen_random_uuid() as id, name, i from unnest(($2::text[])[$3 + 1:]) with ordinality as u (name, i)) t join numbered r on r.n = 1 + t.i % $3`,
    [organizationId, places, wanted.roots],
  );
  const cores = Array.from({ length: wanted.cores }, (_, index) => `Core ${nameOf(index)}`);
  await owner.query(
    `insert into edges (organization_id, id, location_id, name)
     select $1, gen_random_uuid(), l.id, u.name from unnest($2::text[]) with ordinality as u (name, i)
       join (select id, row_number() over (order by name) as n from locations where organization_id = $1 and parent_id is not null) l on l.n = u.i`,
    [organizationId, cores],
  );
  const cameras = Array.from({ length: wanted.cameras }, (_, index) => nameOf(index));
  await owner.query(
    `insert into cameras (organization_id, id, edge_id, location_id, name, secret_id, recording_mode, retention_days)
     select $1, gen_random_uuid(), e.id, e.location_id, u.name, gen_random_uuid(), 'continuous', 30
     from unnest($2::text[]) with ordinality as u (name, i)
       join (select id, location_id, row_number() over (order by name) as n from edges where organization_id = $1) e on e.n = 1 + u.i % $3`,
    [organizationId, cameras, wanted.cores],
  );
  await owner.query('analyze');
}
