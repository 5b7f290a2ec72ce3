import { alertRuleRecords } from '@sightline/contracts/alert-rules/alert-rule-link';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeBrightSquarePack } from '../../../testing/analyse/bright-square-pack.fixture.ts';
import { JudgedCameras } from '../../../testing/rules/judged-cameras.fixture.ts';

// Real cameras, real workers, a real inference runtime; the model knows only the bright square that walks through the test clips.

const seesSoonMs = 30_000;
const everywhere = {
  id: uuidv7(),
  points: [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ],
};
const trespassing = { kind: 'trespassing', zones: [everywhere], minStayS: 0.5 };

let core: JudgedCameras;

beforeEach(async () => {
  core = await JudgedCameras.begin();
  await core.cameras.addStream('yard', { file: await testMedia('h264-sub') });
  await writeBrightSquarePack(core.packs + '/bright-square');
});
afterEach(() => core.stop());

const until = (condition: () => boolean): Promise<unknown> =>
  vi.waitUntil(condition, { timeout: seesSoonMs, interval: 50 });

test('who walks where nobody may be is told, with the event that it is about', async () => {
  const cameraId = core.camera('yard');
  const ruleId = core.rule(trespassing, [cameraId]);
  core.start();
  await until(() => core.changes().length > 0);
  const [change] = core.changes();
  expect(alertRuleRecords[0].safeParse(change).error).toBeUndefined();
  expect(change).toMatchObject({ ruleId, cameraId, phase: 'opened', sequence: 1, closeReason: null, count: 1 });
  expect(change!.why).toMatchObject([{ what: 'stayS', value: 0.5, placeId: everywhere.id, class: 'person' }]);
  const events = (): string[] => core.records().flatMap((body) => (body.kind === 'event' ? [body.event.eventId] : []));
  await until(() => events().includes(change!.subjectIds[0]!));
}, 60_000);
