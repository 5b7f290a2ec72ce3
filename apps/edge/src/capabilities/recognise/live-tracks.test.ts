import { expect, test } from 'vitest';
import { openScene, startUtcMs, walker } from '../../../testing/recognise/test-scene.ts';
import type { Scene } from '../../../testing/recognise/test-scene.ts';

const red = [190, 30, 34] as const;
const arrival = {
  fromMs: 0,
  toMs: 4000,
  from: [0.1, 0.5],
  to: [0.5, 0.5],
  size: [0.08, 0.4],
  class: 'person',
  colour: red,
} as const;
const standing = { class: 'person' as const, box: { x: 0.46, y: 0.3, width: 0.08, height: 0.4 }, colour: red };

const arrive = async (scene: Scene): Promise<void> => {
  await scene.play({ fromMs: 0, toMs: 3800, everyMs: 200 }, (ms) =>
    walker(ms, { ...arrival, from: [...arrival.from], to: [...arrival.to], size: [...arrival.size] }),
  );
  await scene.play({ fromMs: 4000, toMs: 12_000, everyMs: 500 }, () => [standing]);
};

test('a person who stands and is lost is a guess from that look on, and after a second no box any more', async () => {
  const scene = openScene();
  await arrive(scene);
  expect(scene.recogniser.tracks()).toMatchObject([{ coastingMs: null }]);
  await scene.look(13_000, [{ ...standing, isUnseen: true }]);
  expect(scene.recogniser.tracks()).toMatchObject([{ coastingMs: 0 }]);
  await scene.look(13_400, [{ ...standing, isUnseen: true }]);
  expect(scene.recogniser.tracks()).toMatchObject([{ coastingMs: 400 }]);
  scene.recogniser.tick(startUtcMs + 14_000);
  expect(scene.recogniser.tracks()).toEqual([]);
  // The event is not over for that: the detector may find him again.
  expect(scene.recogniser.openCount()).toBe(1);
  await scene.look(14_500, [standing]);
  expect(scene.recogniser.tracks()).toMatchObject([{ coastingMs: null }]);
});

test('who rests keeps his box for as long as nobody looks', async () => {
  const scene = openScene();
  await arrive(scene);
  scene.recogniser.tick(startUtcMs + 17_000);
  expect(scene.recogniser.tracks()).toMatchObject([{ coastingMs: null, velocity: { x: 0, y: 0 } }]);
});
