import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import { defaultCameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { AppError } from '@sightline/contracts/shared/errors';
import { describe, expect, it } from 'vitest';
import { CameraFeeds } from '../live/feeds/camera-feeds.ts';
import type { CameraPrivacy } from './camera-privacy.ts';
import { hidesAll, maskedHow, privacyAmong, privacyKey, privacyOf } from './camera-privacy.ts';
import { emptyGrid, hideArea } from './mask-grid.ts';
import { maskPixels, rgbPlanes, yuvPlanes } from './mask-pixels.ts';
import { maskingFailure } from './masking-failure.ts';
import { ObjectInferences } from './object-inferences.ts';
import { PictureMask } from './picture-mask.ts';

const square = [
  { x: 0.25, y: 0.25 },
  { x: 0.5, y: 0.25 },
  { x: 0.5, y: 0.5 },
  { x: 0.25, y: 0.5 },
];
const camera = (privacy: Partial<PrivacySettings>, analysis: Partial<AnalysisSettings> = {}) => ({
  settings: { privacy: { ...defaultCameraSettings.privacy, ...privacy } },
  analysis: { ...defaultAnalysis, ...analysis },
});
const none = (): never => {
  throw new Error('not asked here');
};
const hiding = (more: Partial<CameraPrivacy> = {}): CameraPrivacy => ({
  areas: [square],
  objects: [],
  isLookedFor: true,
  how: 'pixelate',
  ...more,
});

describe('what a camera hides', () => {
  it('is nothing unless it was asked for', () => {
    expect(privacyOf(camera({}))).toBeNull();
    expect(privacyOf(camera({ privacyType: 'fill' }))).toBeNull();
  });

  it('are its areas, those with a name too, and each class of objects once', () => {
    const named = { id: '0198c000-0000-7000-8000-000000000001', name: 'Desk', points: square };
    expect(
      privacyOf(
        camera({
          zones: [square],
          definedZones: [named],
          objectsToPixelate: ['person', 'person'],
          privacyType: 'fill',
        }),
      ),
    ).toEqual({
      areas: [square, square],
      objects: ['person'],
      isLookedFor: true,
      how: 'fill',
    });
  });

  it('is everything where the camera is not known', () => {
    const cameras = [
      { cameraId: 'open', privacy: null },
      { cameraId: 'hides', privacy: hiding() },
    ];
    expect(['open', 'hides', 'gone'].map((cameraId) => privacyAmong(cameras, cameraId))).toEqual([
      null,
      hiding(),
      hidesAll,
    ]);
    expect(new CameraFeeds({ stream: none, transcode: none, hide: none, nowUtcMs: () => 0 }).privacyOf('gone')).toBe(
      hidesAll,
    );
    expect([maskedHow(hidesAll, 'live'), maskedHow(hidesAll, 'recorded')]).toEqual(['whole', 'whole']);
    const grid = new PictureMask(hidesAll).grid({ width: 64, height: 64 }, []);
    expect(grid.cells.every((cell) => cell === 1)).toBe(true);
  });

  it('cannot be told apart from the rest where nobody looks for it', () => {
    const isLookedFor = (analysis: Partial<AnalysisSettings>) =>
      privacyOf(camera({ objectsToPixelate: ['person'] }, analysis))?.isLookedFor;
    expect(isLookedFor({ isOn: false })).toBe(false);
    expect(isLookedFor({ objectsToScan: ['vehicle'] })).toBe(false);
    expect(isLookedFor({ zones: [square] })).toBe(false);
    expect(isLookedFor({ zonesExclude: [square] })).toBe(false);
    expect(isLookedFor({})).toBe(true);
  });

  it('is another thing after every change', () => {
    expect(privacyKey(hiding())).not.toBe(privacyKey(null));
    expect(privacyKey(hiding())).not.toBe(privacyKey(hiding({ how: 'fill' })));
    expect(privacyKey(hiding())).toBe(privacyKey(hiding()));
  });

  it('is never shown instead: whatever fails says that there is no picture', () => {
    expect(maskingFailure(new AppError('transcode_busy')).code).toBe('privacy_unavailable');
    expect(maskingFailure(new AppError('internal')).code).toBe('privacy_unavailable');
    expect(maskingFailure(new Error('boom')).code).toBe('privacy_unavailable');
    expect(maskingFailure(new AppError('no_footage')).code).toBe('no_footage');
  });
});

describe('the grid', () => {
  const size = { width: 640, height: 360 };
  const cell = (grid: ReturnType<typeof emptyGrid>, x: number, y: number): number =>
    grid.cells[Math.floor(y / grid.block) * grid.columns + Math.floor(x / grid.block)]!;

  it('leaves no hole where sides cross, and no corner of a thin or tiny area', () => {
    const crossing = emptyGrid(size);
    hideArea(crossing, [
      { x: 100, y: 50 },
      { x: 300, y: 250 },
      { x: 300, y: 50 },
      { x: 100, y: 250 },
    ]);
    expect([cell(crossing, 110, 150), cell(crossing, 290, 150), cell(crossing, 200, 150)]).toEqual([1, 1, 1]);
    const thin = emptyGrid(size);
    hideArea(thin, [
      { x: 0, y: 0 },
      { x: 639, y: 1 },
      { x: 639, y: 2 },
    ]);
    expect(thin.cells.subarray(0, thin.columns).every((hidden) => hidden === 1)).toBe(true);
    const tiny = emptyGrid(size);
    hideArea(tiny, [
      { x: 325, y: 170 },
      { x: 326, y: 170 },
      { x: 326, y: 171 },
    ]);
    expect(tiny.cells.reduce((sum, hidden) => sum + hidden, 0)).toBe(1);
  });

  it('hides all of an area and little beside it, also what reaches out of the picture', () => {
    const { cells, block, columns } = new PictureMask(hiding()).grid(size, []);
    for (let row = 0; row * block < size.height; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const inside =
          column * block < 320 && (column + 1) * block > 160 && row * block < 180 && (row + 1) * block > 90;
        const near =
          column * block <= 320 && (column + 1) * block >= 160 && row * block <= 180 && (row + 1) * block >= 90;
        if (inside) expect(cells[row * columns + column]).toBe(1);
        if (!near) expect(cells[row * columns + column]).toBe(0);
      }
    }
    const grid = emptyGrid(size);
    hideArea(grid, [
      { x: -500, y: -500 },
      { x: 2000, y: -500 },
      { x: 2000, y: 2000 },
      { x: -500, y: 2000 },
    ]);
    expect(grid.cells.every((hidden) => hidden === 1)).toBe(true);
  });

  it('hides everything while it is not known where the objects are, and their boxes when it is', () => {
    const mask = new PictureMask(hiding({ areas: [], objects: ['person'] }));
    expect(mask.grid(size, 'unknown').cells.every((hidden) => hidden === 1)).toBe(true);
    const grid = mask.grid(size, [{ x: 0.5, y: 0.5, width: 0.1, height: 0.2 }]);
    expect([cell(grid, 340, 200), cell(grid, 100, 100)]).toEqual([1, 0]);
    expect(mask.grid(size, []).cells.some((hidden) => hidden === 1)).toBe(false);
  });

  it('is as coarse in a part that was made larger as in the whole', () => {
    const mask = new PictureMask(hiding());
    expect(
      mask.grid({ width: 480, height: 270 }, [], { x: 0.3, y: 0.3, width: 0.1, height: 0.1 }).block,
    ).toBeGreaterThan(190);
    const beside = mask.grid({ width: 480, height: 270 }, [], { x: 0.8, y: 0.8, width: 0.1, height: 0.1 });
    expect(beside.cells.some((hidden) => hidden === 1)).toBe(false);
  });
});

