import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { projected } from '../geo/mercator.ts';
import type { MapColours } from './draw-tile.ts';
import { createStreetTiles, type TileScene } from './street-tiles.ts';
import type { PageWord, WorkerWord, WorldLabel } from './worker-words.ts';

const bounds = { west: 34.9, south: 32.7, east: 35.1, north: 32.9 };
const map: StreetMap = {
  version: 'v',
  bytes: 9,
  tiles: 'vector',
  minZoom: 8,
  maxZoom: 14,
  bounds,
  attribution: [],
  layers: [],
};
const light = { ground: 'white' } as MapColours;
const sceneAt = (zoom: number, colours = light): TileScene => ({
  view: { ...projected({ lat: 32.82, lon: 34.99 }), zoom },
  size: { width: 400, height: 300 },
  ratio: 1,
  colours,
});

/** A name in the latitude of the town. */
const label = (lon: number): WorldLabel => ({
  text: `at ${String(lon)}`,
  kind: 'town',
  rank: 3,
  zooms: [0, 20],
  angle: 0,
  room: null,
  ...projected({ lat: 32.82, lon }),
});

afterEach(() => vi.useRealTimers());

const open = (read: () => Promise<ArrayBuffer> = async () => new ArrayBuffer(4)) => {
  const posted: PageWord[] = [];
  const closed: number[] = [];
  let hear: (word: WorkerWord) => void = () => undefined;
  let break_: (message: string) => void = () => undefined;
  const [onChange, onProblem, end] = [vi.fn(), vi.fn(), vi.fn()];
  const port = {
    post: (word: PageWord) => void posted.push(word),
    listen: (onWord: typeof hear, onFailure: typeof break_) => {
      hear = onWord;
      break_ = onFailure;
    },
    end,
  };
  const tiles = createStreetTiles({ map, language: 'he', port, read, onChange, onProblem });
  const questions = () => posted.filter((word) => word.type === 'paint');
  let answered = 0;
  /** Everything that was asked and not answered yet is painted. */
  const paintAll = (): void => {
    for (const { id } of questions().slice(answered)) {
      answered++;
      const picture = { width: 512, height: 512, close: () => void closed.push(id) } as unknown as ImageBitmap;
      const labels = [label(34.99), label(36)];
      hear({ type: 'painted', id, picture, labels });
    }
  };
  const settle = (scene: TileScene): void => {
    for (let round = 0; round < 20; round++) {
      tiles.frame(scene);
      paintAll();
    }
  };
  return {
    tiles,
    posted,
    questions,
    paintAll,
    settle,
    closed,
    onChange,
    onProblem,
    end,
    hear: (word: WorkerWord) => hear(word),
    break_: (text: string) => break_(text),
  };
};

describe('tiles on a page', () => {
  test('are asked for a few at a time, the middle first, and none for a view that was left meanwhile', () => {
    const { tiles, questions, paintAll, onChange } = open();
    expect(tiles.frame(sceneAt(15)).pictures).toEqual([]);
    tiles.frame(sceneAt(15));
    const first = questions().length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(4);
    paintAll();
    expect(onChange).toHaveBeenCalledTimes(first);
    tiles.frame({ ...sceneAt(15), view: { x: 0.1, y: 0.1, zoom: 15 } });
    expect(questions()).toHaveLength(first);
  });

  test('cover what lies below once all are there, and coarser ones stand in before', () => {
    const { tiles, settle } = open();
    settle(sceneAt(14));
    expect(tiles.frame(sceneAt(14))).toMatchObject({ isCovering: true, isFailing: false });
    // Names beyond what the map covers are not complete.
    expect(new Set(tiles.frame(sceneAt(14)).labels.map(({ text }) => text))).toEqual(new Set(['at 34.99']));
    const { covered } = tiles.frame(sceneAt(14));
    expect(covered.x < 0 && covered.y < 0 && covered.width > 400 && covered.height > 300).toBe(true);
    // From farther away the map is a part of the view.
    expect(tiles.frame(sceneAt(9)).covered.width).toBeLessThan(400);
    const nearer = tiles.frame(sceneAt(15.2));
    expect(nearer.isCovering).toBe(false);
    expect(nearer.pictures.length).toBeGreaterThan(0);
    expect(tiles.frame(sceneAt(8)).pictures).toEqual([]);
  });

  test('are painted anew in other colours, with the old ones shown until then', () => {
    const { tiles, settle, questions, closed, paintAll } = open();
    settle(sceneAt(14));
    const before = questions().length;
    const dark = sceneAt(14, { ground: 'black' } as MapColours);
    expect(tiles.frame(dark).pictures.length).toBeGreaterThan(0);
    expect(questions().length).toBeGreaterThan(before);
    paintAll();
    expect(closed.length).toBeGreaterThan(0);
  });

  test('that could not be had are said to be missing, and tried again after a while', async () => {
    vi.useFakeTimers();
    const { tiles, questions, hear, onProblem, onChange } = open();
    tiles.frame(sceneAt(15));
    const [question] = questions();
    hear({ type: 'failed', id: question?.id ?? 0, message: 'away' });
    expect(tiles.frame(sceneAt(15)).isFailing).toBe(true);
    expect(onProblem).toHaveBeenCalledWith('away');
    const asked = questions().length;
    onChange.mockClear();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(onChange).toHaveBeenCalled();
    tiles.frame(sceneAt(15));
    expect(questions().length).toBeGreaterThan(asked);
  });

  test('a worker that does not run is said to be missing', () => {
    const { tiles, break_ } = open();
    break_('no worker');
    expect(tiles.frame(sceneAt(15)).isFailing).toBe(true);
  });

  test('the worker gets parts of the file from the page, which alone is signed in, and hears when there is none', async () => {
    const there = open();
    there.hear({ type: 'read', id: 7, offset: 0, length: 4 });
    await vi.waitFor(() =>
      expect(there.posted).toContainEqual({ type: 'bytes', id: 7, bytes: expect.any(ArrayBuffer) as ArrayBuffer }),
    );
    const away = open(() => Promise.reject(new Error('away')));
    away.hear({ type: 'read', id: 8, offset: 0, length: 4 });
    await vi.waitFor(() => expect(away.posted).toContainEqual({ type: 'bytes', id: 8, bytes: null }));
  });

  test('end with the worker, and let go of every picture', () => {
    const { tiles, settle, closed, questions, end } = open();
    settle(sceneAt(14));
    tiles.end();
    expect(end).toHaveBeenCalledOnce();
    expect(closed).toHaveLength(questions().length);
  });
});
