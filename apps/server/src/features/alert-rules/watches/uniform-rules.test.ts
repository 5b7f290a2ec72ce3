import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { UniformCondition } from '@sightline/contracts/alert-rules/uniform-condition';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { EventReport } from '@sightline/contracts/events/event';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TestEdge } from '../../../../testing/link/test-edge.ts';
import { countAnew, makeFacePlace, report } from '../../../../testing/people/test-faces.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { dressedReport, seeClothes, suggestedTo, type Outfit } from '../../../../testing/uniforms/test-clothes.ts';
import { newId } from '../../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;
let uniformId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  countAnew();
  ({ edge, cameraId } = await makeFacePlace(server, owner));
  uniformId = await train();
});

/** Saves a uniform: people in orange are it, those in blue are not. */
async function train(): Promise<string> {
  const see = (outfit: Outfit, from: number): Promise<string[]> =>
    seeClothes(
      edge,
      Array.from({ length: 5 }, (_, at) => dressedReport(cameraId, outfit, { turn: from + at })),
    );
  const [same, other] = [await see('orange', 0), await see('blue', 5)];
  const { suggestedGroups } = await suggestedTo(owner, (now) => now.suggestedGroups.length > 0 && now.waiting === 0);
  const body = { groupId: suggestedGroups[0]?.groupId ?? '' };
  const { id } = (await owner.call(uniformsCalls.openTraining, { body })).body;
  const saved = await owner.call(uniformsCalls.saveTraining, {
    params: { id },
    body: { name: 'Courier', same, other },
  });
  return saved.body.id;
}

const create = (change: Partial<UniformCondition> = {}, by = owner) =>
  by.call(alertRulesCalls.create, {
    body: {
      name: 'Clothes',
      severity: 'warning',
      cameraIds: [cameraId],
      condition: { kind: 'uniform', uniformIds: [uniformId], mode: 'wears', ...change },
      coolDownS: 0,
      mergeS: 0,
    },
  });

/** Somebody who has just gone. */
const just = (outfit: Outfit, change: Partial<EventReport> = {}) =>
  dressedReport(cameraId, outfit, { turn: 3, startedAtUtcMs: Date.now() - 8_000, ...change });

const alerts = async () => (await owner.call(alertsCalls.logs, { query: {} })).body.items;

it('names no uniform that is not there, is of another organization, or that the caller may not know', async () => {
  const missing = { status: 404, body: { code: 'not_found', data: { fields: ['condition.uniformIds'] } } };
  expect(await create({ uniformIds: [newId()] })).toMatchObject(missing);
  const { activeOrganizationId: organizationId } = owner.session;
  const unknowing = await server.person({ organizationId, permissions: ['AlertEdit'] });
  expect((await create({}, unknowing)).status).toBe(404);
  expect(await create({ uniformIds: [] })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect((await create()).status).toBe(201);
});

it('alerts once of somebody who wears it, with its name, and of nobody else', async () => {
  await create();
  const [worn, other] = [just('orange', { phase: 'opened', endedAtUtcMs: null }), just('blue')];
  await report(edge, [worn, other]);
  await report(edge, [{ ...worn, revision: worn.revision + 1, phase: 'closed', endedAtUtcMs: worn.lastSeenUtcMs }]);
  await vi.waitFor(async () => expect(await alerts()).toHaveLength(1), 10_000);
  expect(await alerts()).toMatchObject([{ cameraId, why: [{ what: 'uniform', value: 'Courier' }] }]);
});

it('alerts of who wears none of them once they have gone, and not of who may still turn out to', async () => {
  await create({ mode: 'wearsNone' });
  const still = just('blue', { phase: 'opened', endedAtUtcMs: null });
  await report(edge, [just('orange'), still]);
  expect(await alerts()).toEqual([]);
  await report(edge, [{ ...still, revision: still.revision + 1, phase: 'closed', endedAtUtcMs: still.lastSeenUtcMs }]);
  await vi.waitFor(async () => expect(await alerts()).toHaveLength(1), 10_000);
  expect(await alerts()).toMatchObject([{ why: [{ what: 'noUniform' }] }]);
});

it('keeps a uniform that it names, and says who names it', async () => {
  const { id } = (await create()).body;
  const remove = () => owner.call(uniformsCalls.remove, { params: { id: uniformId } });
  expect(await remove()).toMatchObject({
    status: 409,
    body: { code: 'uniform_in_use', data: { count: 1, rules: [{ id, name: 'Clothes' }] } },
  });
  await owner.call(alertRulesCalls.remove, { params: { id } });
  expect((await remove()).status).toBe(200);
});
