import { auditCalls } from '@sightline/contracts/audit/audit.api';
import type { VehicleImport } from '@sightline/contracts/vehicles/vehicle-import';
import { vehicleImportsCalls } from '@sightline/contracts/vehicles/vehicle-imports.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
});

const orgOf = (person: TestPerson): string => person.session.activeOrganizationId ?? '';
const presign = (by = owner, body: object = {}) =>
  by.call(vehicleImportsCalls.presign, { body: { asset: '1700000000000-vans.csv', orgId: orgOf(by), ...body } });
const evaluate = (filePath: string, by = owner, orgId = orgOf(by)) =>
  by.call(vehicleImportsCalls.evaluate, { body: { filePath, orgId } });
const get = (id: string, by = owner) => by.call(vehicleImportsCalls.get, { params: { id } });
const send = (url: string, file: BlobPart) =>
  fetch(`${server.url}${url}`, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: new Blob([file]) });

/** Sends a file and waits until the work on it ends. */
async function bring(file: BlobPart): Promise<VehicleImport> {
  const { url, filePath } = (await presign()).body;
  expect((await send(url, file)).status).toBe(200);
  const begun = await evaluate(filePath);
  expect(begun.status).toBe(202);
  return ended(begun.body.id);
}

const ended = (id: string): Promise<VehicleImport> =>
  vi.waitFor(
    async () => {
      const { body } = await get(id);
      expect(['done', 'failed', 'canceled']).toContain(body.state);
      return body;
    },
    { timeout: 60_000, interval: 50 },
  );
const plates = async (): Promise<string[]> =>
  (await owner.call(vehiclesCalls.list, { query: { limit: 200 } })).body.items.map(({ plate }) => plate);

