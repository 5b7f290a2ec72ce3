import { alertRuleRecords } from '@sightline/contracts/alert-rules/alert-rule-link';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeBrightSquarePack } from '../../../testing/analyse/bright-square-pack.fixture.ts';
import { writeTextPacks } from '../../../testing/models/test-text-packs.ts';
import { EvaluatedCameras } from '../../../testing/rules/evaluated-cameras.fixture.ts';

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
const skyline = {
  id: uuidv7(),
  points: [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 0.3 },
  ],
};
const trespassing = { kind: 'trespassing', zones: [everywhere], minStayS: 0.5 };

let core: EvaluatedCameras;

beforeEach(async () => {
  core = await EvaluatedCameras.begin();
  await core.cameras.addStream('yard', { file: await testMedia('h264-sub') });
  await writeBrightSquarePack(core.packs + '/bright-square');
});
afterEach(() => core.stop());

const until = (condition: () => boolean): Promise<unknown> =>
  vi.waitUntil(condition, { timeout: seesSoonMs, interval: 50 });

test('a rule for another class, and one on a place that nobody enters, tell nothing', async () => {
  const cameraId = core.camera('yard');
  core.rule({ ...trespassing, classes: ['vehicle'] }, [cameraId]);
  core.rule({ ...trespassing, zones: [skyline] }, [cameraId]);
  const walks = core.rule(trespassing, [cameraId]);
  core.start();
  await until(() => core.changes().length > 0);
  const untilUtcMs = Date.now() + 13_000;
  // The square walks through the whole picture once in twelve seconds.
  await until(() => Date.now() > untilUtcMs);
  expect(new Set(core.changes().map(({ ruleId }) => ruleId))).toEqual(new Set([walks]));
}, 60_000);

test('who walks where nobody may be is told, with the event that it is about', async () => {
  const cameraId = core.camera('yard');
  const ruleId = core.rule(trespassing, [cameraId]);
  core.start();
  await until(() => core.changes().length > 0);
  const [change] = core.changes();
  expect(alertRuleRecords[0].safeParse(change).error).toBeUndefined();
  expect(change).toMatchObject({ ruleId, cameraId, phase: 'opened', sequence: 1, closeReason: null, count: 1 });
  expect(change!.why).toMatchObject([{ what: 'stayS', value: 0.5, placeId: everywhere.id, class: 'person' }]);
  await until(() => core.events().some(({ eventId }) => eventId === change!.subjectIds[0]));
}, 60_000);

test('ALERT-010 a rule on fire waits for a model, and runs without further steps once a pack is there', async () => {
  const cameraId = core.camera('yard');
  const fire = core.rule({ kind: 'fire', flameS: 1 }, [cameraId]);
  const smoke = core.rule({ kind: 'fire', what: ['smoke'], smokeS: 1 }, [cameraId]);
  const weapon = core.rule({ kind: 'threat', windowS: 1 }, [cameraId]);
  const walks = core.rule(trespassing, [cameraId]);
  core.start();
  const told = (): Set<string> => new Set(core.changes().map(({ ruleId }) => ruleId));
  await until(() => told().has(walks));
  expect(core.announces('fireSmoke')).toBe(false);
  expect(told().has(fire)).toBe(false);

  await writeBrightSquarePack(core.packs + '/wrong', { id: 'wrong', task: 'fireSmoke', word: 'weapon' });
  await writeBrightSquarePack(core.packs + '/flames', { id: 'flames', task: 'fireSmoke', word: 'flame' });
  await until(() => core.announces('fireSmoke'));
  await until(() => told().has(fire));
  const change = core.changes().find(({ ruleId }) => ruleId === fire);
  expect(alertRuleRecords[0].safeParse(change).error).toBeUndefined();
  expect(change).toMatchObject({ phase: 'opened', why: [{ what: 'flameS', placeId: null, class: null }] });
  expect(told()).toEqual(new Set([walks, fire]));
  expect([smoke, weapon].some((ruleId) => told().has(ruleId))).toBe(false);
}, 90_000);

