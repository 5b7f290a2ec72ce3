import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { EventReport } from '@sightline/contracts/events/event';
import { expect, test } from 'vitest';
import type { FaceDetector, FaceEmbedder } from '../models/inference.ts';
import { openScene, startUtcMs, walker } from '../../../testing/recognise/test-scene.ts';
import type { Figure } from '../../../testing/recognise/test-scene.ts';

const red = [200, 30, 40] as const;
const person = { class: 'person' as const, size: [0.06, 0.25] as [number, number], colour: red };
const walk = (ms: number): Figure[] =>
  walker(ms, { ...person, fromMs: 0, toMs: 8000, from: [0.1, 0.5], to: [0.9, 0.5] });
const hourMs = 3_600_000;

test('what is not asked for any more ends at once', async () => {
  const scene = openScene();
  await scene.play({ fromMs: 0, toMs: 4000, everyMs: 200 }, walk);
  expect(scene.recogniser.openCount()).toBe(1);
  scene.recogniser.configure(analysisSettings.parse({ objectsToScan: ['vehicle'] }));
  expect(scene.recogniser.openCount()).toBe(0);
  expect(scene.revisions.at(-1)).toMatchObject({ phase: 'closed', endedAtUtcMs: startUtcMs + 4000 });
});

test('a zone that is taken away holds nobody any more', async () => {
  const points = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ];
  const zone = { id: '00000000-0000-7000-8000-00000000aaaa', name: 'Yard', severity: 'critical' as const, points };
  const scene = openScene({ definedZones: [zone] });
  await scene.play({ fromMs: 0, toMs: 4000, everyMs: 200 }, walk);
  scene.recogniser.configure(analysisSettings.parse({}));
  await scene.play({ fromMs: 4200, toMs: 6000, everyMs: 200 }, walk);
  expect(scene.revisions.at(-1)).toMatchObject({
    severity: 'info',
    zones: [{ zoneId: zone.id, leftAtUtcMs: startUtcMs + 4200 }],
  });
});

test('after the clock went back by an hour the next one is followed as ever', async () => {
  const scene = openScene();
  await scene.play({ fromMs: 0, toMs: 4000, everyMs: 200 }, walk);
  scene.recogniser.close(startUtcMs + 4000);
  await scene.play({ fromMs: -hourMs, toMs: 10_000 - hourMs, everyMs: 200 }, (ms) => walk(ms + hourMs));
  expect(
    scene.events().map(({ phase, startedAtUtcMs, endedAtUtcMs }) => [phase, startedAtUtcMs, endedAtUtcMs]),
  ).toEqual([
    ['closed', startUtcMs, startUtcMs + 4000],
    ['closed', startUtcMs - hourMs, startUtcMs - hourMs + 8000],
  ]);
});

test('a look that is under way while everything is ended begins nothing', async () => {
  const scene = openScene();
  await scene.play({ fromMs: 0, toMs: 4000, everyMs: 200 }, walk);
  const late = scene.look(4200, walk(4200));
  scene.recogniser.close(startUtcMs + 4000);
  await late;
  expect(scene.recogniser.openCount()).toBe(0);
  await scene.play({ fromMs: -hourMs, toMs: 10_000 - hourMs, everyMs: 200 }, (ms) => walk(ms + hourMs));
  expect(scene.events()).toHaveLength(2);
});

test('a face that was learnt before stays here once faces are not to be told', async () => {
  const faceDetector: FaceDetector = {
    modelId: 'faces@1',
    detect: (_image, within) =>
      Promise.resolve([
        {
          box: {
            x: within.x + within.width * 0.3,
            y: within.y,
            width: within.width * 0.4,
            height: within.height * 0.15,
          },
          score: 0.9,
        },
      ]),
  };
  const embed = (): ReturnType<FaceEmbedder['embed']> =>
    Promise.resolve({ vector: Float32Array.from([1, 0, 0, 0]), age: 33.4, gender: 'female' });
  const scene = openScene(
    {},
    { faceDetector, faceEmbedder: { modelId: 'embedder@1', dimensions: 4, threshold: 0.5, embed } },
  );
  const near = (ms: number): Figure[] =>
    walker(ms, { ...person, size: [0.4, 0.8], fromMs: 0, toMs: 10_000, from: [0.25, 0.5], to: [0.75, 0.5] });
  await scene.play({ fromMs: 0, toMs: 6000, everyMs: 200 }, near);
  const hasFace = ({ face, vectors }: EventReport): boolean =>
    face !== null || vectors.some(({ kind }) => kind === 'face');
  expect(scene.revisions.some(hasFace)).toBe(true);
  scene.recogniser.configure(analysisSettings.parse({ comparesFaces: false }));
  const told = scene.revisions.length;
  const sent = scene.pictures.length;
  await scene.play({ fromMs: 6200, toMs: 12_000, everyMs: 200 }, near);
  expect(scene.revisions.length).toBeGreaterThan(told);
  expect(scene.revisions.slice(told).some(hasFace)).toBe(false);
  expect(scene.pictures.slice(sent).some(({ kind }) => kind === 'face')).toBe(false);
});
