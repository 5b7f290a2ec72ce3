import { sql } from 'kysely';
import type { Database, Work } from '../database/database.ts';

/** Somebody to whom a mail or a notice is written, with how it is to be written. */
export interface Reader {
  userId: string;
  email: string;
  name: string;
  lang: 'en' | 'he';
  timeZone: string;
}

/** Those of these people who exist. */
export async function findReaders(place: Work | Database['global'], userIds: readonly string[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id as user_id, u.email, u.name, p.time_zone, case when p.settings ->> 'lang' = 'he' then 'he' else 'en' end as lang
    from auth."user" u join people p on p.user_id = u.id where u.id = any (${[...userIds]}::text[]) order by u.id`.execute(
    place,
  );
  return rows;
}
