import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { describe, expect, test } from 'vitest';
import { countsAt } from './counted-area.ts';
import { openScene, startUtcMs, walker } from '../../../testing/recognise/test-scene.ts';
import type { Figure } from '../../../testing/recognise/test-scene.ts';

const rectangle = (...[left, top, right, bottom]: [number, number, number, number]) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];
const red = [200, 30, 40] as const;
const person = { class: 'person' as const, size: [0.06, 0.25] as [number, number], colour: red };
/** From left to right in eight seconds; the feet are at 0.625. */
const walk = (ms: number): Figure[] =>
  walker(ms, { ...person, fromMs: 0, toMs: 8000, from: [0.1, 0.5], to: [0.9, 0.5] });
const play = async (settings: Parameters<typeof openScene>[0]) => {
  const scene = openScene(settings);
  await scene.play({ fromMs: 0, toMs: 14_000, everyMs: 200 }, walk);
  return scene;
};

describe('areas of the picture that count', () => {
  test('an excluded area wins over an included one, and the lowest row belongs to what reaches it', () => {
    const area = { zones: [rectangle(0, 0, 1, 1)], zonesExclude: [rectangle(0.5, 0.5, 1, 1)] };
    expect([
      countsAt(area, { x: 0.2, y: 0.2 }),
      countsAt(area, { x: 0.7, y: 1 }),
      countsAt(area, { x: 0.2, y: 1 }),
    ]).toEqual([true, false, true]);
    expect(countsAt({ zones: [], zonesExclude: [] }, { x: 1, y: 1 })).toBe(true);
  });

  test('who walks outside of every included area makes no event', async () => {
    expect((await play({ zones: [rectangle(0, 0, 1, 0.6)] })).revisions).toEqual([]);
  });

  test('who walks within an excluded area makes no event', async () => {
    expect((await play({ zonesExclude: [rectangle(0, 0.6, 1, 1)] })).revisions).toEqual([]);
  });

  test('the head may be in an excluded area: where the feet are counts', async () => {
    expect((await play({ zonesExclude: [rectangle(0, 0, 1, 0.6)] })).events()).toHaveLength(1);
  });

  test('who walks into an included area is an event from there on', async () => {
    const [event] = (await play({ zones: [rectangle(0.5, 0, 1, 1)] })).events();
    expect(event?.phase).toBe('closed');
    expect(Math.abs((event?.startedAtUtcMs ?? 0) - startUtcMs - 4000)).toBeLessThanOrEqual(400);
    expect(event?.lastSeenUtcMs).toBe(startUtcMs + 8000);
  });

  test('who walks out of it ends as an event there', async () => {
    const scene = await play({ zones: [rectangle(0, 0, 0.5, 1)] });
    expect(scene.events()).toHaveLength(1);
    expect(scene.events()[0]?.phase).toBe('closed');
    expect(Math.abs((scene.events()[0]?.lastSeenUtcMs ?? 0) - startUtcMs - 4000)).toBeLessThanOrEqual(400);
  });

  test('an area that is excluded while somebody is in it ends his event at once', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 4000, everyMs: 200 }, walk);
    expect(scene.recogniser.openCount()).toBe(1);
    scene.recogniser.configure(analysisSettings.parse({ zonesExclude: [rectangle(0, 0, 1, 1)] }));
    expect(scene.recogniser.openCount()).toBe(0);
  });
});
