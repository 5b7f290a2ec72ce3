import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { GreyPicture, PicturePart } from './door-grid.ts';
import { LookGathering, type LookPair } from './look-gathering.ts';

/** A place where people appear and vanish. */
interface WayEnd {
  /** The middle of those who did, and how high they were, as running means. */
  x: number;
  foot: number;
  width: number;
  height: number;
  count: number;
  usedUtcMs: number;
  endsUtcMs: number[];
}

interface FoundPlace<Keepsake> {
  end: WayEnd;
  gathering: LookGathering<Keepsake>;
  area: PicturePoint[];
  /** The area is what really changes, and no guess by the height of people any more. */
  isExact: boolean;
  isTold: boolean;
}

/** A place that seems to be a door. */
export interface FoundDoor<Keepsake> {
  area: PicturePoint[];
  pair: LookPair<Keepsake>;
}

/** Closer to the border of the picture than this people come from outside. */
const border = 0.025;
/** Ends so near to each other, as a share of the width of people, are of one place. */
const nearby = 1.2;
/** So many people must have appeared or vanished there. */
const fewestEnds = 3;
const mostEnds = 16;
const mostPlaces = 4;
const forgottenAfterMs = 7 * 86_400_000;
/**
 * A door lies so far around whoever stands in it, as shares of his height; its jamb may hide half of him. Widths are those of pictures that are
 * wider than high.
 */
const room = { beside: 0.33, above: 0.25, below: 0.16 };
const bodyWidth = 0.2;
/** So much of a place must change between two looks, so often, and so often when somebody appeared or vanished there. */
const fewest = { share: 0.2, changes: 3, withPeople: 2 };
/** Somebody who opens a door appears or vanishes so near to it in time. */
const togetherMs = 12_000;

/** Finds doors in the pictures of one camera: places where ways of people begin and end, and that go to and fro between two looks. */
export class DoorFinding<Keepsake> {
  #ends: WayEnd[] = [];
  #places: FoundPlace<Keepsake>[] = [];

  /** Whether pictures are of any use now. */
  get isGathering(): boolean {
    return this.#places.some(({ isTold }) => !isTold);
  }

  /** Somebody was seen the first or the last time, in this box. */
  wayEnds({ x, y, width, height }: PicturePart, atUtcMs: number): void {
    const foot = y + height;
    if (x < border || x + width > 1 - border || foot > 1 - border || height <= 0) return;
    const middle = x + width / 2;
    const known = this.#ends.find(
      (end) => Math.hypot(end.x - middle, end.foot - foot) < nearby * Math.max(end.width, width, height * bodyWidth),
    );
    const end = known ?? this.#begin({ x: middle, foot, width, height, count: 0, usedUtcMs: atUtcMs, endsUtcMs: [] });
    end.count += 1;
    const share = Math.max(0.1, 1 / end.count);
    end.x += (middle - end.x) * share;
    end.foot += (foot - end.foot) * share;
    // Who is half hidden by the door is lower and narrower than he is.
    end.width = Math.max(end.width, width);
    end.height = Math.max(end.height, height);
    end.usedUtcMs = atUtcMs;
    end.endsUtcMs = [...end.endsUtcMs.slice(1 - mostEnds), atUtcMs];
    if (end.count >= fewestEnds) this.#watch(end);
  }

  /** A picture; answers a door when both its looks were seen well, once. `known`: areas of doors that need not be found. */
  look(
    picture: GreyPicture,
    seen: {
      atUtcMs: number;
      covers: readonly PicturePart[];
      keep: (area: readonly PicturePoint[], levels: Float32Array) => Keepsake | null;
    },
  ): FoundDoor<Keepsake> | null {
    for (const place of this.#places) {
      if (place.isTold) continue;
      const { gathering } = place;
      const levels = gathering.grid.sample(picture);
      gathering.see(levels, { ...seen, keep: () => seen.keep(place.area, levels) });
      const pair = gathering.pair();
      if (pair === null || !this.#isDoor(place, pair)) continue;
      if (place.isExact) {
        place.isTold = true;
        return { area: place.area, pair };
      }
      // What the looks are like is gathered anew of the exact area.
      place.area = cornersOf(pair.part);
      place.gathering = new LookGathering(place.area);
      place.isExact = true;
    }
    return null;
  }

  /** Doors that are known already are not found again. */
  leaveOut(areas: readonly (readonly PicturePoint[])[]): void {
    for (const place of this.#places)
      if (areas.some((area) => overlap(boundsOf(area), boundsOf(place.area)))) place.isTold = true;
  }

  #begin(end: WayEnd): WayEnd {
    this.#ends = this.#ends.filter(({ usedUtcMs }) => end.usedUtcMs - usedUtcMs < forgottenAfterMs);
    if (this.#ends.length >= mostEnds) {
      const least = this.#ends.toSorted((a, b) => a.count - b.count || a.usedUtcMs - b.usedUtcMs)[0]!;
      this.#ends = this.#ends.filter((known) => known !== least);
      this.#places = this.#places.filter((place) => place.end !== least);
    }
    this.#ends.push(end);
    return end;
  }

  #watch(end: WayEnd): void {
    if (this.#places.some((place) => place.end === end)) return;
    const area = areaAround(end);
    if (this.#places.some((place) => overlap(boundsOf(place.area), boundsOf(area)))) return;
    if (this.#places.length >= mostPlaces) {
      const least = this.#places.filter(({ isTold }) => !isTold).toSorted((a, b) => a.end.count - b.end.count)[0];
      if (least === undefined || least.end.count > end.count) return;
      this.#places = this.#places.filter((place) => place !== least);
    }
    this.#places.push({ end, gathering: new LookGathering(area), area, isExact: false, isTold: false });
  }

  #isDoor({ end, isExact }: FoundPlace<Keepsake>, { share, changes }: LookPair<Keepsake>): boolean {
    const withPeople = changes.filter(({ leftUtcMs, cameUtcMs }) =>
      end.endsUtcMs.some((utcMs) => utcMs > leftUtcMs - togetherMs && utcMs < cameUtcMs + togetherMs),
    );
    // Of an area that is exact nearly all changes.
    const least = isExact ? 2 * fewest.share : fewest.share;
    return share >= least && changes.length >= fewest.changes && withPeople.length >= fewest.withPeople;
  }
}

function areaAround({ x, foot, width, height }: WayEnd): PicturePoint[] {
  const half = Math.max(width, height * room.beside);
  return cornersOf({
    x: x - half,
    y: foot - height * (1 + room.above),
    width: 2 * half,
    height: height * (1 + room.above + room.below),
  });
}

function cornersOf({ x, y, width, height }: PicturePart): PicturePoint[] {
  const within = (value: number): number => Math.max(0, Math.min(1, Math.round(value * 10_000) / 10_000));
  const [left, right, top, bottom] = [within(x), within(x + width), within(y), within(y + height)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** The smallest upright part of the picture that holds an area. */
export function boundsOf(area: readonly PicturePoint[]): PicturePart {
  const [xs, ys] = [area.map(({ x }) => x), area.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Whether two parts of a picture have a good deal of the smaller one in common. */
export function overlap(a: PicturePart, b: PicturePart): boolean {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (wide <= 0 || high <= 0) return false;
  return wide * high > 0.4 * Math.min(a.width * a.height, b.width * b.height);
}
