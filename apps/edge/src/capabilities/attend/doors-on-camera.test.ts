import { alertRuleRecords } from '@sightline/contracts/alert-rules/alert-rule-link';
import { doorRecords } from '@sightline/contracts/doors/door-link';
import { DoorGrid } from '@sightline/domain/doors/door-grid';
import { writeSignature } from '@sightline/domain/doors/door-signature';
import { doorwayPictures } from '@sightline/simulators/scenes/doorway-pictures';
import { doorwayScene } from '@sightline/simulators/scenes/doorway-scene';
import { prepareMedia } from '@sightline/simulators/scenes/prepare-media';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EvaluatedCameras } from '../../../testing/rules/evaluated-cameras.fixture.ts';

// A real camera, real workers and a real store. No model finds people: the door is seen all the same.

const { area } = doorwayScene('day');
const grid = new DoorGrid(area);

/** As a decoder gives brightness: drawn pictures are of limited range. */
function lookAt(timeS: number): string {
  const [picture] = doorwayPictures({ light: 'day', fromS: timeS, toS: timeS + 0.2, width: 640, height: 360 });
  const { grey } = picture!;
  const data = grey.data.subarray(0, 640 * 360).map((luma) => Math.max(0, Math.min(255, (luma - 16) * 1.164)));
  return Buffer.from(writeSignature(grid.sample({ ...grey, data }), grid.part)).toString('base64');
}

let core: EvaluatedCameras;

beforeEach(async () => {
  core = await EvaluatedCameras.begin();
  const { subFile } = await prepareMedia(
    { kind: 'scene', id: 'doorway', width: 640, height: 360 },
    {
      folder: join(tmpdir(), 'sightline-doorway-v1'),
      signal: AbortSignal.timeout(240_000),
      onProgress: () => undefined,
      isUrgent: true,
    },
  );
  await core.cameras.addStream('doorway', { file: subFile });
}, 300_000);
afterEach(() => core.stop());

test('a door is told closed and open while no server is there, and a rule on it alerts; of a rule that asks for force nothing is told', async () => {
  const cameraId = core.camera('doorway');
  const doorId = core.door({ cameraId, area, looks: { closed: lookAt(2), open: lookAt(62) } });
  const held = core.rule({ kind: 'door', states: ['held'], heldS: 10, doorIds: [] }, [cameraId]);
  const opens = core.rule({ kind: 'door', states: ['open'], heldS: 30, doorIds: [doorId] }, [cameraId]);
  const forced = core.rule({ kind: 'door', states: ['forced', 'open'], heldS: 30, doorIds: [] }, [cameraId]);
  core.start();
  const told = (): Set<string> => new Set(core.changes().map(({ ruleId }) => ruleId));
  // The clip is forty seconds long and begins anew.
  await vi.waitUntil(() => told().has(held) && told().has(opens), { timeout: 110_000, interval: 100 });
  const states = core.doorStates();
  for (const record of states) expect(doorRecords[1].safeParse(record).error).toBeUndefined();
  expect(states.map(({ revision }) => revision)).toEqual(states.map((_, index) => index + 1));
  const words = states.map(({ state }) => state);
  expect(words).toContain('closed');
  expect(words).toContain('open');
  expect(words.includes('blocked')).toBe(false);
  const change = core.changes().find(({ ruleId }) => ruleId === held)!;
  expect(alertRuleRecords[0].safeParse(change).error).toBeUndefined();
  expect(change).toMatchObject({ phase: 'opened', why: [{ what: 'doorHeldS', value: 10, limit: 10 }] });
  expect(told().has(forced)).toBe(false);
}, 150_000);
