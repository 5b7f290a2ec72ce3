import { vehicleColorNames } from '@sightline/contracts/vehicles/vehicle-colors';
import { vehicleMakes } from '@sightline/contracts/vehicles/vehicle-makes';
import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import { vehicleWords } from '@sightline/domain/vehicles/search-words';
import { randomUUID } from 'node:crypto';
import type { connectAsOwner } from './events-seed.ts';

type Owner = Awaited<ReturnType<typeof connectAsOwner>>;

const batch = 5_000;
const firstNames = ['Noa', 'Tamar', 'Yusuf', 'Lars', 'Amal', 'Rivka', 'נועה', 'תמר', 'יוסף', 'אמל'];
const lastNames = ['Lavi', 'Katz', 'Haddad', 'de Wit', 'Nasser', 'Stern', 'לביא', 'כץ', 'חדד', 'שטרן'];
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** The vehicle at a place of the seed: the same in every run. */
export const vehicleAt = (at: number) => {
  const plate = `${String(10 + (at % 90))}-${String(100 + (Math.floor(at / 90) % 900))}-${String(at).padStart(6, '0').slice(-3)}`;
  const owner = at % 4 === 0 ? null : `${pick(firstNames, at)} ${pick(lastNames, Math.floor(at / 10))} ${String(at)}`;
  const make = at % 5 === 0 ? null : pick(vehicleMakes, Math.floor(at / 7));
  const color = at % 6 === 0 ? null : pick(vehicleColorNames, Math.floor(at / 3));
  return { plate: `${plate}-${(at % 7).toString()}`, owner, make, color };
};

/** So many vehicles of an organization with the words by which they are found, written by SQL. */
export async function seedVehicles(owner: Owner, organizationId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, (_, index) => {
      const vehicle = vehicleAt(from + index);
      const key = plateKey(vehicle.plate);
      const seen = (from + index) % 3 === 0 ? 0 : 1_700_000_000_000 + (((from + index) * 7919) % 1e9);
      return { id: randomUUID(), ...vehicle, key, confused: confusedKey(key), seen, words: vehicleWords(vehicle) };
    });
    await owner.query(
      `with given as (select * from jsonb_to_recordset($2::jsonb)
          as i (id uuid, plate text, key text, confused text, owner text, make text, color text, seen double precision, words jsonb)),
        made as (insert into vehicles (organization_id, id, plate, key, confused, owner, make, color, seen_at)
          select $1, id, plate, key, confused, owner, make, color, to_timestamp(seen / 1000) from given
          on conflict do nothing returning id)
      insert into vehicle_words (organization_id, word, vehicle_id)
      select $1, word, g.id from given g join made using (id) cross join lateral jsonb_array_elements_text(g.words) as word`,
      [organizationId, JSON.stringify(rows)],
    );
  }
  // As it is after some hours of a server's life: indexes answer alone for rows that everybody sees.
  await owner.query('vacuum (analyze) vehicles');
  await owner.query('vacuum (analyze) vehicle_words');
}