describe('a file of vehicles', () => {
  it('is refused without the right, and of another organization it is not there', async () => {
    const { url, filePath } = (await presign()).body;
    await send(url, 'plate\nab 12\n');
    const { id } = (await evaluate(filePath)).body;
    const member = await server.person({ organizationId: orgOf(owner), permissions: ['OrganizationDatabase'] });
    const forbidden = { status: 403, body: { code: 'forbidden' } };
    expect(await presign(member)).toMatchObject(forbidden);
    expect(await evaluate(filePath, member)).toMatchObject(forbidden);
    expect(await get(id, member)).toMatchObject(forbidden);
    const stranger = await server.person();
    for (const answer of [
      await presign(stranger, { orgId: orgOf(owner) }),
      await evaluate(filePath, stranger),
      await evaluate(filePath, stranger, orgOf(owner)),
      await get(id, stranger),
      await stranger.call(vehicleImportsCalls.cancel, { params: { id } }),
      await evaluate(`o/${orgOf(owner)}/vehicle-imports/${newId()}.csv`),
      await evaluate(`o/${orgOf(owner)}/floor-plans/../vehicle-imports/${id}.csv`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('is taken at the address that was given for it alone, and by nobody whose right is gone', async () => {
    const [one, two] = [(await presign()).body, (await presign()).body];
    const query = one.url.slice(one.url.indexOf('?'));
    expect((await send(two.url.replace(/\?.*/, query), 'plate\n')).status).toBe(404);
    expect((await send(one.url.replace(/signature=[^&]*/, 'signature=x'), 'plate\n')).status).toBe(404);
    expect((await send(one.url, 'plate\n')).status).toBe(200);
    await evaluate(one.filePath);
    expect((await send(one.url, 'plate\nab 12')).status).toBe(404);
  });

  it.each(['no time.csv', '1700000000000', '1700000000000-../x.csv', `1700000000000-${'x'.repeat(250)}`])(
    'DB-VEH-044: is refused the name %j',
    async (asset) => {
      expect((await presign(owner, { asset })).status).toBe(400);
    },
  );

  it('DB-VEH-045 DB-VEH-046: adds what is new, skips what is known, and reports what is wrong by line', async () => {
    await owner.call(vehiclesCalls.create, { body: { plate: 'ab 12', owner: 'Noa' } });
    const report = await bring(
      [
        '\uFEFFPlate;Owner;Make;Colour',
        'cd-34;Tamar fleet;skoda;GREY',
        'AB-12;Somebody else;;',
        'СD 34;;;',
        ';no plate;;',
        '=HYPERLINK("x");;;',
        'ef 56;"=1+1";;',
        'gh 78;;Toyotta;',
        'ij 90;;;turquoise',
        `kl 12;${'x'.repeat(121)};;`,
        '"mn 34',
        'op 56;פלוני;Land Rover;white',
      ].join('\r\n'),
    );
    expect(report).toMatchObject({
      state: 'done',
      name: 'vans.csv',
      lines: 11,
      done: 11,
      inserted: 3,
      skipped: 2,
      failed: 6,
    });
    expect(report.faults).toEqual([
      { line: 3, plate: 'ab-12', fault: 'duplicate' },
      { line: 4, plate: 'сd 34', fault: 'duplicate' },
      { line: 5, plate: '', fault: 'plateMissing' },
      { line: 6, plate: '=HYPERLINK("x")', fault: 'plateInvalid' },
      { line: 8, plate: 'gh 78', fault: 'makeUnknown' },
      { line: 9, plate: 'ij 90', fault: 'colorUnknown' },
      { line: 10, plate: 'kl 12', fault: 'ownerTooLong' },
      { line: 11, plate: '', fault: 'quoteOpen' },
    ]);
    const { items } = (await owner.call(vehiclesCalls.list, { query: {} })).body;
    expect(items.map(({ plate, owner: whose, make, color }) => [plate, whose, make, color])).toEqual([
      ['ab 12', 'Noa', null, null],
      ['cd-34', 'Tamar fleet', 'Škoda', 'gray'],
      ['ef 56', '=1+1', null, null],
      ['op 56', 'פלוני', 'Land Rover', 'white'],
    ]);
    const found = await owner.call(vehiclesCalls.list, { query: { query: 'tamar' } });
    expect(found.body.items).toMatchObject([{ plate: 'cd-34' }]);
    const { items: entries } = (
      await owner.call(auditCalls.findByFilter, { query: {}, body: { events: ['vehicle.import'] } })
    ).body;
    expect(entries).toMatchObject([{ entityName: 'vans.csv', data: { inserted: 3, skipped: 2, failed: 6 } }]);
    expect(await server.platform.blobs.stat(`o/${orgOf(owner)}/vehicle-imports/${report.id}.csv`)).toBeNull();
  });

  it.each([
    ['bytes that are no text', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]), 'unreadable'],
    ['a text with the character zero', 'plate\nab\0', 'unreadable'],
    ['no column of plates', 'name,owner\nab 12,Noa\n', 'noPlates'],
    ['nothing', '', 'unreadable'],
    ['a line too many', `plate\n${'x\n'.repeat(1_000_001)}`, 'tooManyLines'],
  ] as const)('fails as a whole with %s, and adds nothing', async (_what, file, cause) => {
    expect(await bring(file)).toMatchObject({ state: 'failed', cause, inserted: 0 });
    expect(await plates()).toEqual([]);
  });

  it('is read in UTF-16, as spreadsheets write it', async () => {
    const file = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('plate\towner\r\nab 12\tנועה\r\n', 'utf16le')]);
    expect(await bring(file)).toMatchObject({ state: 'done', inserted: 1 });
  });

  it('goes on where it was left, and adds nothing twice', async () => {
    const { url, filePath } = (await presign()).body;
    await send(url, `plate\n${Array.from({ length: 1_200 }, (_, at) => `x ${at}`).join('\n')}`);
    const id = filePath.slice(-40, -4);
    // As another process left it: in hand, with 1,000 rows behind it.
    await server.platform.database.withOrganization(orgOf(owner), (trx) =>
      sql`update vehicle_imports set state = 'running', lines = 1200, done = 1000, inserted = 1000 where id = ${id}::uuid`.execute(
        trx,
      ),
    );
    await evaluate(filePath);
    const { importJobs } = await import('./import-work.ts');
    await server.platform.database.withOrganization(orgOf(owner), (trx) =>
      server.platform.jobs.ask(trx, importJobs, {
        data: { organizationId: orgOf(owner), importId: id },
        key: id,
        organizationId: orgOf(owner),
      }),
    );
    expect(await ended(id)).toMatchObject({ state: 'done', done: 1_200, inserted: 1_200, skipped: 0 });
    expect((await owner.call(vehiclesCalls.list, { query: { limit: 1 } })).body.total.value).toBe(200);
  });

  it('is canceled: what was added stays, and nothing more comes', async () => {
    const { url, filePath } = (await presign()).body;
    await send(url, `plate\n${Array.from({ length: 30_000 }, (_, at) => `x ${at}`).join('\n')}`);
    const { id } = (await evaluate(filePath)).body;
    await vi.waitFor(async () => expect((await get(id)).body.done).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 10,
    });
    const { body } = await owner.call(vehicleImportsCalls.cancel, { params: { id } });
    expect(body.state).toBe('canceled');
    expect(body.done).toBeLessThan(30_000);
    const { body: later } = await owner.call(vehiclesCalls.list, { query: { limit: 1 } });
    expect(later.total.value).toBe(Math.min(body.inserted, 10_000));
    expect((await get(id)).body).toEqual(body);
  });
});

describe('vehicles as a file', () => {
  it('hold everything that is chosen, disarm formulas, and can be brought again', async () => {
    await owner.call(vehiclesCalls.create, { body: { plate: 'ab 12', owner: '=1+1', make: 'Kia', color: 'red' } });
    await owner.call(vehiclesCalls.create, { body: { plate: 'cd 34', owner: 'Noa, "Lavi"', color: 'blue' } });
    const file = async (query: object): Promise<string> => {
      const path = `/api/v1/vehicles/export?${new URLSearchParams({ ...query }).toString()}`;
      const headers = { authorization: `Bearer ${owner.session.accessToken}` };
      return (await fetch(`${server.url}${path}`, { headers })).text();
    };
    const all = await file({});
    expect(all).toBe(
      `\uFEFFplate,owner,make,color,last seen,site\r\nAB 12,'=1+1,Kia,red,,\r\nCD 34,"Noa, ""Lavi""",,blue,,\r\n`.replace(
        '\uFEFF',
        '',
      ),
    );
    expect(await file({ color: 'blue' })).not.toContain('AB 12');
    const other = await server.person();
    owner = other;
    expect(await bring(all)).toMatchObject({ inserted: 2, failed: 0 });
    const { items } = (await owner.call(vehiclesCalls.list, { query: {} })).body;
    expect(items.map(({ owner: whose }) => whose)).toEqual(['=1+1', 'Noa, "Lavi"']);
  });
});
