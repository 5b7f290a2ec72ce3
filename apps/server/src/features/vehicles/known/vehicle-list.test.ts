import { linkFromServer } from '@sightline/contracts/link/link';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { VehicleList } from '@sightline/contracts/vehicles/vehicle-link';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeTestEdge } from '../../../../testing/link/test-edge.ts';
import { PlayedCore } from '../../../../testing/sync-operations/test-core.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';

const soon = { timeout: 20_000, interval: 30 };
const allKinds = Object.keys(syncedKinds);
const ofBefore = allKinds.filter((kind) => kind !== 'vehicleList');
const reader = ['rtsp', 'rules', 'plates:ppocr@1'];

let server: TestServer;
let owner: TestPerson;
let core: PlayedCore;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await coreOf(owner);
});

async function coreOf(person: TestPerson, capabilities = reader): Promise<PlayedCore> {
  const played = new PlayedCore(await makeTestEdge(server, person));
  played.edge.capabilities = capabilities;
  return played;
}
const add = async (plate: string, person = owner): Promise<string> =>
  (await person.call(vehiclesCalls.create, { body: { plate, owner: 'Noa Lavi' } })).body.id;
const listsOf = (played = core): (VehicleList & { id: string })[] =>
  played.live('vehicleList').map(({ id, content }) => ({ id, ...(content as VehicleList) }));
const heldBy = (played = core): string[] =>
  listsOf(played)
    .flatMap(({ vehicles }) => vehicles.map(({ key }) => key))
    .toSorted();
const untilHeld = (keys: readonly string[], played = core) =>
  vi.waitFor(() => expect(heldBy(played)).toEqual(keys), soon);

it('is told to no core that reads no plates, that does not know lists, or of another organization', async () => {
  const stranger = await server.person();
  const [blind, old, foreign] = [await coreOf(owner, ['rtsp']), await coreOf(owner), await coreOf(stranger)];
  await blind.link(allKinds);
  await old.link(ofBefore);
  await foreign.link(allKinds);
  await core.link(allKinds);
  await add('AB 12 CD');
  await add('xy 99', stranger);
  await untilHeld(['ab12cd']);
  await untilHeld(['xy99'], foreign);
  expect([listsOf(blind), old.heard.filter(({ entity }) => entity === 'vehicleList')]).toEqual([[], []]);
  expect(listsOf(core).map(({ id }) => id.slice(0, -2))).not.toEqual(listsOf(foreign).map(({ id }) => id.slice(0, -2)));
});

it('is told where plates may be read, and taken back where that is forbidden', async () => {
  await core.link(allKinds);
  await add('AB 12 CD');
  await untilHeld(['ab12cd']);
  const allow = (licensePlates: boolean) =>
    owner.call(organizationsCalls.setAnalyticsSwitches, { body: { licensePlates } });
  await allow(false);
  await untilHeld([]);
  await allow(true);
  await untilHeld(['ab12cd']);
});

it('is told to a core once it can read plates, and taken back when it cannot any more', async () => {
  core.edge.capabilities = ['rtsp'];
  await core.link(allKinds);
  await add('AB 12 CD');
  core.edge.send({ type: 'capabilities', capabilities: reader });
  await untilHeld(['ab12cd']);
  core.edge.send({ type: 'capabilities', capabilities: ['rtsp'] });
  await untilHeld([]);
});

it('holds plates and ids alone, in the part that a core looks in, and follows a plate that is changed or deleted', async () => {
  await core.link(allKinds);
  const id = await add('B0-1715');
  await untilHeld(['b01715']);
  const [part] = listsOf();
  expect(part?.vehicles).toEqual([{ vehicleId: id, key: 'b01715' }]);
  expect(JSON.stringify(part)).not.toContain('Noa');
  // As a core reckons it: by the plate with confusable signs folded.
  expect(Number.parseInt(part?.id.slice(-2) ?? '', 16)).toBe(createHash('md5').update('801715').digest()[0]);
  const { body: vehicle } = await owner.call(vehiclesCalls.list, { query: {} });
  const [first] = vehicle.items;
  await owner.call(vehiclesCalls.update, {
    params: { plate: 'b01715' },
    body: { plate: 'zz 77', owner: null, make: null, color: null, revision: first?.revision ?? 0 },
  });
  await untilHeld(['zz77']);
  expect(listsOf().flatMap(({ vehicles }) => vehicles)).toEqual([{ vehicleId: id, key: 'zz77' }]);
  await owner.call(vehiclesCalls.remove, { params: { plate: 'zz77' } });
  await untilHeld([]);
});

it('is told in parts that fit into messages, and tells one part anew where one of very many vehicles changes', async () => {
  const organizationId = owner.session.activeOrganizationId ?? '';
  await server.platform.database.withOrganization(organizationId, async (trx) => {
    await sql`insert into vehicles (organization_id, id, plate, key, confused)
      select ${organizationId}::uuid, gen_random_uuid(), key, key, key
      from (select 'k' || lpad(at::text, 7, '0') as key from generate_series(1, 20000) as at) as k`.execute(trx);
    await sql`insert into vehicle_parts (organization_id, part, version) select distinct organization_id, part, 1
      from vehicles where organization_id = ${organizationId}::uuid`.execute(trx);
  });
  await core.link(allKinds);
  await vi.waitFor(() => expect(heldBy()).toHaveLength(20_000), { timeout: 60_000, interval: 100 });
  expect(listsOf().length).toBe(256);
  const messages = core.heard.map((operation) => ({ type: 'operation' as const, operation }));
  expect(messages.every((message) => linkFromServer.safeParse(message).success)).toBe(true);
  core.heard = [];
  await add('AB 12 CD');
  await vi.waitFor(() => expect(heldBy()).toContain('ab12cd'), soon);
  expect(core.heard).toHaveLength(1);
}, 120_000);
