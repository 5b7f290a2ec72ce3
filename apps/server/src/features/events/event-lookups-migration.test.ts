import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { acquireEmptyDatabase } from '@sightline/testing/database/test-database';
import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '../../platform/database/migrate.ts';
import { newId } from '../../platform/ids/ids.ts';

const packed = (part: number, colour: number, percent: number): number => ((part * 12 + colour) << 7) | percent;
const [upper, lower, body] = [0, 1, 2];

it('vectors of events from before are found by colour after the update', async () => {
  const database = await acquireEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-migrations-'));
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    await cp(new URL('../../migrations/', import.meta.url), folder, {
      recursive: true,
      filter: (path) => !(Number(/\/(\d{4})-[^/]*$/.exec(path)?.[1] ?? 0) > 10),
    });
    await migrate(database.connectionString, pathToFileURL(`${folder}/`));
    await client.connect();
    await client.query('select make_event_day(current_date)');
    const colours = [
      [packed(upper, 3, 60), packed(lower, 7, 14), packed(lower, 1, 15)],
      [packed(body, 2, 40), packed(body, 2, 20), packed(body, 0, 30), packed(body, 5, 15)],
      [],
    ];
    for (const each of colours) {
      const id = newId();
      await client.query(
        `insert into events (organization_id, id, camera_id, started_at, last_seen_at, received_at, colour_mask, revision, dwell_ms, score, class, phase, severity,
          motion_level, is_stationary, has_face, colours, zone_ids, model_id) values ($1, $1, $1, now(), now(), now(), 0, 1, 0, 1, 0, 0, 0, 0, false, false, $2, '{}', 'm')`,
        [id, each],
      );
      await client.query(
        `insert into event_vectors (organization_id, started_at, id, camera_id, kind, class, model_id, vector) select id, started_at, id, id, 0, 0, 'm', '' from events where id = $1`,
        [id],
      );
    }
    await cp(new URL('../../migrations/', import.meta.url), folder, { recursive: true, force: false });
    await migrate(database.connectionString, pathToFileURL(`${folder}/`));
    const { rows } = await client.query(
      'select colours, tint1, tint2, tint3, tint4, has_more_tints from event_vectors order by id',
    );
    expect(rows).toEqual([
      { colours: colours[0], tint1: 3, tint2: null, tint3: 13, tint4: null, has_more_tints: false },
      { colours: colours[1], tint1: 26, tint2: 24, tint3: null, tint4: null, has_more_tints: true },
      { colours: [], tint1: null, tint2: null, tint3: null, tint4: null, has_more_tints: false },
    ]);
    const fences = await client.query(
      `select relforcerowsecurity as is_forced from pg_class where relname in ('events', 'event_vectors')`,
    );
    expect(fences.rows).toEqual([{ is_forced: true }, { is_forced: true }]);
  } finally {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  }
});