test('ALERT-016 a rule on containers waits for a model that finds their numbers and one that reads them, and tells the numbers that are asked for', async () => {
  const cameraId = core.camera('yard');
  const any = core.rule({ kind: 'container' }, [cameraId]);
  const listed = core.rule({ kind: 'container', numbers: ['csqu 305438-3'] }, [cameraId]);
  const others = core.rule({ kind: 'container', numbers: ['TCLU 123456 8'] }, [cameraId]);
  core.start();
  const told = (): Set<string> => new Set(core.changes().map(({ ruleId }) => ruleId));
  await writeBrightSquarePack(core.packs + '/numbers', {
    id: 'numbers',
    task: 'containerText',
    word: 'containerNumber',
  });
  await writeBrightSquarePack(core.packs + '/flames', { id: 'flames', task: 'fireSmoke', word: 'flame' });
  await until(() => core.announces('fireSmoke'));
  // Found, and read by nobody.
  expect(core.announces('containerText')).toBe(false);

  await writeTextPacks(core.packs, 'CSQU3054383');
  await until(() => core.announces('containerText'));
  await until(() => told().has(any) && told().has(listed));
  const change = core.changes().find(({ ruleId }) => ruleId === listed);
  expect(alertRuleRecords[0].safeParse(change).error).toBeUndefined();
  expect(change).toMatchObject({ phase: 'opened', why: [{ what: 'containerNumber', value: 'CSQU3054383' }] });
  expect(told().has(others)).toBe(false);
}, 90_000);

test('who walks over a line is told when it was so at the camera', async () => {
  const cameraId = core.camera('yard');
  const middle = [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ];
  core.rule({ kind: 'lineCrossing', line: { id: uuidv7(), points: middle } }, [cameraId]);
  core.start();
  await core.looksAt([cameraId]);
  const play = await core.cameras.playOnce('yard', await testMedia('h264-sub'));
  // The middle of the square is there half of its way.
  const truthUtcMs = (play.firstPictureUtcMs + play.endUtcMs) / 2;
  const crossed = (): number[] =>
    core
      .changes()
      .filter(({ phase, openedAtUtcMs }) => phase === 'opened' && openedAtUtcMs > play.firstPictureUtcMs)
      .map(({ openedAtUtcMs }) => openedAtUtcMs);
  await until(() => crossed().length > 0);
  expect(Math.abs(crossed()[0]! - truthUtcMs)).toBeLessThan(1000);
  expect(core.changes().every(({ why }) => why[0]?.value === 'right')).toBe(true);
}, 60_000);

test('a worker killed while somebody is there leaves nothing open for ever, and tells nobody twice', async () => {
  const cameraId = core.camera('yard');
  core.rule(trespassing, [cameraId]);
  core.start();
  await until(() => core.changes().length > 0);
  const killedUtcMs = Date.now();
  process.kill(core.workerPid!, 'SIGKILL');
  // It is seen again within seconds, before a minute without looks is over.
  await until(() => core.events().some(({ startedAtUtcMs }) => startedAtUtcMs > killedUtcMs));
  const ids = core.changes().map(({ alertId }) => alertId);
  expect(new Set(ids).size).toBe(1);
  core.remove('camera', cameraId);
  core.configure();
  expect(core.changes().at(-1)).toMatchObject({ phase: 'closed', closeReason: 'cameraRemoved', alertId: ids[0] });
}, 60_000);

test('a core that ends while an alert is open goes on with it', async () => {
  const cameraId = core.camera('yard');
  core.rule(trespassing, [cameraId]);
  core.start();
  await until(() => core.changes().length > 0);
  await core.restart();
  const before = core.changes().length;
  await until(() => core.changes().length > before);
  const phases = core.changes().map(({ phase }) => phase);
  expect(phases.filter((phase) => phase === 'opened')).toEqual(['opened']);
  expect(new Set(core.changes().map(({ alertId }) => alertId)).size).toBe(1);
}, 60_000);