describe('hidden pixels', () => {
  const size = { width: 96, height: 64 };
  const noise = (length: number): Uint8Array =>
    Uint8Array.from({ length }, (_, index) => (index * 73 + (index >> 3) * 31) & 0xff);

  it('carry nothing of what was there but a mean, or not even that', () => {
    const luma = noise(112 * 64);
    const planes = yuvPlanes([luma, noise(56 * 32), noise(56 * 32)], [112, 56, 56], size);
    const before = luma.slice();
    const grid = emptyGrid(size);
    grid.cells[0] = 1;
    maskPixels(planes, grid, 'pixelate');
    expect(new Set([0, 5, 15].flatMap((y) => [...luma.subarray(y * 112, y * 112 + 16)])).size).toBe(1);
    expect(luma.subarray(16, 96)).toEqual(before.subarray(16, 96));
    maskPixels(planes, grid, 'fill');
    expect([luma[0], planes[1]!.data[0], planes[2]!.data[0]]).toEqual([40, 128, 128]);
  });

  it('are masked in RGB as well, at the cut edges too', () => {
    const data = noise(50 * 20 * 3);
    const grid = emptyGrid({ width: 50, height: 20 });
    grid.cells.fill(1);
    maskPixels(rgbPlanes(data, { width: 50, height: 20 }), grid, 'fill');
    expect(data.every((value) => value === 32)).toBe(true);
  });
});

describe('looks at objects', () => {
  const box = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };

  it('say nothing before the first, after the last, and across a time in which nobody looked', () => {
    const looks = new ObjectInferences();
    expect(looks.at(1_000)).toBe('unknown');
    looks.add({ atMs: 1_000, boxes: [] });
    expect(looks.at(999)).toBe('unknown');
    expect(looks.at(1_001)).toBe('unknown');
    expect(looks.at(1_000)).toEqual([]);
    looks.add({ atMs: 1_400, boxes: [] });
    expect(looks.at(1_200)).toEqual([]);
    looks.add({ atMs: 4_000, boxes: [] });
    expect(looks.at(3_000)).toBe('unknown');
  });

  it('begin anew when the clock goes back', () => {
    const looks = new ObjectInferences();
    looks.add({ atMs: 10_000, boxes: [] });
    looks.add({ atMs: 5_000, boxes: [] });
    expect(looks.at(10_000)).toBe('unknown');
    expect(looks.at(5_000)).toEqual([]);
  });

  it('hide an object before it was seen and after, and more than its box', () => {
    const looks = new ObjectInferences();
    for (const atMs of [0, 500, 1_000, 1_500, 2_000, 2_500, 3_000])
      looks.add({ atMs, boxes: atMs === 1_500 ? [box] : [] });
    expect(looks.at(200)).toEqual([]);
    for (const atMs of [600, 1_250, 1_500, 2_400]) {
      const [found] = looks.at(atMs) as [typeof box];
      expect(found.x).toBeLessThan(0.37);
      expect(found.x + found.width).toBeGreaterThan(0.63);
    }
    expect(looks.at(2_900)).toEqual([]);
  });
});
