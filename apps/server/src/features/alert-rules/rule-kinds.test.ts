import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let edgeId: string;
let cameraId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  // Rules for developers are saved like the others.
  await sql`update people set is_developer = true where user_id = ${owner.userId}`.execute(
    server.platform.database.global,
  );
  const edge = await makeTestEdge(server, owner);
  edgeId = edge.edgeId;
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/gate' }];
  const camera = await owner.call(camerasCalls.create, {
    body: { name: 'Gate', edgeId, locationId: edge.locationId, streams },
  });
  cameraId = camera.body.id;
  const organizationId = owner.session.activeOrganizationId ?? '';
  await server.platform.database.withOrganization(organizationId, (trx) =>
    sql`insert into uniforms (organization_id, id, name, model_id, judge, same_count, found_count, other_count, mistaken_count, trained_at)
      values (${organizationId}, ${uniformId}, 'Courier', 'appearance-hsv@1', '{}', 3, 3, 1, 0, now())`.execute(trx),
  );
});
afterAll(() => server.stop());

const points = (...pairs: [number, number][]) => pairs.map(([x, y]) => ({ x, y }));
const zones = [{ id: newId(), points: points([0.1, 0.1], [0.5, 0.1], [0.5, 0.5]) }];
const twoCorners = [{ id: newId(), points: points([0.1, 0.1], [0.5, 0.1]) }];
const line = { id: newId(), points: points([0.1, 0.5], [0.9, 0.5]) };
const uniformId = newId();
const place = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };

/** Of each kind: settings that are its own and not the usual ones, and settings that are none. */
const examples: Record<RuleKind, { own: object; bad: object }> = {
  motion: { own: { zones, minCells: 5, minLevel: 40, onS: 2 }, bad: { minCells: 0 } },
  tampering: { own: { states: ['covered', 'dark'], forS: 30 }, bad: { states: [] } },
  proximity: { own: { otherClasses: ['person'], distance: 2, forS: 3 }, bad: { distance: 0 } },
  threat: { own: { zones, windowS: 5 }, bad: { windowS: 31 } },
  trespassing: { own: { zones, minStayS: 4, countsPresent: false }, bad: { zones: [] } },
  tailgating: { own: { line, direction: 'right', count: 3, withinS: 5 }, bad: { line, count: 1 } },
  zoneProtection: { own: { zones, withMotion: true }, bad: {} },
  speedControl: {
    own: { line, secondLine: { ...line, id: newId() }, metres: 12, limitKmh: 30, when: 'measured' },
    bad: { line, secondLine: line, metres: 2, metresError: 1, limitKmh: 30 },
  },
  door: { own: { states: ['open'], heldS: 60 }, bad: { states: ['ajar'] } },
  fire: { own: { what: ['smoke'], smokeS: 20 }, bad: { what: [] } },
  fall: { own: { downS: 20 }, bad: { downS: 2 } },
  violence: { own: { minPeople: 3 }, bad: { minPeople: 1 } },
  suspect: { own: { class: 'person', upper: ['red'] }, bad: { upper: ['infrared'] } },
  face: { own: { mode: 'unknown', sights: 3 }, bad: { personIds: ['somebody'] } },
  licensePlate: { own: { mode: 'notOnList', plates: ['B AB 123'], match: 'similar' }, bad: { match: 'nearly' } },
  container: { own: { numbers: ['CSQU3054383'] }, bad: { numbers: [''] } },
  appearing: { own: { classes: ['animal'], zones, reappearS: 60 }, bad: { zones: twoCorners } },
  disappearing: { own: { by: 'border', goneS: 9 }, bad: { by: 'magic' } },
  loitering: { own: { limitS: 45, mayLeaveS: 8 }, bad: { limitS: 4 } },
  lineCrossing: { own: { line, direction: 'left', minScore: 0.6 }, bad: {} },
  occupancy: { own: { compare: 'atMost', count: 2, forS: 20 }, bad: { count: -1 } },
  trafficControl: {
    own: { zones, judges: { what: 'wrongWay', heading: 90, toleranceDegrees: 30 } },
    bad: { zones, judges: { what: 'parked' } },
  },
  missingObject: { own: { classes: ['vehicle'], place, forS: 60 }, bad: { place: { ...place, x: 0.9 } } },
  absence: { own: { minCount: 2, forS: 600 }, bad: { forS: 9 } },
  cameraStatus: { own: { what: ['offline'], forS: 90 }, bad: { forS: 29 } },
  coreStatus: { own: { forS: 120 }, bad: { forS: 59 } },
  protectiveGear: { own: { items: ['vest'], graceS: 8 }, bad: { items: ['cape'] } },
  personalSafety: { own: { zones, stillS: 90, alone: false }, bad: { stillS: 14 } },
  gloves: { own: { zones, forS: 5 }, bad: { forS: 0 } },
  eventTag: {
    own: { tag: 'Delivery', fields: [{ field: 'boxes', compare: 'atLeast', value: 3 }] },
    bad: { tag: 'Delivery', fields: [{ field: '3', compare: 'is', value: 3 }] },
  },
  doorTailgating: { own: { windowS: 5 }, bad: { windowS: 2 } },
  eventValidation: { own: { mode: 'morePeople', afterS: 20 }, bad: { afterS: 0 } },
  uniform: { own: { uniformIds: [uniformId], mode: 'wearsNone' }, bad: { uniformIds: [] } },
  developer: { own: { expression: 'class == "vehicle" and score > 0.5' }, bad: { expression: ' ' } },
};
const kinds = Object.keys(ruleKinds) as RuleKind[];

const create = (kind: RuleKind, settings: object) =>
  owner.call(alertRulesCalls.create, {
    body: {
      name: `About ${kind}`,
      condition: { kind, ...settings } as never,
      severity: ruleKinds[kind].severity,
      ...(kind === 'coreStatus' ? { edgeIds: [edgeId] } : { cameraIds: [cameraId] }),
    },
  });

it.each(kinds)('refuses a rule of kind %s with settings that are none', async (kind) => {
  const { status, body } = await create(kind, examples[kind].bad);
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
});

it.each(kinds)('keeps a rule of kind %s with its own settings', async (kind) => {
  const { own } = examples[kind];
  const { status, body } = await create(kind, own);
  expect({ status, body }).toMatchObject({ status: 201, body: { condition: { kind, ...own } } });
  const { items } = (await owner.call(alertRulesCalls.list, { query: { kind } })).body;
  expect(items).toEqual([body]);
  expect((await owner.call(alertRulesCalls.get, { params: { id: body.id } })).body).toEqual(body);
});
