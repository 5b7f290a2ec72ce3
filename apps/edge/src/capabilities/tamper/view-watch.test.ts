import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verdictOf } from '@sightline/domain/rules/pictures/picture-vitals';
import { describe, expect, it } from 'vitest';
import type { LumaPlane } from '../motion/luma-grid.ts';
import { CameraView } from './camera-view.ts';
import { viewPoints } from './edge-map.ts';
import { pruneViews, readView, writeView } from './view-files.ts';
import { ViewWatch } from './view-watch.ts';

const [width, height] = [640, 360];
const streamId = 'stream';
const stepMs = 2_000;
const minuteMs = 60_000;

type At = (x: number, y: number) => number;

/** A street of walls, windows and kerbs. */
const street: At = (x, y) => {
  const block = (((x * 7 + ((y / 60) | 0) * 53) / 90) | 0) * 2_654_435_761;
  const wall = 60 + ((block >>> 8) % 90) + (y > 260 ? 30 : 0);
  const isWindow = x % 61 > 18 && x % 61 < 44 && y % 57 > 14 && y % 57 < 40;
  return isWindow ? 230 - wall : wall;
};

/** Another one. */
const yard: At = (x, y) => 40 + ((((x * y) / 900) | 0) % 7) * 24 + ((x - y) % 83 > 40 ? 35 : 0);

const noises = Float32Array.from({ length: 2 * width * height }, () => 0);
let seed = 1;
for (let index = 0; index < noises.length; index++) {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  noises[index] = ((seed >>> 16) % 3) - 1;
}
const drawn = new Map<At, Float32Array>();

/** A picture of the scene, with the noise of a sensor. */
function picture(at: At): LumaPlane {
  const scene =
    drawn.get(at) ??
    Float32Array.from({ length: width * height }, (_, index) => at(index % width, Math.floor(index / width)));
  drawn.set(at, scene);
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  const from = (seed >>> 8) % (width * height);
  const data = new Uint8Array(width * height);
  for (let index = 0; index < data.length; index++)
    data[index] = Math.max(16, Math.min(255, scene[index]! + noises[from + index]!));
  return { data, width, height, stride: width };
}

const blurred: At = (x, y) => {
  let sum = 0;
  for (let dx = -3; dx <= 3; dx++) for (let dy = -3; dy <= 3; dy++) sum += street(x + dx, y + dy);
  return sum / 49;
};

/** A watch that has seen the street for six minutes, and when. */
function learnt(watch = new ViewWatch()): { watch: ViewWatch; atUtcMs: number } {
  let atUtcMs = 0;
  for (; atUtcMs < 6 * minuteMs; atUtcMs += 2 * stepMs) watch.assess(picture(street), { atUtcMs, streamId });
  return { watch, atUtcMs };
}

const verdict = (watch: ViewWatch, at: At, atUtcMs: number): string => {
  const vitals = watch.assess(picture(at), { atUtcMs, streamId });
  return vitals === null ? 'learns' : verdictOf(vitals);
};

describe('the watch over a view', () => {
  it('says nothing before it has learnt for five minutes, nor of another stream', () => {
    const watch = new ViewWatch();
    for (let atUtcMs = 0; atUtcMs < 4 * minuteMs; atUtcMs += stepMs)
      expect(verdict(watch, street, atUtcMs)).toBe('learns');
    const known = learnt();
    expect(known.watch.assess(picture(street), { atUtcMs: known.atUtcMs, streamId: 'other' })).toBeNull();
  });

  it.each<[string, At]>([
    ['the usual view', street],
    ['a closed iris', (x, y) => 16 + (street(x, y) - 16) * 0.6],
    ['an opened iris', (x, y) => 16 + (street(x, y) - 16) * 1.3],
    ['a man before it', (x, y) => (x > 280 && x < 350 && y > 120 ? 45 : street(x, y))],
    ['a van that fills a third', (x, y) => (x > 200 && x < 420 && y > 60 ? 150 : street(x, y))],
    ['a tremble of one pixel', (x, y) => street(x + 1, y)],
  ])('takes %s for nothing that somebody did', (_name, at) => {
    const { watch, atUtcMs } = learnt();
    expect(['clear', 'unsure']).toContain(verdict(watch, at, atUtcMs));
  });

  it.each<[string, string, At]>([
    ['a hand', 'covered', (x, y) => 60 + 30 * (x / width) + 20 * (y / height)],
    ['a lamp', 'blinded', () => 250],
    ['a camera that was turned', 'moved', (x, y) => street(x + 52, y)],
    ['a camera that looks elsewhere', 'moved', yard],
    ['a lens out of focus', 'blurred', blurred],
    ['a lens cap', 'dark', () => 17],
  ])('calls %s %s, however long it lasts', (_name, word, at) => {
    const { watch, atUtcMs } = learnt();
    for (let later = 0; later < 10; later++) expect(verdict(watch, at, atUtcMs + later * 5 * minuteMs)).toBe(word);
    expect(verdict(watch, street, atUtcMs + 60 * minuteMs)).toBe('clear');
  });

  it('takes a view for usual that was chosen a day ago', () => {
    const { watch, atUtcMs } = learnt();
    const dayMs = 24 * 60 * minuteMs;
    expect(verdict(watch, yard, atUtcMs)).toBe('moved');
    expect(verdict(watch, yard, atUtcMs + dayMs)).toBe('moved');
    for (let later = stepMs; later < 6 * minuteMs; later += 2 * stepMs) verdict(watch, yard, atUtcMs + dayMs + later);
    expect(verdict(watch, yard, atUtcMs + dayMs + 6 * minuteMs)).toBe('clear');
    expect(verdict(watch, street, atUtcMs + dayMs + 7 * minuteMs)).toBe('moved');
  });

  it('calls a picture frozen that does not tremble any more, unless it never did', () => {
    const still = (watch: ViewWatch, fromUtcMs: number): string => {
      const same = picture(street);
      let vitals = null;
      for (let later = 0; later <= 40_000; later += stepMs)
        vitals = watch.assess(same, { atUtcMs: fromUtcMs + later, streamId });
      return vitals === null ? 'learns' : verdictOf(vitals);
    };
    const { watch, atUtcMs } = learnt();
    expect(still(watch, atUtcMs)).toBe('frozen');
    const clean = new ViewWatch();
    const same = picture(street);
    for (let at = 0; at < 6 * minuteMs; at += stepMs) clean.assess(same, { atUtcMs: at, streamId });
    expect(still(clean, 10 * minuteMs)).toBe('clear');
  });

  it('says that a plain wall shows too little', () => {
    const watch = new ViewWatch();
    let last = '';
    for (let atUtcMs = 0; atUtcMs < 6 * minuteMs; atUtcMs += stepMs) last = verdict(watch, () => 120, atUtcMs);
    expect(last).toBe('unknown');
  });
});

