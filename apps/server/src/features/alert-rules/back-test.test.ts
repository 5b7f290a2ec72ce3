import { alertRuleCommands, replayAbility } from '@sightline/contracts/alert-rules/alert-rule-link';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/gate' }];
  const { edgeId, locationId } = edge;
  const camera = await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId, locationId, streams } });
  cameraId = camera.body.id;
});
afterAll(() => server.stop());

const loitering = { kind: 'loitering' as const, limitS: 20 };
const ask = (by: TestPerson, rest: object = {}) =>
  by.call(alertRulesCalls.backTest, { body: { backTestId: newId(), cameraId, condition: loitering, ...rest } });
const codeOf = async (answer: ReturnType<typeof ask>): Promise<unknown> =>
  ((await answer).body as { code?: string }).code;
const with_ = (...permissions: ('AlertEdit' | 'AlertMonitoring' | 'PlaybackView' | 'CameraView')[]) =>
  server.person({ organizationId: owner.session.activeOrganizationId ?? '', locationId: edge.locationId, permissions });

describe('a rule that is tried on past days', () => {
  it('is refused for whoever may not edit rules at the camera or not see what it recorded, and of no foreign camera', async () => {
    expect(await codeOf(ask(await with_('CameraView', 'PlaybackView', 'AlertMonitoring')))).toBe('forbidden');
    expect(await codeOf(ask(await with_('CameraView', 'AlertEdit')))).toBe('forbidden');
    expect(await codeOf(ask(await server.person()))).toBe('not_found');
    expect(await codeOf(ask(owner, { cameraId: newId() }))).toBe('not_found');
  });

  it('is refused as it would be refused when it is saved', async () => {
    expect(await codeOf(ask(owner, { condition: { kind: 'loitering', limitS: -1 } }))).toBe('validation_failed');
    expect(await codeOf(ask(owner, { scheduleId: newId() }))).toBe('schedule_unknown');
    const corners = [
      [0.1, 0.1],
      [0.9, 0.9],
      [0.9, 0.1],
      [0.1, 0.9],
    ].map(([x, y]) => ({ x, y }));
    const crossing = { kind: 'loitering', zones: [{ id: newId(), points: corners }] };
    expect(await codeOf(ask(owner, { condition: crossing }))).toBe('alert_rule_invalid');
  });

  it('is refused for a kind that looks at no tracks, for a core that is too old, and while the core is away', async () => {
    expect(await codeOf(ask(owner, { condition: { kind: 'cameraStatus' } }))).toBe('back_test_kind');
    expect(await codeOf(ask(owner))).toBe('back_test_core_old');
    edge.capabilities = ['rtsp', 'privacy', replayAbility];
    await edge.connect();
    edge.socket.close();
    await vi.waitFor(async () => expect(await codeOf(ask(owner))).toBe('core_offline'), { timeout: 20_000 });
  });

  it('is refused for an option that its core does not know: that would be counted without it', async () => {
    const older = await makeTestEdge(server, owner);
    const { edgeId, locationId } = older;
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/yard' }];
    const camera = await owner.call(camerasCalls.create, { body: { name: 'Yard', edgeId, locationId, streams } });
    older.capabilities = ['rtsp', 'privacy', replayAbility];
    await older.connect();
    const condition = { ...loitering, counts: 'sum' as const };
    const tried = () => ask(owner, { condition, cameraId: camera.body.id });
    expect(await codeOf(tried())).toBe('back_test_core_old');
    older.capabilities = [...older.capabilities, 'ruleOptions:stayCounts'];
    await older.connect();
    const asked: unknown[] = [];
    older.answer('rules.replay', (body) => {
      asked.push(body);
      return { state: 'running', share: 0.5 };
    });
    expect((await tried()).body).toEqual({ state: 'running', share: 0.5 });
    expect(asked).toMatchObject([{ condition: { kind: 'withOptions', options: ['stayCounts'], condition } }]);
  });

  it('is tried by its core, with the times and the schedule of the rule, and asked on under the same id', async () => {
    await edge.connect();
    const asked: unknown[] = [];
    const moment = { atUtcMs: 5, untilUtcMs: 9, count: 1, why: [] };
    const result = { count: 1, moments: [moment], heldBack: [], fromUtcMs: 1, toUtcMs: 10, seenMs: 9 };
    edge.answer('rules.replay', (body) => {
      asked.push(body);
      return asked.length === 1 ? { state: 'running', share: 0.5 } : { state: 'done', result };
    });
    const backTestId = newId();
    const editor = await with_('CameraView', 'PlaybackView', 'AlertEdit');
    expect((await ask(editor, { backTestId })).body).toEqual({ state: 'running', share: 0.5 });
    expect((await ask(editor, { backTestId, coolDownS: 5 })).body).toEqual({ state: 'done', result });
    expect(asked).toMatchObject([
      { replayId: backTestId, cameraId, condition: { kind: 'loitering', limitS: 20 }, schedule: null, coolDownS: 60 },
      { replayId: backTestId, coolDownS: 5, mergeS: 60, days: 7 },
    ]);
    for (const body of asked) expect(alertRuleCommands['rules.replay'].input.safeParse(body).error).toBeUndefined();
  });
});
