import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let gate: string;
let yard: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  const { edgeId, locationId } = await makeTestEdge(server, owner);
  const makeCamera = async (name: string): Promise<string> => {
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
    return (await owner.call(camerasCalls.create, { body: { name, edgeId, locationId, streams } })).body.id;
  };
  [gate, yard] = [await makeCamera('Gate'), await makeCamera('Yard')];
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const rule = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Night',
  condition: { kind: 'loitering', limitS: 20 },
  severity: 'warning',
  cameraIds: [gate],
  ...change,
});
const bring = (rules: Record<string, unknown>[], by = owner) => by.call(alertRulesCalls.import, { body: { rules } });
const names = async (): Promise<string[]> =>
  (await owner.call(alertRulesCalls.list, { query: {} })).body.items.map(({ name }) => name);
const points = (...pairs: [number, number][]) => pairs.map(([x, y]) => ({ x, y }));

describe('nothing is imported', () => {
  it('for whoever may not edit rules at each of the cameras, and from no other organization', async () => {
    const at = (cameraId: string) =>
      server.person({ organizationId: organizationId(), permissions: ['AlertEdit', 'CameraView'], cameraId });
    const watcher = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
    expect(await bring([rule()], watcher)).toMatchObject({ status: 403 });
    for (const by of [await at(yard), await server.person()])
      expect(await bring([rule({ cameraIds: [yard, gate] })], by)).toMatchObject({
        status: 400,
        body: { code: 'alert_rules_import_refused', data: { faults: [{ index: 0, code: 'not_found' }], count: 1 } },
      });
    expect(await names()).toEqual([]);
  });

  it('of a file in which one rule is wrong, and each is named with what is wrong', async () => {
    const crossing = { id: newId(), points: points([0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9]) };
    const short = { id: newId(), points: points([0.5, 0.5], [0.5, 0.5]) };
    const answer = await bring([
      rule(),
      rule({ name: '', severity: 'awful' }),
      {},
      rule({
        name: 'Two corners',
        condition: { kind: 'trespassing', zones: [{ ...crossing, points: points([0, 0], [1, 1]) }] },
      }),
      rule({ name: 'Crossing', condition: { kind: 'trespassing', zones: [crossing] } }),
      rule({ name: 'Short', condition: { kind: 'lineCrossing', line: short } }),
      rule({ name: 'Never', condition: { kind: 'occupancy', compare: 'between', count: 5, maxCount: 2 } }),
      rule({ name: 'No line', condition: { kind: 'occupancy', countedBy: 'lines' } }),
      rule({ name: 'Too short', condition: { kind: 'loitering', counts: 'sum', limitS: 600, sumWithinS: 300 } }),
      rule({ name: 'Nowhere', cameraIds: [newId()] }),
      rule({ name: 'At no time', scheduleId: newId() }),
      rule({ name: 'For nobody', notify: { userIds: ['nobody'], channels: ['push'] } }),
      rule({ name: 'Of developers', condition: { kind: 'developer', expression: 'score > 0' } }),
      rule({ name: 'Of tomorrow', condition: { kind: 'weather' } }),
      rule({ name: 7 }),
    ]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'alert_rules_import_refused', data: { count: 14 } } });
    const { faults } = (
      answer.body as unknown as { data: { faults: { index: number; code: string; fields: string[] }[] } }
    ).data;
    expect(faults.map(({ index, code, fields }) => `${index} ${code} ${fields.join()}`)).toEqual([
      '1 validation_failed name,severity',
      '2 validation_failed name,condition,severity',
      expect.stringMatching(/^3 validation_failed condition/) as string,
      '4 alert_rule_invalid crossingEdges',
      '5 alert_rule_invalid shortLine',
      '6 alert_rule_invalid emptyRange',
      '7 alert_rule_invalid noLine',
      '8 alert_rule_invalid sumTooShort',
      '9 not_found ',
      '10 schedule_unknown scheduleId',
      '11 not_found notify.userIds',
      '12 validation_failed condition',
      expect.stringMatching(/^13 validation_failed condition/) as string,
      '14 validation_failed name',
    ]);
    expect(await names()).toEqual([]);
  });

  it('of a file of 10,000 rules, and of one with more than there is room for', async () => {
    const many = Array.from({ length: 10_000 }, () => ({}));
    expect(await bring(many)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await bring([])).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const full = { status: 409, body: { code: 'alert_rules_too_many', data: { limit: 200 } } };
    expect(await bring(Array.from({ length: 201 }, () => rule()))).toMatchObject(full);
    expect((await bring(Array.from({ length: 150 }, () => rule()))).status).toBe(201);
    expect(await bring([rule({ cameraIds: [yard] }), ...Array.from({ length: 51 }, () => rule())])).toMatchObject(full);
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      sql`insert into alert_rules (organization_id, id, name, condition, is_enabled, severity, cool_down_s, merge_s, pre_s, post_s, protect_days, notify)
        select organization_id, gen_random_uuid(), name, condition, is_enabled, severity, cool_down_s, merge_s, pre_s, post_s, protect_days, notify
        from (select * from alert_rules where organization_id = ${organizationId()}::uuid limit 1) r, generate_series(1, 4849)`.execute(
        trx,
      ),
    );
    expect(await bring([rule({ cameraIds: [yard] }), rule({ cameraIds: [yard] })])).toMatchObject({
      status: 409,
      body: { code: 'alert_rules_too_many', data: { limit: 5000 } },
    });
    expect((await bring([rule({ cameraIds: [yard] })])).status).toBe(201);
  });
});

it('makes all rules of a file, as they would be made one by one, and writes each into the audit', async () => {
  const zone = { id: newId(), points: points([0.1, 0.1], [0.5, 0.1], [0.5, 0.5]) };
  const trespassing = { kind: 'trespassing', zones: [zone] };
  const answer = await bring([
    rule({ id: newId(), revision: 7, targets: [], notAField: true }),
    rule({ name: 'Yard', cameraIds: [yard], condition: trespassing, coolDownS: 5, isEnabled: false }),
  ]);
  expect(answer).toMatchObject({ status: 201, body: { count: 2 } });
  const { items } = (await owner.call(alertRulesCalls.list, { query: {} })).body;
  expect(items).toMatchObject([
    { name: 'Night', cameraIds: [gate], coolDownS: 60, revision: 1, isEnabled: true },
    { name: 'Yard', cameraIds: [yard], condition: trespassing, coolDownS: 5, isEnabled: false },
  ]);
  const audit = await owner.call(auditCalls.findByFilter, { query: { limit: 50 }, body: {} });
  const entries = audit.body.items.filter(({ method }) => method === 'alertRule.import');
  expect(entries.map(({ entityName }) => entityName).toReversed()).toEqual(['Night', 'Yard']);
});
