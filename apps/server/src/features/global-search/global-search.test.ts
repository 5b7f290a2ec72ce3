import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import type { FoundItem, FoundType } from '@sightline/contracts/global-search/global-search';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { foldName } from '@sightline/domain/global-search/fold-name';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDay } from '../events/ingest/event-days.repository.ts';
import { dayOf } from '../events/ingest/event-days.ts';
import { keepPlates, upsertEvents } from '../events/ingest/event-writes.repository.ts';
import { testReport } from '../../../testing/events/test-reports.ts';
import { startTestServer, type PersonOptions, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let organizationId: string;
let ids: Record<'site' | 'hall' | 'core' | 'gate' | 'reception' | 'other' | 'warehouse', string>;

const location = async (name: string, parentId: string | null = null, address: string | null = null): Promise<string> =>
  (await owner.call(locationsCalls.create, { body: { name, parentId, timeZone: 'UTC', address } })).body.id;
const core = async (name: string, locationId: string): Promise<string> =>
  (await owner.call(edgesCalls.create, { body: { name, locationId } })).body.id;
let streams = 0;
const camera = async (name: string, at: { edgeId: string; locationId: string }): Promise<string> => {
  const main = { kind: 'main' as const, url: `rtsp://10.0.0.9/${String(streams++)}` };
  return (await owner.call(camerasCalls.create, { body: { name, ...at, streams: [main] } })).body.id;
};

const find = async (
  query: string,
  { by = owner, ...more }: { by?: TestPerson; types?: FoundType[]; limit?: number } = {},
): Promise<FoundItem[]> => {
  const types = more.types?.join(',') as FoundType[] | undefined;
  const { status, body } = await by.call(globalSearchCalls.find, {
    query: { query, ...more, ...(types === undefined ? {} : { types }) } as never,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
};
const names = async (query: string, how: Parameters<typeof find>[1] = {}): Promise<string[]> =>
  (await find(query, how)).map(({ name }) => name);
const member = (options: PersonOptions): Promise<TestPerson> => server.person({ organizationId, ...options });

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  const site = await location('Harbour', null, '1 Quay Road');
  const hall = await location('Cold hall', site, 'Behind the quay');
  const warehouse = await location('מחסן ראשי');
  const edgeId = await core('Harbour core', site);
  const other = await core('ליבת המחסן', warehouse);
  const at = { edgeId, locationId: hall };
  ids = {
    site,
    hall,
    warehouse,
    core: edgeId,
    other,
    gate: await camera('Gate 9', at),
    reception: await camera('Reception desk', at),
  };
  for (const name of ['Gate 10', 'North gate', 'Gate', 'Floodgate', '100% sure_thing', 'Café "Zürich"'])
    await camera(name, at);
  await camera('כניסה לחניון', { edgeId: other, locationId: warehouse });
});
afterAll(() => server.stop());

describe('GSEARCH-014 nobody finds what is not theirs', () => {
  it('refuses somebody who is not signed in', async () => {
    const { status, body } = await server.call(globalSearchCalls.find, { query: { query: 'gate' } });
    expect([status, (body as unknown as { code: string }).code]).toEqual([401, 'unauthenticated']);
  });

  it('refuses somebody in no organization', async () => {
    const nobody = await server.person({ organizationId: null });
    const { status, body } = await nobody.call(globalSearchCalls.find, { query: { query: 'gate' } });
    expect([status, (body as unknown as { code: string }).code]).toEqual([409, 'no_organization']);
  });

  it('finds nothing of another organization, nor what its names resemble', async () => {
    const stranger = await server.person();
    for (const query of ['gate', 'Harbour', 'recepton', 'מחסן'])
      expect(await find(query, { by: stranger }), query).toEqual([]);
  });

  it('finds nothing for a member without any right', async () => {
    const by = await member({ permissions: [] });
    for (const query of ['gate', 'Harbour', 'recepton']) expect(await find(query, { by }), query).toEqual([]);
  });

  it('finds one camera, and the names above it, for somebody who sees only that', async () => {
    const by = await member({ permissions: ['CameraView'], cameraId: ids.gate });
    expect(await names('gate', { by })).toEqual(['Gate 9']);
    expect(await names('recepton', { by })).toEqual([]);
    expect(await names('core', { by })).toEqual([]);
    const [site] = await find('harbour', { by });
    expect(site).toMatchObject({ type: 'location', id: ids.site, address: null });
    expect(await names('harbour', { by })).toEqual(['Harbour']);
    expect(await names('מחסן', { by })).toEqual([]);
  });

  it('finds a core and its cameras, but no address, for somebody with a grant on the core', async () => {
    const by = await member({ permissions: ['CoreView', 'CameraView'], edgeId: ids.core });
    expect(await names('core', { by })).toEqual(['Harbour core']);
    expect(await find('harbour', { by, types: ['location'] })).toMatchObject([{ id: ids.site, address: null }]);
    expect(await names('כניסה', { by })).toEqual([]);
    const everywhere = await member({ permissions: ['CameraView'] });
    expect(await names('core', { by: everywhere })).toEqual([]);
    expect(await find('harbour', { by: everywhere })).toMatchObject([{ id: ids.site, address: null }]);
  });

  it('stops finding at once when the right is taken', async () => {
    const by = await member({ permissions: ['CameraView'], cameraId: ids.gate });
    expect(await names('gate', { by })).toEqual(['Gate 9']);
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      await trx
        .deleteFrom('grants')
        .where('organizationId', '=', organizationId)
        .where('userId', '=', by.userId)
        .execute();
    });
    expect(await names('gate', { by })).toEqual([]);
  });

  it('never finds what was deleted', async () => {
    const place = await location('Zebra field');
    const edgeId = await core('Zebra core', place);
    const cameraId = await camera('Zebra crossing', { edgeId, locationId: place });
    expect(await names('zebra')).toEqual(['Zebra core', 'Zebra crossing', 'Zebra field']);
    await owner.call(camerasCalls.remove, { params: { id: cameraId } });
    await owner.call(edgesCalls.remove, { params: { id: edgeId } });
    expect(await names('zebra')).toEqual(['Zebra field']);
    await owner.call(locationsCalls.remove, { params: { id: place } });
    expect(await names('zebra')).toEqual([]);
    expect(await names('zebar crosing')).toEqual([]);
  });
});

