import { testMedia } from '@sightline/testing/cameras/test-media';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeBrightSquarePack } from '../../../testing/analyse/bright-square-pack.fixture.ts';
import { EvaluatedCameras } from '../../../testing/rules/evaluated-cameras.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { DoorSights } from './door-sights.ts';
import { LookRecorder } from './look-recorder.ts';

// What is told of a door, on one real core with one real stream: a square walks through the picture.

let core: EvaluatedCameras;
let recorder: LookRecorder;

beforeEach(async () => {
  core = await EvaluatedCameras.begin();
  await core.cameras.addStream('yard', { file: await testMedia('h264-sub') });
  await writeBrightSquarePack(join(core.packs, 'bright-square'));
  mkdirSync(join(core.folder, 'looks'), { recursive: true });
  const isHere = (): Promise<boolean> => Promise.resolve(true);
  recorder = new LookRecorder({ volume: core.folder, isHere, log: pino({ level: 'silent' }) });
  core.listeners.push(recorder);
});
afterEach(async () => {
  await recorder.stop();
  await core.stop();
});

test('who goes through is told with the event of it once the core knows, and nothing of when nobody looked', async () => {
  const cameraId = core.camera('yard');
  core.rule({ kind: 'absence', forS: 600 }, [cameraId]);
  core.start();
  await core.looksAt([cameraId]);
  const play = await core.cameras.playOnce('yard', await testMedia('h264-sub'));
  const sights = new DoorSights({
    volume: core.folder,
    isHere: () => Promise.resolve(true),
    isCamera: (id) => id === cameraId,
    toldUntilUtcMs: (id) => recorder.toldUntilUtcMs(id),
    flush: () => recorder.flush(),
    clock: systemClock,
  });
  const [fromUtcMs, toUtcMs] = [Math.floor(play.firstPictureUtcMs), Math.ceil(play.endUtcMs)];
  const line = [1, 0].map((y) => ({ x: 0.4, y }));
  const asked = { cameraId, fromUtcMs, toUtcMs, line, zones: [] };
  expect(await sights.answer(asked)).toEqual({ state: 'waiting' });
  const answer = await vi.waitFor(
    async () => {
      const said = await sights.answer(asked);
      if (said.state === 'waiting') throw new Error('it is not known yet');
      return said;
    },
    { timeout: 60_000, interval: 300 },
  );
  const { passes, people, looks, seen } = answer.sight;
  expect(seen.length).toBeGreaterThan(0);
  expect(looks.length).toBeGreaterThan(3);
  expect(passes.map(({ to }) => to)).toEqual(['towards']);
  expect(core.events().map(({ eventId }) => eventId)).toContain(people[passes[0]!.who]);
  const before = { ...asked, fromUtcMs: fromUtcMs - 400_000, toUtcMs: fromUtcMs - 300_000 };
  expect(await sights.answer(before)).toMatchObject({ state: 'known', sight: { seen: [], passes: [], looks: [] } });
}, 120_000);
