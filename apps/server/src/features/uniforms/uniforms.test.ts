import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { Uniform, UniformTraining } from '@sightline/contracts/uniforms/uniform';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestEdge } from '../../../testing/link/test-edge.ts';
import { countAnew, facedReport, makeFacePlace, report, unsavedOf } from '../../../testing/people/test-faces.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import {
  dressedReport,
  seeClothes,
  suggestedTo,
  testLook,
  type Outfit,
} from '../../../testing/uniforms/test-clothes.ts';
import { newId } from '../../platform/ids/ids.ts';
import { keepUniforms } from './keep-uniforms.ts';

let server: TestServer;
let database: pg.Client;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;
beforeAll(async () => {
  server = await startTestServer();
  database = new pg.Client({ connectionString: server.connectionString });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
});
beforeEach(async () => {
  owner = await server.person();
  countAnew();
  ({ edge, cameraId } = await makeFacePlace(server, owner));
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

/** People in outfits, ten minutes apart; answers the ids of their events. */
const see = (outfit: Outfit, count: number, from = 0): Promise<string[]> =>
  seeClothes(
    edge,
    Array.from({ length: count }, (_, at) => dressedReport(cameraId, outfit, { turn: from + at })),
  );

const member = (permissions: Parameters<TestServer['person']>[0]) =>
  server.person({ organizationId: organizationId(), ...permissions });

/** Somebody who may read the directory, and search this camera alone. */
async function searchesOnly(camera: string): Promise<TestPerson> {
  const person = await member({ permissions: ['SearchView'], cameraId: camera });
  const grant = {
    permission: 'OrganizationDatabasePeopleDirectory',
    entityKind: 'organization',
    entityId: null,
  } as const;
  await server.platform.database.withOrganization(organizationId(), (trx) =>
    trx
      .insertInto('grants')
      .values({ organizationId: organizationId(), id: newId(), userId: person.userId, ...grant })
      .execute(),
  );
  return person;
}

/** Opens the training of the group that was seen most. */
async function openFirst(least = 1): Promise<UniformTraining> {
  const { suggestedGroups } = await suggestedTo(
    owner,
    (now) => now.suggestedGroups.length >= least && now.waiting === 0,
  );
  const groupId = suggestedGroups[0]?.groupId ?? '';
  return (await owner.call(uniformsCalls.openTraining, { body: { groupId } })).body;
}

/** Saves a uniform: people in orange are it, others are not. */
async function train(orange: readonly string[], others: readonly string[]): Promise<Uniform> {
  const { id } = await openFirst();
  const marks = { same: [...orange], other: [...others] };
  const saved = await owner.call(uniformsCalls.saveTraining, { params: { id }, body: { name: 'Courier', ...marks } });
  expect(saved.status).toBe(201);
  return saved.body;
}

async function found(uniformId: string, count: number): Promise<string[]> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const { items } = (await owner.call(eventsCalls.list, { query: { uniformIds: uniformId } })).body;
    if (items.length === count) return items.map(({ id }) => id).toSorted();
    if (performance.now() > deadline) throw new Error(`found ${String(items.length)} instead of ${String(count)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const rowsOf = async (table: string): Promise<number> =>
  Number(
    (
      await database.query<{ count: string }>(`select count(*) from ${table} where organization_id = $1`, [
        organizationId(),
      ])
    ).rows[0]?.count,
  );

describe('the directory of uniforms', () => {
  it('DB-SHELL-014 is refused without the right to people, also to whoever may see its entry otherwise', async () => {
    const forbidden = {
      status: 403,
      body: { code: 'forbidden', data: { permission: 'OrganizationDatabasePeopleDirectory' } },
    };
    const asked = [
      (by: TestPerson) => by.call(uniformsCalls.list, { query: {} }),
      (by: TestPerson) => by.call(uniformsCalls.suggested, {}),
      (by: TestPerson) => by.call(uniformsCalls.openTraining, { body: { groupId: newId() } }),
      (by: TestPerson) => by.call(uniformsCalls.remove, { params: { id: newId() } }),
      (by: TestPerson) => by.call(eventsCalls.list, { query: { uniformIds: newId() } }),
    ];
    const without = await member({ permissions: ['UniformDirectory', 'SearchView', 'OrganizationDatabase'] });
    for (const ask of asked) expect(await ask(without)).toMatchObject(forbidden);
    const withPeople = await member({ permissions: ['OrganizationDatabasePeopleDirectory'] });
    expect((await withPeople.call(uniformsCalls.list, { query: {} })).status).toBe(200);
  });

  it('DB-UNI-011 suggests who is dressed alike, once they were seen often, to whoever may search the camera', async () => {
    await see('orange', 3);
    await see('blue', 2);
    expect((await suggestedTo(owner, ({ waiting }) => waiting === 0)).suggestedGroups).toEqual([]);
    await see('orange', 2, 3);
    const { suggestedGroups } = await suggestedTo(owner, (now) => now.suggestedGroups.length > 0);
    expect(suggestedGroups).toHaveLength(1);
    const picture = expect.stringContaining('/api/v1/media/events/') as string;
    expect(suggestedGroups[0]).toMatchObject({
      appearances: 5,
      bestImage: picture,
      bestTracker: { bestImage: picture, edgeId: edge.edgeId, cameraId },
    });
    const stranger = await server.person();
    expect((await stranger.call(uniformsCalls.suggested, {})).body).toEqual({ suggestedGroups: [], waiting: 0 });
    const blind = await member({ permissions: ['OrganizationDatabasePeopleDirectory'] });
    expect((await blind.call(uniformsCalls.suggested, {})).body).toEqual({ suggestedGroups: [], waiting: 0 });
    const groupId = suggestedGroups[0]?.groupId ?? '';
    expect((await blind.call(uniformsCalls.openTraining, { body: { groupId } })).status).toBe(404);
    expect((await stranger.call(uniformsCalls.openTraining, { body: { groupId } })).status).toBe(404);
  });

  it('counts, shows and trains by what was seen at cameras that the reader may search', async () => {
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/2' }];
    const body = { name: 'Dock', edgeId: edge.edgeId, locationId: edge.locationId, streams };
    const dock = (await owner.call(camerasCalls.create, { body })).body.id;
    const atDock = (turn: number) => dressedReport(dock, 'orange', { turn });
    await see('orange', 3);
    await seeClothes(edge, [10, 11, 12].map(atDock));
    const reader = await searchesOnly(dock);
    await suggestedTo(owner, ({ suggestedGroups }) => suggestedGroups[0]?.appearances === 6);
    expect((await reader.call(uniformsCalls.suggested, {})).body.suggestedGroups).toEqual([]);
    const [fourth] = await seeClothes(edge, [13].map(atDock));
    const { suggestedGroups } = await suggestedTo(reader, (now) => now.suggestedGroups.length === 1);
    expect(suggestedGroups[0]).toMatchObject({ appearances: 4, bestTracker: { cameraId: dock } });
    expect(suggestedGroups[0]?.examples).toHaveLength(4);
    const opened = await reader.call(uniformsCalls.openTraining, {
      body: { groupId: suggestedGroups[0]?.groupId ?? '' },
    });
    expect(opened.body.images).toHaveLength(4);
    expect(opened.body.images.map(({ id }) => id)).toContain(fourth);
  });

  it('has nothing to mark where no picture came', async () => {
    await report(
      edge,
      [0, 1, 2, 3].map((turn) => dressedReport(cameraId, 'orange', { turn })),
    );
    const { suggestedGroups } = await suggestedTo(owner, (now) => now.suggestedGroups.length === 1);
    expect(suggestedGroups[0]).toMatchObject({ bestImage: null, bestTracker: { cameraId } });
    const groupId = suggestedGroups[0]?.groupId ?? '';
    expect(await owner.call(uniformsCalls.openTraining, { body: { groupId } })).toMatchObject({
      status: 409,
      body: { code: 'uniform_images_gone' },
    });
  });

  it('does not put together what a camera must not compare, or hides', async () => {
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { cameraSearchSettings: { comparesLooks: false } } },
    });
    await see('orange', 5);
    expect(await rowsOf('clothing_sightings')).toBe(0);
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { cameraSearchSettings: { comparesLooks: true }, privacy: { objectsToPixelate: ['person'] } } },
    });
    await see('orange', 5, 5);
    await suggestedTo(owner, ({ suggestedGroups }) => suggestedGroups.length === 1);
    const reader = await member({ permissions: ['OrganizationDatabasePeopleDirectory', 'SearchView'] });
    expect((await reader.call(uniformsCalls.suggested, {})).body.suggestedGroups).toEqual([]);
  });

  it('DB-UNI-013 refuses to learn from too few marks, from images of others, and in the training of another', async () => {
    const orange = await see('orange', 6);
    const [blue = ''] = await see('blue', 1, 20);
    const { id } = await openFirst();
    const save = (body: { same: string[]; other: string[] }, by = owner) =>
      by.call(uniformsCalls.saveTraining, { params: { id }, body: { name: 'Courier', ...body } });
    const few = { status: 422, body: { code: 'uniform_marks_few' } };
    expect(await save({ same: orange.slice(0, 2), other: [blue] })).toMatchObject(few);
    expect(await save({ same: orange, other: [] })).toMatchObject(few);
    expect((await save({ same: orange, other: [orange[0] ?? ''] })).status).toBe(400);
    expect((await save({ same: orange, other: [newId()] })).status).toBe(404);
    const other = await member({ permissions: ['OrganizationDatabasePeopleDirectory', 'SearchView'] });
    expect((await save({ same: orange, other: [blue] }, other)).status).toBe(404);
    expect((await other.call(uniformsCalls.closeTraining, { params: { id } })).status).toBe(404);
    // DB-UNI-012: closed, it is there no more.
    expect((await owner.call(uniformsCalls.closeTraining, { params: { id } })).status).toBe(200);
    expect((await save({ same: orange, other: [blue] })).status).toBe(404);
    expect((await owner.call(uniformsCalls.list, { query: {} })).body.items).toEqual([]);
  });

  it('DB-UNI-010 DB-UNI-012 DB-UNI-013 keeps what was trained, and says how well it does on what was held back', async () => {
    const orange = await see('orange', 10);
    const others = [...(await see('blue', 5, 20)), ...(await see('green', 5, 40))];
    const { id, images } = await openFirst();
    expect(
      images
        .filter(({ origin }) => origin === 'group')
        .map((image) => image.id)
        .toSorted(),
    ).toEqual(orange.toSorted());
    expect(images).toHaveLength(20);
    const measure = async (same: string[], other: string[]) =>
      (await owner.call(uniformsCalls.measureTraining, { params: { id }, body: { same, other } })).body;
    expect(await measure(orange.slice(0, 7), others)).toMatchObject({ same: 7, precision: null, recall: null });
    const figures = { same: 10, found: 10, other: 10, mistaken: 0, precision: 1, recall: 1 };
    expect(await measure(orange, others)).toEqual(figures);
    // Told is what it does, not what would be nice: of marks that contradict each other next to nothing can be learnt.
    const wrong = await measure(
      [...orange.slice(0, 5), ...others.slice(0, 5)],
      [...orange.slice(5), ...others.slice(5)],
    );
    expect(Math.min(wrong.precision ?? 0, wrong.recall ?? 0)).toBeLessThan(0.8);
    const body = { name: ' Courier ', same: orange, other: others };
    const saved = await owner.call(uniformsCalls.saveTraining, { params: { id }, body });
    const picture = expect.stringContaining('/api/v1/media/events/') as string;
    expect(saved).toMatchObject({
      status: 201,
      body: { name: 'Courier', heldBack: figures, bestImage: picture, bestTracker: { edgeId: edge.edgeId, cameraId } },
    });
    expect(saved.body.uniformId).toBe(saved.body.id);
    expect(saved.body.positiveRepresentatives).toHaveLength(10);
    // It is suggested no more, and another look in it makes no further suggestion.
    await see('orange', 4, 60);
    expect((await suggestedTo(owner, ({ waiting }) => waiting === 0)).suggestedGroups).toHaveLength(2);
    const { items } = (await owner.call(uniformsCalls.list, { query: { search: 'OUR' } })).body;
    expect(items).toMatchObject([{ uniformId: saved.body.id }]);
    expect((await owner.call(uniformsCalls.list, { query: { search: 'guard' } })).body.items).toEqual([]);
    const blind = await member({ permissions: ['OrganizationDatabasePeopleDirectory'] });
    expect((await blind.call(uniformsCalls.list, { query: {} })).body.items).toMatchObject([
      { name: 'Courier', bestImage: null, bestTracker: null, positiveRepresentatives: [] },
    ]);
  });

  it('trains once more, from what was marked before and found since', async () => {
    const orange = await see('orange', 6);
    const blue = await see('blue', 3, 20);
    const uniform = await train(orange.slice(0, 3), blue.slice(0, 2));
    await found(uniform.id, 6);
    const { body } = await owner.call(uniformsCalls.openTraining, { body: { uniformId: uniform.id } });
    const marked = (mark: string): string[] =>
      body.images.filter((image) => image.mark === mark).map((image) => image.id);
    expect(body).toMatchObject({ uniformId: uniform.id, name: 'Courier' });
    expect(marked('same').toSorted()).toEqual(orange.slice(0, 3).toSorted());
    expect(marked('other').toSorted()).toEqual(blue.slice(0, 2).toSorted());
    const all = body.images.map((image) => image.id);
    for (const id of orange) expect(all).toContain(id);
    const marks = { name: 'Courier', same: orange, other: blue };
    const saved = await owner.call(uniformsCalls.saveTraining, { params: { id: body.id }, body: marks });
    expect(saved.body).toMatchObject({ id: uniform.id, heldBack: { same: 6, other: 3 } });
  });

  it('DB-UNI-009 DB-UNI-012 is renamed and deleted, and what was found by it goes with it', async () => {
    const orange = await see('orange', 5);
    const blue = await see('blue', 2, 20);
    const uniform = await train(orange, blue);
    const at = { params: { id: uniform.id } };
    const stranger = await server.person();
    expect((await stranger.call(uniformsCalls.update, { ...at, body: { name: 'X' } })).status).toBe(404);
    expect((await stranger.call(uniformsCalls.remove, at)).status).toBe(404);
    expect((await owner.call(uniformsCalls.update, { ...at, body: { name: '  ' } })).status).toBe(400);
    expect((await owner.call(uniformsCalls.update, { ...at, body: { name: ' A ' } })).body.name).toBe('A');
    await found(uniform.id, 5);
    expect((await owner.call(uniformsCalls.remove, at)).status).toBe(200);
    for (const table of [
      'uniforms',
      'uniform_examples',
      'uniform_sightings',
      'uniform_trainings',
      'uniform_training_images',
    ])
      expect(await rowsOf(table), table).toBe(0);
    await found(uniform.id, 0);
    const { rows } = await database.query<{ action: string }>(
      `select action from audit_entries where organization_id = $1 and action like 'uniform.%' order by at, id`,
      [organizationId()],
    );
    expect(rows.map(({ action }) => action)).toEqual(['uniform.train', 'uniform.update', 'uniform.remove']);
  });
});

describe('who wears a uniform', () => {
  it('is found among events from before and after the training, and nobody else is', async () => {
    const orange = await see('orange', 6);
    const blue = await see('blue', 4, 20);
    const uniform = await train(orange.slice(0, 4), blue.slice(0, 2));
    expect(await found(uniform.id, 6)).toEqual(orange.toSorted());
    const later = await see('orange', 1, 60);
    await see('green', 1, 61);
    expect(await found(uniform.id, 7)).toEqual([...orange, ...later].toSorted());
    const { items } = (await owner.call(uniformsCalls.list, { query: {} })).body;
    expect(items[0]?.lookedThrough).toBe(1);
    // At cameras that they may not search it is found by nobody.
    const { cameraId: other } = await makeFacePlace(server, owner);
    const elsewhere = await searchesOnly(other);
    const asked = await elsewhere.call(eventsCalls.list, { query: { uniformIds: uniform.id } });
    expect(asked).toMatchObject({ status: 200, body: { items: [] } });
    expect((await elsewhere.call(uniformsCalls.list, { query: {} })).body.items).toMatchObject([{ bestImage: null }]);
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { cameraSearchSettings: { comparesLooks: false } } },
    });
    await found(uniform.id, 0);
  });

  it('is no more what a later look of the same track denies, but stays what somebody marked', async () => {
    const orange = await see('orange', 5);
    const blue = await see('blue', 2, 20);
    const uniform = await train(orange, blue);
    const open = dressedReport(cameraId, 'orange', { turn: 70, phase: 'opened' });
    await report(edge, [open]);
    await found(uniform.id, 6);
    await report(edge, [
      { ...open, phase: 'closed', endedAtUtcMs: open.lastSeenUtcMs, revision: 2, vectors: [testLook('blue', 3)] },
    ]);
    expect(await found(uniform.id, 5)).toEqual(orange.toSorted());
  });

  it('has no example any more that is of somebody who was forgotten, or whose event has gone', async () => {
    const reports = Array.from({ length: 5 }, (_, turn) => {
      const { vectors } = dressedReport(cameraId, 'orange', { turn });
      const faced = facedReport(cameraId, 1, { look: turn + 1, startedAtUtcMs: Date.now() - (turn + 1) * 600_000 });
      return { ...faced, vectors: [...vectors, ...faced.vectors] };
    });
    const orange = await seeClothes(edge, reports);
    const blue = await see('blue', 2, 20);
    const uniform = await train(orange, blue);
    const [unsaved] = await unsavedOf(owner, (all) => all.some(({ appearances }) => appearances === 5));
    await owner.call(peopleCalls.removeUnsaved, { params: { id: unsaved?.bucketId ?? '' } });
    const examples = async (): Promise<number> =>
      (await owner.call(uniformsCalls.list, { query: {} })).body.items[0]?.positiveRepresentatives.length ?? 0;
    await expect.poll(examples, { timeout: 20_000 }).toBe(0);
    expect(await rowsOf('uniform_examples')).toBe(2);
    await keepUniforms(server.platform, new Date(Date.now() + 400 * 86_400_000));
    expect(await rowsOf('uniform_examples')).toBe(0);
    expect(await rowsOf('uniform_sightings')).toBe(0);
    expect((await owner.call(uniformsCalls.list, { query: {} })).body.items).toMatchObject([{ id: uniform.id }]);
  });
});