describe('GSEARCH-014 what was found before is named only as far as it may be seen now', () => {
  const known = async (ids: readonly string[], by: TestPerson = owner): Promise<FoundItem[]> => {
    const { status, body } = await by.call(globalSearchCalls.known, { query: { ids: ids.join(',') } as never });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.items;
  };
  const knownNames = async (...asked: Parameters<typeof known>): Promise<string[]> =>
    (await known(...asked)).map(({ name }) => name);

  it('refuses somebody who is not signed in, and what is no list of ids', async () => {
    expect((await server.call(globalSearchCalls.known, { query: { ids: ids.gate } as never })).status).toBe(401);
    for (const wrong of ['', ',', 'gate', Array.from({ length: 21 }, () => ids.gate).join(',')]) {
      expect((await owner.call(globalSearchCalls.known, { query: { ids: wrong } as never })).status, wrong).toBe(400);
    }
  });

  it('names nothing of another organization, and nothing to a member without any right', async () => {
    expect(await known(Object.values(ids), await server.person())).toEqual([]);
    expect(await known(Object.values(ids), await member({ permissions: [] }))).toEqual([]);
  });

  it('stops naming what was deleted, and what somebody may not see any more', async () => {
    const place = await location('Passing place');
    expect(await knownNames([place, ids.gate])).toEqual(['Passing place', 'Gate 9']);
    await owner.call(locationsCalls.remove, { params: { id: place } });
    expect(await knownNames([place, ids.gate])).toEqual(['Gate 9']);
    const by = await member({ permissions: ['CameraView'], cameraId: ids.gate });
    expect(await knownNames([ids.reception, ids.gate, ids.core], by)).toEqual(['Gate 9']);
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      await trx
        .deleteFrom('grants')
        .where('organizationId', '=', organizationId)
        .where('userId', '=', by.userId)
        .execute();
    });
    expect(await known([ids.gate], by)).toEqual([]);
  });

  it('answers in the order in which it was asked, each once, with the names of today', async () => {
    const place = await location('Old name');
    await owner.call(locationsCalls.update, { params: { id: place }, body: { name: 'New name' } });
    expect(await knownNames([ids.hall, place, ids.core, ids.hall])).toEqual(['Cold hall', 'New name', 'Harbour core']);
    expect(await known([ids.hall])).toMatchObject([{ type: 'sublocation', above: ['Harbour'] }]);
  });
});