describe('the view of a camera', () => {
  const viewOf = (folder: string | null, tell: (word: string, atUtcMs: number) => void): CameraView =>
    new CameraView({
      cameraId: 'gate',
      folder,
      tell: (vitals, atUtcMs) => tell(verdictOf(vitals), atUtcMs),
      onTrouble: (detail) => tell(detail, -1),
    });
  const show = (view: CameraView, at: At, [fromUtcMs, toUtcMs]: [number, number]): void => {
    for (let atUtcMs = fromUtcMs; atUtcMs < toUtcMs; atUtcMs += stepMs)
      view.look(() => picture(at), { atUtcMs, streamId });
  };

  it('is kept for the next program, and goes with the camera', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'views-'));
    const before = viewOf(folder, () => undefined);
    await before.close();
    show(before, street, [0, 6 * minuteMs]);
    await before.close();
    expect(await readdir(folder)).toEqual(['gate.view']);

    const told: string[] = [];
    const after = viewOf(folder, (word) => void told.push(word));
    await after.close();
    show(after, yard, [10 * minuteMs, 10 * minuteMs + 8_000]);
    expect(told).toEqual(['moved']);

    await pruneViews(folder, new Set(['gate']));
    expect(await readdir(folder)).toEqual(['gate.view']);
    await pruneViews(folder, new Set());
    expect(await readdir(folder)).toEqual([]);
  });

  it('begins anew where what was kept is damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'views-'));
    expect(await readView(folder, 'gate')).toBeNull();
    for (const bytes of [Buffer.alloc(0), Buffer.from('nothing like it'), Buffer.alloc(90_000, 1)]) {
      await writeFile(join(folder, 'gate.view'), bytes);
      expect(await readView(folder, 'gate')).toBeNull();
    }
  });

  it('tells what is otherwise at once, and else every ten seconds', async () => {
    const told: [string, number][] = [];
    const view = viewOf(null, (word, atUtcMs) => void told.push([word, atUtcMs / 1000 - 360]));
    await view.close();
    show(view, street, [0, 6 * minuteMs]);
    told.length = 0;
    show(view, street, [360_000, 382_000]);
    show(view, yard, [382_000, 386_000]);
    const words = told.map(([word]) => word);
    expect(words.at(-1)).toBe('moved');
    expect(told.at(-1)![1]).toBe(22);
    expect(words.filter((word) => word === 'clear')).toHaveLength(3);
  });

  it('learns nothing of what nobody may see', async () => {
    const hidden = new ViewWatch();
    hidden.hide(new Uint8Array(viewPoints).fill(1, 0, viewPoints / 2));
    const { watch } = learnt(hidden);
    const { at } = watch.keep()!.usual;
    expect(at.length).toBeGreaterThan(100);
    expect(at.every((point) => point >= viewPoints / 2)).toBe(true);
    const all = learnt().watch;
    all.hide(new Uint8Array(viewPoints).fill(1));
    expect(all.keep()!.usual.at).toHaveLength(0);
    const folder = await mkdtemp(join(tmpdir(), 'views-'));
    await writeView(folder, 'gate', watch.keep() ?? learnt().watch.keep()!);
    expect((await readView(folder, 'gate'))!.usual.at.length).toBeGreaterThan(100);
  });
});
