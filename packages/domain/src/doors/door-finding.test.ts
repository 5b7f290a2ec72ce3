import { describe, expect, it } from 'vitest';
import { DoorFinding, type FoundDoor } from './door-finding.ts';
import type { GreyPicture, PicturePart } from './door-grid.ts';

const [width, height] = [160, 90];
const door = { x: 0.4, y: 0.25, width: 0.15, height: 0.5 };
const startUtcMs = Date.UTC(2026, 2, 2, 8);

const hash = (x: number, y: number, of: number): number => {
  const value = Math.sin(x * 12.9 + y * 78.2 + of * 37.7) * 43_758.5;
  return value - Math.floor(value);
};
/** Blotches of some pixels each, as of wood, shelves or a wall. */
const texture = (x: number, y: number, of: number): number => hash(Math.floor(x / 4), Math.floor(y / 5), of);

interface Drawn {
  /** How much of the door, from its left, shows what is behind it. */
  openShare?: number;
  light?: number;
  /** A lamp shines upon this part. */
  lamp?: PicturePart;
}

const holds = (part: PicturePart, x: number, y: number): boolean =>
  x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height;

function draw({ openShare = 0, light = 1, lamp }: Drawn): GreyPicture {
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = [column / width, row / height];
      const isOpen = holds({ ...door, width: door.width * openShare }, x, y);
      const wall = 90 + 60 * texture(column, row, 1);
      const leaf = 100 + 70 * texture(column, row, 2);
      const behind = 20 + 70 * texture(column, row, 3);
      const grey = holds(door, x, y) ? (isOpen ? behind : leaf) : wall;
      const lit = lamp !== undefined && holds(lamp, x, y) ? 1.7 : 1;
      data[row * width + column] = Math.min(255, grey * light * lit + 3 * hash(column, row, 9));
    }
  return { data, width, height, stride: width };
}

/** Somebody who stands in the door. */
const inDoor = { x: 0.44, y: 0.33, width: 0.07, height: 0.44 };
const elsewhere = { x: 0.7, y: 0.33, width: 0.07, height: 0.44 };

interface Moment extends Drawn {
  /** Who appears or vanishes, and where. */
  wayEnd?: PicturePart;
  covers?: PicturePart[];
}

/** Plays what is drawn for each second of a visit, again and again; five pictures a second. */
function play(momentAt: (secondOfVisit: number, visit: number) => Moment, visits = 12) {
  const finding = new DoorFinding<number>();
  const found: FoundDoor<number>[] = [];
  const pictures = new Map<string, GreyPicture>();
  for (let tick = 0; tick < visits * 30 * 5; tick++) {
    const timeS = tick / 5;
    const { wayEnd, covers = [], ...drawn } = momentAt(timeS % 30, Math.floor(timeS / 30));
    const atUtcMs = startUtcMs + Math.round(timeS * 1000);
    if (wayEnd !== undefined && Number.isInteger(timeS)) finding.wayEnds(wayEnd, atUtcMs);
    const key = JSON.stringify(drawn);
    const picture = pictures.get(key) ?? draw(drawn);
    pictures.set(key, picture);
    const one = finding.look(picture, { atUtcMs, covers, keep: () => atUtcMs });
    if (one !== null) found.push(one);
  }
  return found;
}

/** Opens at 10, is open till 20; who comes through vanishes at 12. */
const share = (second: number): number =>
  second < 10 || second >= 21 ? 0 : second < 11 ? second - 10 : second < 20 ? 1 : 21 - second;
const through = (second: number): Moment =>
  second >= 8 && second < 12.2 ? { covers: [inDoor], ...(second === 12 && { wayEnd: inDoor }) } : {};

describe('no door is found', () => {
  it('where nobody appears or vanishes, whatever moves there: a curtain', () => {
    expect(play((second) => ({ openShare: share(second) }))).toEqual([]);
  });

  it('where people appear and vanish and nothing opens', () => {
    expect(play((second) => ({ ...through(second) }))).toEqual([]);
  });

  it('where people appear and vanish far from what moves', () => {
    expect(play((second) => ({ openShare: share(second), ...(second === 12 && { wayEnd: elsewhere }) }))).toEqual([]);
  });

  it('at the border of the picture, where people come from outside', () => {
    const atBorder = { ...inDoor, x: 0.001 };
    expect(play((second) => ({ openShare: share(second), ...(second === 12 && { wayEnd: atBorder }) }))).toEqual([]);
  });

  it('where only the light changes, of the whole picture or by a lamp on the wall that people switch on', () => {
    const isOn = (second: number): boolean => second >= 10 && second < 20;
    expect(play((second) => ({ light: isOn(second) ? 1.5 : 0.8, ...through(second) }))).toEqual([]);
    const lamp = { x: 0.3, y: 0.1, width: 0.4, height: 0.8 };
    expect(play((second) => ({ ...(isOn(second) && { lamp }), ...through(second) }))).toEqual([]);
  });

  it('where something was changed once and stays so', () => {
    expect(play((second, visit) => ({ openShare: visit >= 4 ? 1 : 0, ...through(second) }))).toEqual([]);
  });
});

describe('a door is found', () => {
  it('once, with its area and both looks, the more usual first', () => {
    const found = play((second) => ({ openShare: share(second), ...through(second) }));
    expect(found).toHaveLength(1);
    const { area, pair } = found[0]!;
    const [xs, ys] = [area.map(({ x }) => x), area.map(({ y }) => y)];
    expect(Math.min(...xs)).toBeGreaterThan(door.x - 0.05);
    expect(Math.max(...xs)).toBeLessThan(door.x + door.width + 0.05);
    expect(Math.min(...ys)).toBeGreaterThan(door.y - 0.1);
    expect(Math.max(...ys)).toBeLessThan(door.y + door.height + 0.1);
    expect(pair.looks[0].seenMs).toBeGreaterThan(pair.looks[1].seenMs);
    const secondOf = (utcMs: number | null): number => ((utcMs! - startUtcMs) / 1000) % 30;
    expect(share(secondOf(pair.looks[0].keepsake))).toBe(0);
    expect(share(secondOf(pair.looks[1].keepsake))).toBe(1);
  });

  it('not again where it is known', () => {
    const finding = new DoorFinding<number>();
    for (let n = 0; n < 5; n++) finding.wayEnds(inDoor, startUtcMs + n * 60_000);
    expect(finding.isGathering).toBe(true);
    const { x, y, width: wide, height: high } = door;
    finding.leaveOut([
      [
        { x, y },
        { x: x + wide, y },
        { x: x + wide, y: y + high },
        { x, y: y + high },
      ],
    ]);
    expect(finding.isGathering).toBe(false);
  });
});