describe('what is no question', () => {
  it.each([
    ['no words', {}],
    ['an empty one', { query: '' }],
    ['spaces', { query: '   ' }],
    ['more than 120 characters', { query: 'x'.repeat(121) }],
    ['a kind that does not exist', { query: 'gate', types: 'wall' }],
    ['no kind', { query: 'gate', types: ',' }],
    ['31 of them', { query: 'gate', limit: 31 }],
    ['none of them', { query: 'gate', limit: 0 }],
  ])('is refused: %s', async (_what, query) => {
    const { status, body } = await owner.call(globalSearchCalls.find, { query: query as never });
    expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'validation_failed']);
  });

  it('is refused when it is a megabyte long', async () => {
    const answer = await fetch(`${server.url}/api/v1/global-search?query=${'x'.repeat(1_000_000)}`, {
      headers: { authorization: `Bearer ${owner.session.accessToken}` },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it.each([
    ['%'],
    ['_'],
    ['\\'],
    ["'; drop table cameras; --"],
    ['\u200F\u202B'],
    ['\u0000'],
    ['🚪'],
    ['a'.repeat(120)],
    ['(((((.*'],
    [`${'ab '.repeat(39)}cd`],
  ])('finds nothing and breaks nothing: %j', async (query) => {
    expect(await find(query)).toEqual([]);
  });

  it('takes signs for what they are and not for patterns', async () => {
    expect(await names('100%')).toEqual(['100% sure_thing']);
    expect(await names('sure_thing')).toEqual(['100% sure_thing']);
  });
});

describe('what is found', () => {
  it('GSEARCH-002 a location, with its address', async () => {
    expect(await find('HARB', { types: ['location'] })).toEqual([
      {
        type: 'location',
        id: ids.site,
        name: 'Harbour',
        above: [],
        address: '1 Quay Road',
        locationId: ids.site,
        edgeId: null,
        floorId: null,
        event: null,
        score: 0.9,
      },
    ]);
  });

  it('GSEARCH-003 a sub-location, with the names above it', async () => {
    expect(await find('cold hall')).toEqual([
      {
        type: 'sublocation',
        id: ids.hall,
        name: 'Cold hall',
        above: ['Harbour'],
        address: 'Behind the quay',
        locationId: ids.hall,
        edgeId: null,
        event: null,
        floorId: null,
        score: 1,
      },
    ]);
    expect(await names('hall', { types: ['location'] })).toEqual([]);
    expect(await names('hall', { types: ['sublocation', 'core'] })).toEqual(['Cold hall']);
  });

  it('GSEARCH-004 a core, with where it is', async () => {
    expect(await find('core', { types: ['core'] })).toEqual([
      {
        type: 'core',
        id: ids.core,
        name: 'Harbour core',
        above: ['Harbour'],
        address: null,
        locationId: ids.site,
        edgeId: ids.core,
        event: null,
        floorId: null,
        score: 0.8,
      },
    ]);
  });

  it('GSEARCH-005 a camera, with where it is', async () => {
    expect(await find('reception desk')).toEqual([
      {
        type: 'camera',
        id: ids.reception,
        name: 'Reception desk',
        above: ['Harbour', 'Cold hall'],
        address: null,
        locationId: ids.hall,
        edgeId: ids.core,
        event: null,
        floorId: null,
        score: 1,
      },
    ]);
  });

  it('comes in the order of how well the name fits, then of the names as people sort them', async () => {
    expect(await names('gate')).toEqual(['Gate', 'Gate 9', 'Gate 10', 'North gate', 'Floodgate']);
    expect(await names('gate', { limit: 3 })).toEqual(['Gate', 'Gate 9', 'Gate 10']);
    expect((await find('gate')).map(({ score }) => score)).toEqual([1, 0.9, 0.9, 0.8, 0.7]);
    expect(await names('ga nor')).toEqual(['North gate']);
  });

  it('is found whatever the case, the accents, the quotation marks and the direction signs', async () => {
    expect(await names('cafe zurich')).toEqual(['Café "Zürich"']);
    expect(await names('CAFÉ')).toEqual(['Café "Zürich"']);
    expect(await names('\u202AGate 9\u202C')).toContain('Gate 9');
  });

  it('is found with letters missing, exchanged or wrong, but no other number is taken for it', async () => {
    expect(await find('recepton')).toMatchObject([{ id: ids.reception, score: 0.5 }]);
    expect(await names('recpetion dsk')).toEqual([]);
    expect(await names('recpetion desk')).toEqual(['Reception desk']);
    expect(await names('gaet')).toEqual(['Gate', 'Gate 9', 'Gate 10', 'North gate']);
    expect(await names('gate 11')).toEqual([]);
  });

  it('is found in Hebrew, with final letters, points and typos', async () => {
    expect(await find('ראשי')).toMatchObject([{ type: 'location', id: ids.warehouse, name: 'מחסן ראשי' }]);
    expect(await names('מחסנ')).toEqual(['מחסן ראשי', 'ליבת המחסן']);
    expect(await names('כְּנִיסָה')).toEqual(['כניסה לחניון']);
    expect(await names('חניון')).toEqual(['כניסה לחניון']);
    expect(await names('כנסיה')).toEqual(['כניסה לחניון']);
    expect(await names('לחינון')).toEqual(['כניסה לחניון']);
  });

  it('is found by its new name once it is renamed', async () => {
    await owner.call(edgesCalls.update, { params: { id: ids.other }, body: { name: 'Quokka' } });
    expect(await names('quokka')).toEqual(['Quokka']);
    expect(await names('ליבת')).toEqual([]);
  });
});

describe('armed alarms', () => {
  const rule = async (cameraId: string): Promise<string> => {
    const body = {
      name: 'Fence',
      condition: { kind: 'loitering', limitS: 20 },
      severity: 'warning',
      cameraIds: [cameraId],
    };
    return (await owner.call(alertRulesCalls.create, { body: body as never })).body.id;
  };
  const alarm = async (name: string, alertIds: string[]): Promise<string> =>
    (await owner.call(armedAlarmsCalls.create, { body: { name, alertIds } as never })).body.id;

  it('GSEARCH-007 are found with their type, also misspelled and in Hebrew, by those alone who see them', async () => {
    const night = await alarm('Nightwatch', [await rule(ids.gate)]);
    const empty = await alarm('Nightwatch of nothing', []);
    const hebrew = await alarm('אזעקת לילה', [await rule(ids.reception)]);
    const found = { type: 'alarm', id: night, name: 'Nightwatch', above: [], locationId: null, edgeId: null, score: 1 };
    expect(await find('nightwatch', { types: ['alarm'] })).toMatchObject([found, { id: empty }]);
    expect((await find('nightwach')).map(({ id }) => id)).toContain(night);
    expect(await find('לילה')).toMatchObject([{ type: 'alarm', id: hebrew }]);
    const at = (permissions: string[], cameraId: string) => member({ permissions, cameraId });
    const here = await member({ permissions: ['AlarmManagementEdit'], locationId: ids.hall });
    expect(await find('nightwatch', { by: here })).toMatchObject([found]);
    for (const blind of [
      await member({ permissions: ['AlarmManagementEdit'], locationId: ids.warehouse }),
      await at(['AlertEdit', 'AlertMonitoring', 'CameraView'], ids.gate),
      await server.person(),
    ])
      expect(await find('nightwatch', { by: blind })).toEqual([]);
    const known = async (by: TestPerson): Promise<string[]> =>
      (await by.call(globalSearchCalls.known, { query: { ids: [night, empty].join(',') } as never })).body.items.map(
        ({ id }) => id,
      );
    expect([await known(owner), await known(here)]).toEqual([[night, empty], [night]]);
    await owner.call(armedAlarmsCalls.remove, { params: { id: night } });
    expect(await known(here)).toEqual([]);
  });
});

describe('people', () => {
  it('GSEARCH-010 are found with their type by those alone who may use their directory', async () => {
    const dana = (await owner.call(peopleCalls.create, { body: { name: 'Dana Katz' } })).body.id;
    const found = { type: 'person', id: dana, name: 'Dana Katz', above: [], locationId: null, edgeId: null, score: 1 };
    expect(await find('dana KATZ')).toMatchObject([found]);
    expect((await find('kat', { types: ['person'] })).map(({ id }) => id)).toEqual([dana]);
    const keeper = await server.person({ organizationId, permissions: ['OrganizationDatabasePeopleDirectory'] });
    expect(await find('dana', { by: keeper })).toMatchObject([{ id: dana }]);
    const blind = [
      await server.person(),
      await server.person({ organizationId, permissions: ['OrganizationDatabase', 'LocationView', 'SearchView'] }),
    ];
    for (const by of blind) {
      expect(await find('dana', { by })).toEqual([]);
      expect(await find('dana', { by, types: ['person'] })).toEqual([]);
      expect((await by.call(globalSearchCalls.known, { query: { ids: dana } as never })).body.items).toEqual([]);
    }
    expect(
      (await keeper.call(globalSearchCalls.known, { query: { ids: dana } as never })).body.items.map(({ id }) => id),
    ).toEqual([dana]);
    await owner.call(peopleCalls.remove, { params: { id: dana } });
    expect(await find('dana')).toEqual([]);
  });
});

describe('buildings and floors', () => {
  const building = async (name: string, at: string): Promise<string> =>
    (await owner.call(floorsCalls.createBuilding, { params: { id: at }, body: { name } })).body.id;
  const floor = async (name: string, level: number, buildingId: string): Promise<string> =>
    (await owner.call(floorsCalls.createFloor, { params: { id: buildingId }, body: { name, level } as never })).body.id;

  it('GSEARCH-011, GSEARCH-012: are found with their type, where they are, and the floor to open', async () => {
    const tower = await building('Lighthouse', ids.hall);
    const annex = await building('Lighthouse annex', ids.site);
    const upper = await floor('Lantern room', 3, tower);
    const lower = await floor('מרתף תחתון', -1, tower);
    expect(await find('lighthouse')).toMatchObject([
      {
        type: 'building',
        id: tower,
        name: 'Lighthouse',
        above: ['Harbour', 'Cold hall'],
        locationId: ids.hall,
        floorId: lower,
        address: null,
        score: 1,
      },
      { type: 'building', id: annex, above: ['Harbour'], locationId: ids.site, floorId: null },
    ]);
    expect(await find('lantern')).toMatchObject([
      {
        type: 'floor',
        id: upper,
        above: ['Harbour', 'Cold hall', 'Lighthouse'],
        locationId: ids.hall,
        floorId: upper,
        edgeId: null,
        address: null,
      },
    ]);
    expect(await find('מרתף', { types: ['floor'] })).toMatchObject([{ type: 'floor', id: lower }]);
    expect(await find('lantern', { types: ['building', 'camera'] })).toEqual([]);
    expect(await names('lantren')).toEqual(['Lantern room']);
    const placed = await member({ permissions: ['LocationView'], locationId: ids.hall });
    expect((await find('light', { by: placed })).map(({ id }) => id)).toEqual([tower]);
    // Whoever reads only the names above a camera is told nothing of what is inside there.
    const watcher = await member({ permissions: ['CameraView'], cameraId: ids.gate });
    for (const query of ['lighthouse', 'lantern']) {
      expect(await find(query, { by: watcher }), query).toEqual([]);
      expect(await find(query, { by: await server.person() }), query).toEqual([]);
    }
    await owner.call(floorsCalls.removeBuilding, { params: { id: tower } });
    expect(await names('lantern')).toEqual([]);
  });
});

describe('GSEARCH-008 events', () => {
  const dayMs = 86_400_000;
  const eventOf = (item: FoundItem | undefined): FoundItem['event'] => item?.event ?? null;
  const keep = async (...reports: Parameters<typeof testReport>[0][]): Promise<string[]> => {
    const made = reports.map(testReport);
    for (const day of new Set(made.map(({ startedAtUtcMs }) => dayOf(startedAtUtcMs))))
      await makeDay(server.platform.database, day);
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      await upsertEvents(trx, organizationId, { reports: made, receivedAt: new Date() });
      const plates = made.flatMap(({ plate }) => (plate ? [plate.text] : []));
      await keepPlates(trx, organizationId, { plates, on: new Date() });
    });
    return made.map(({ eventId }) => eventId);
  };
  const ago = (ms: number): number => Date.now() - ms;
  const read = (text: string) => ({ text, score: 0.9, reads: 4 });
  let found: Record<'person' | 'car' | 'plated' | 'old' | 'dog', string>;
  const events = async (query: string, by = owner): Promise<string[]> =>
    (await find(query, { by, types: ['event'] })).map(({ id }) => id);

  beforeAll(async () => {
    const { gate, reception } = ids;
    const [person = '', car = '', plated = '', old = '', dog = ''] = await keep(
      { cameraId: reception, startedAtUtcMs: ago(60_000) },
      { cameraId: gate, class: 'vehicle', subtype: 'car', startedAtUtcMs: ago(120_000) },
      { cameraId: gate, class: 'vehicle', subtype: 'truck', plate: read('12345678'), startedAtUtcMs: ago(180_000) },
      { cameraId: gate, class: 'vehicle', subtype: 'car', plate: read('99123499'), startedAtUtcMs: ago(8 * dayMs) },
      { cameraId: gate, class: 'animal', subtype: 'dog', startedAtUtcMs: ago(3 * dayMs) },
    );
    found = { person, car, plated, old, dog };
  });

  it('are found by nobody who may not search the camera, nor in another organization', async () => {
    const queries = ['car', 'person', '12-345-678', 'gate 9', 'Reception desk'];
    const looker = await member({ permissions: ['CameraView', 'PlaybackView', 'LocationView', 'CoreView'] });
    for (const by of [looker, await server.person(), await member({ permissions: [] })])
      for (const query of queries) expect(await events(query, by), query).toEqual([]);
    const atDesk = await member({ permissions: ['SearchView'], cameraId: ids.reception });
    expect(await Promise.all(queries.map((query) => events(query, atDesk)))).toEqual([
      [],
      [found.person],
      [],
      [],
      [found.person],
    ]);
  });

  it('are found by plate, by what was seen in both languages, and by their camera, with their type and time; older ones are not', async () => {
    const [plated] = await find('12-345-678');
    expect(plated).toMatchObject({
      type: 'event',
      id: found.plated,
      name: 'Gate 9',
      above: ['Harbour', 'Cold hall'],
      edgeId: ids.core,
      score: 1,
    });
    expect(eventOf(plated)).toMatchObject({ class: 'vehicle', subtype: 'truck', plate: '12345678', timeZone: 'UTC' });
    expect(await events('3456')).toEqual([found.plated]);
    expect(await events('991234')).toEqual([]);
    for (const query of ['car', 'Cars', 'מכונית']) expect(await events(query), query).toEqual([found.car]);
    for (const query of ['vehicle', 'כלי רכב', 'רכב gate'])
      expect(await events(query), query).toEqual([found.car, found.plated]);
    for (const query of ['dog', 'כלבים', 'animal']) expect(await events(query), query).toEqual([found.dog]);
    expect(await events('gate 9')).toEqual([found.car, found.plated, found.dog]);
    expect(await events('person gate')).toEqual([]);
    expect(await events('horse')).toEqual([]);
  });

  it('stand behind what has the name itself, and leave place for it', async () => {
    const items = await find('gate 9');
    expect(items.map(({ type }) => type)).toEqual(['camera', 'event', 'event', 'event']);
    expect((await find('gate', { limit: 2 })).map(({ type }) => type)).toEqual(['camera', 'event']);
    expect((await find('gate 9', { limit: 1 })).map(({ type }) => type)).toEqual(['camera']);
  });

  it('of a camera that is kept out of searches are not found', async () => {
    const settings = { cameraSearchSettings: { isSearchable: false } };
    await owner.call(camerasCalls.updateSettings, { params: { id: ids.reception }, body: settings });
    expect(await events('person')).toEqual([]);
    expect(await events('Reception desk')).toEqual([]);
  });
});

it('folds names as the domain does', async () => {
  const samples = [
    'Gate 12', '  Loading   dock ', 'North-east/Yard_2', 'Café Zürich', 'ＧＡＴＥ ½', "O'Neil's", 'שָׁלוֹם', 'חניון ב׳', 'צה"ל', 'בית־ספר', '\u200Fשער\u202B ראשי\u202C',
    'Вход №4', '🚪 Door', ' %_ ', '🚪', 'İstanbul', 'ΟΔΟΣ', 'straße', '東京 入口', 'مَدخَل', 'Å-1', '',
  ]; // prettier-ignore
  const { rows } = await sql<{
    folded: string;
  }>`select fold_name(name) as folded from unnest(${samples}::text[]) as name`.execute(server.platform.database.global);
  expect(rows.map(({ folded }) => folded)).toEqual(samples.map((name) => ` ${foldName(name)}`));
});
