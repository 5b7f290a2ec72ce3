import { DoorGrid } from '@sightline/domain/doors/door-grid';
import { readSignature, writeSignature } from '@sightline/domain/doors/door-signature';
import { readSight } from '@sightline/domain/events/picture-sight';
import { doorwayPictures, type DoorwayPicture } from '@sightline/simulators/scenes/doorway-pictures';
import { doorwayScene } from '@sightline/simulators/scenes/doorway-scene';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodePart } from '../../analyse/event-pictures.ts';
import type { DecodedPicture, Decoding } from '../../decode/decoding.ts';
import type { CameraPrivacy } from '../../privacy/camera-privacy.ts';
import { CameraDoors } from './camera-doors.ts';
import type { DoorsTold } from './door-messages.ts';

const { area } = doorwayScene('day');
const grid = new DoorGrid(area);
const doorId = '0190a1b2-0000-7000-8000-000000000001';
const startUtcMs = Date.UTC(2026, 2, 2, 8);

function pictureAt(timeS: number): DoorwayPicture['grey'] {
  const [picture] = doorwayPictures({ light: 'day', fromS: timeS, toS: timeS + 0.2 });
  return { ...picture!.grey, data: picture!.grey.data.slice() };
}
const [closed, open] = [pictureAt(2), pictureAt(62)];
const signature = (picture: DoorwayPicture['grey']): string =>
  Buffer.from(writeSignature(grid.sample(picture), grid.part)).toString('base64');
const looks = { closed: signature(closed), open: signature(open) };

/** Two bytes that begin and end a JPEG. */
const decoding = { jpeg: () => Uint8Array.of(0xff, 0xd8, 0xff, 0xd9) } as unknown as Decoding;
const decoded = (grey: DoorwayPicture['grey']): DecodedPicture => ({
  pts90k: 0,
  luma: () => grey,
  fineLuma: () => grey,
  hold: () => ({ toRgb: () => ({ width: 64, height: 36, data: new Uint8Array(64 * 36 * 3) }), free: () => undefined }),
});

let told: DoorsTold[];
let privacy: CameraPrivacy | null;
let doors: CameraDoors;
/** Tenths of a second. */
let now: number;

beforeEach(() => {
  [told, privacy, now] = [[], null, 0];
  doors = new CameraDoors({
    tell: (one) => told.push(one),
    camera: () => ({ privacy }),
    encode: (picture) => encodePart(decoding, privacy, picture),
  });
});

function show(picture: DoorwayPicture['grey'], seconds: number): void {
  for (const untilS = now + seconds * 10; now < untilS; now += 2)
    doors.look(decoded(picture), startUtcMs + now * 100, []);
}
const states = (): string[] =>
  told.flatMap((one) =>
    one.kind === 'states'
      ? one.doors.map(({ state, sinceUtcMs }) => `${state} ${(sinceUtcMs - startUtcMs) / 1000}`)
      : [],
  );
const found = (): Extract<DoorsTold, { kind: 'found' }>[] => told.flatMap((one) => (one.kind === 'found' ? [one] : []));
const visits = (times: number): void => {
  for (let visit = 0; visit < times; visit++) {
    show(closed, 6);
    show(open, 5);
  }
};
const hidden = { areas: [area], objects: [], isLookedFor: true, how: 'cover' } as unknown as CameraPrivacy;

describe('nothing is told', () => {
  it('without doors', () => {
    show(closed, 4);
    expect(told).toEqual([]);
  });

  it('of a door that the camera hides, neither how it is nor how it looks', () => {
    privacy = hidden;
    doors.configure([{ doorId, area, looks }]);
    show(closed, 4);
    doors.configure([{ doorId, area, looks: null }]);
    visits(4);
    expect(told).toEqual([]);
  });

  it('of how a door is whose looks are of an area from before it was moved: they are gathered anew', () => {
    const moved = area.map(({ x, y }) => ({ x: x + 0.02, y }));
    doors.configure([{ doorId, area: moved, looks }]);
    visits(4);
    expect(states()).toEqual([]);
    expect(found()).toHaveLength(1);
  });
});

describe('a door', () => {
  it('is told when it changes, and every ten seconds', () => {
    doors.configure([{ doorId, area, looks }]);
    show(closed, 12);
    show(open, 3);
    expect(states()).toEqual(['closed 0', 'closed 0', 'open 12']);
  });

  it('is unsure since the last picture when no more come, and told again when they do', () => {
    doors.configure([{ doorId, area, looks }]);
    show(closed, 2);
    doors.lose();
    doors.lose();
    now += 600;
    show(closed, 1);
    expect(states()).toEqual(['closed 0', 'unsure 1.8', 'unsure 1.8', 'closed 62']);
  });

  it('is gone when it is not watched any more', () => {
    doors.configure([{ doorId, area, looks }]);
    show(closed, 2);
    doors.configure([]);
    expect(states()).toEqual(['closed 0', 'gone 1.8']);
  });

  it('that was marked by hand is told with its two looks and pictures of them, the more usual first, once', () => {
    doors.configure([{ doorId, area, looks: null }]);
    visits(6);
    expect(states()).toEqual([]);
    expect(found()).toHaveLength(1);
    const [one] = found();
    expect(one).toMatchObject({ doorId, area });
    const levels = one!.looks.map((look) => readSignature(Buffer.from(look.signature, 'base64'), grid.part)!);
    const differs = (a: Float32Array, b: Float32Array): number =>
      Math.max(...a.map((level, at) => Math.abs(level - b[at]!)));
    expect(differs(levels[0]!, grid.sample(closed))).toBeLessThan(0.1);
    expect(differs(levels[1]!, grid.sample(open))).toBeLessThan(0.1);
    // The picture says what it shows, so that it can be hidden later.
    expect(readSight(one!.looks[0].jpeg)).not.toBeNull();
  });
});
