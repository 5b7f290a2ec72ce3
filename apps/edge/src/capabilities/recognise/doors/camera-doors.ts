import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { Box } from '@sightline/contracts/events/event';
import { holdsPoint } from '@sightline/domain/cameras/areas';
import { boundsOf, DoorFinding } from '@sightline/domain/doors/door-finding';
import { type GreyPicture, partOf, type PicturePart } from '@sightline/domain/doors/door-grid';
import { DoorSight } from '@sightline/domain/doors/door-sight';
import { readSignature, writeSignature } from '@sightline/domain/doors/door-signature';
import { LookGathering, type LookPair } from '@sightline/domain/doors/look-gathering';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';
import type { DecodedPicture } from '../../decode/decoding.ts';
import type { CameraPrivacy } from '../../privacy/camera-privacy.ts';
import type { LiveTrack, ToldLook, ToldTraits } from '../recogniser.ts';
import { cutOut, shownPart } from './door-picture.ts';
import type { DoorsTold, SeenDoor, SeenLook, WatchedDoor } from './door-messages.ts';

export interface CameraDoorsOptions {
  tell: (told: DoorsTold) => void;
  /** As it is now. No doors are looked for in what it hides. */
  camera: () => { privacy?: CameraPrivacy | null };
  /** A part of its picture as a JPEG, without what it hides. */
  encode: (picture: { image: RgbImage; part: PicturePart }) => Uint8Array;
}

interface Kept {
  levels: Float32Array;
  look: Omit<SeenLook, 'signature'>;
}

interface Door {
  door: WatchedDoor;
  sight: DoorSight | null;
  gathering: LookGathering<Kept> | null;
  seen: SeenDoor | null;
}

/** As long as nothing becomes otherwise it is told this seldom. */
const tellEveryMs = 10_000;
/** Where somebody is now is known from the last look at him: he goes on meanwhile. */
const aheadMs = 350;
/** A track whose last look is older than this is not known to cover anything. */
const coastMs = 2_500;
/** Looks that were told are told again when they were gathered anew, this seldom. */
const lookAgainMs = 3_600_000;
/** Wider pictures are made smaller before a door is cut out of them. */
const widest = 1920;
/** As many as are followed at once. */
const mostFollowed = 200;

/** Watches the doors of one camera, and finds those that nobody knows yet. */
export class CameraDoors {
  readonly #options: CameraDoorsOptions;
  #doors = new Map<string, Door>();
  readonly #finding = new DoorFinding<Kept>();
  readonly #people = new Map<string, { box: Box; atUtcMs: number }>();
  #toldUtcMs = Number.NEGATIVE_INFINITY;
  #lastUtcMs: number | null = null;
  readonly #lookToldUtcMs = new Map<string, number>();

  constructor(options: CameraDoorsOptions) {
    this.#options = options;
  }

  /** These doors and no others. What is known of one that stayed the same is kept. */
  configure(wanted: readonly WatchedDoor[]): void {
    const before = this.#doors;
    this.#doors = new Map(wanted.map((door) => [door.doorId, keptOrNew(door, before.get(door.doorId))]));
    this.#finding.leaveOut(wanted.map(({ area }) => area));
    const gone = [...before.values()].flatMap(({ seen }) =>
      seen === null || this.#doors.has(seen.doorId) ? [] : seen,
    );
    const atUtcMs = this.#lastUtcMs;
    if (atUtcMs === null || gone.length === 0) return;
    const doors = gone.map(({ doorId }): SeenDoor => ({ doorId, state: 'gone', sinceUtcMs: atUtcMs }));
    this.#options.tell({ kind: 'states', atUtcMs, doors });
  }

  /** Who was seen in a look: ways begin and end at doors. */
  looked(told: ToldLook | ToldTraits): void {
    if (told.kind !== 'look') return;
    for (const { trackId, class: of, box, atUtcMs, past, continuesId } of told.sights) {
      if (of !== 'person') continue;
      const isNew = !this.#people.has(trackId) && continuesId === undefined;
      if (isNew) this.#wayEnds(past?.[0] ?? { box, atUtcMs });
      if (isNew || this.#people.size < mostFollowed) this.#people.set(trackId, { box, atUtcMs });
    }
    for (const { trackId, reason } of told.ended) {
      const last = this.#people.get(trackId);
      this.#people.delete(trackId);
      if (last !== undefined && reason === 'lost') this.#wayEnds(last);
    }
  }

  /** A picture, valid during the call; answers whether something is seen that is not told yet. */
  look(decoded: DecodedPicture, atUtcMs: number, tracks: readonly LiveTrack[]): boolean {
    this.#lastUtcMs = atUtcMs;
    if (this.#doors.size === 0 && !this.#finding.isGathering) return false;
    const picture = decoded.fineLuma();
    // Of what the camera hides nothing is compared or learnt.
    const covers = [...tracks.flatMap(coverOf), ...this.#hidden().map(boundsOf)];
    const keep = (area: readonly PicturePoint[], levels: Float32Array): Kept => ({
      levels,
      look: { jpeg: this.#jpeg(decoded, partOf(area)), atUtcMs },
    });
    let isChanged = false;
    for (const one of this.#doors.values()) {
      isChanged = this.#watch(one, { picture, atUtcMs, covers }) || isChanged;
      this.#gather(one, { picture, atUtcMs, covers, keep });
    }
    const found = this.#finding.look(picture, { atUtcMs, covers, keep });
    if (found !== null) this.#found(null, found.area, found.pair);
    if (isChanged || atUtcMs - this.#toldUtcMs >= tellEveryMs) this.#tell(atUtcMs);
    return [...this.#doors.values()].some(({ sight }) => sight?.isUndecided === true);
  }

  /** Nobody looks since the last picture: how doors are is not known any more. */
  lose(): void {
    const atUtcMs = this.#lastUtcMs;
    if (atUtcMs === null) return;
    this.#people.clear();
    let isChanged = false;
    for (const one of this.#doors.values()) {
      one.sight?.lose();
      if (one.seen === null || one.seen.state === 'unsure') continue;
      one.seen = { ...one.seen, state: 'unsure', sinceUtcMs: Math.max(one.seen.sinceUtcMs, atUtcMs) };
      isChanged = true;
    }
    if (isChanged) this.#tell(atUtcMs);
  }

  /** A part of a picture, without what its camera hides. */
  #jpeg(decoded: DecodedPicture, of: PicturePart): Uint8Array {
    const part = shownPart(of);
    const held = decoded.hold();
    try {
      return this.#options.encode({ image: cutOut(held.toRgb(widest), part), part });
    } finally {
      held.free();
    }
  }

  #watch(one: Door, seen: { picture: GreyPicture; atUtcMs: number; covers: readonly PicturePart[] }): boolean {
    const told = one.sight?.look(seen) ?? null;
    if (told === null || told.state === one.seen?.state) return false;
    const { doorId } = one.door;
    one.seen = { doorId, state: told.state, sinceUtcMs: Math.max(told.sinceUtcMs, one.seen?.sinceUtcMs ?? 0) };
    return true;
  }

  #gather(
    { door, gathering }: Door,
    {
      picture,
      keep,
      ...seen
    }: {
      picture: GreyPicture;
      atUtcMs: number;
      covers: readonly PicturePart[];
      keep: (area: readonly PicturePoint[], levels: Float32Array) => Kept;
    },
  ): void {
    if (gathering === null) return;
    const levels = gathering.grid.sample(picture);
    gathering.see(levels, { ...seen, keep: () => keep(door.area, levels) });
    const toldUtcMs = this.#lookToldUtcMs.get(door.doorId);
    if (toldUtcMs !== undefined && Math.abs(seen.atUtcMs - toldUtcMs) < lookAgainMs) return;
    const pair = gathering.pair();
    if (pair === null) return;
    this.#lookToldUtcMs.set(door.doorId, seen.atUtcMs);
    this.#found(door.doorId, door.area, pair);
  }

  #found(doorId: string | null, area: PicturePoint[], { looks }: LookPair<Kept>): void {
    const [first, second] = looks.map(({ keepsake }): SeenLook => {
      const { levels, look } = keepsake!;
      return { signature: Buffer.from(writeSignature(levels, partOf(area))).toString('base64'), ...look };
    });
    const atUtcMs = Math.max(first!.atUtcMs, second!.atUtcMs);
    this.#options.tell({ kind: 'found', atUtcMs, doorId, area, looks: [first!, second!] });
  }

  #hidden(): readonly (readonly PicturePoint[])[] {
    return this.#options.camera().privacy?.areas ?? [];
  }

  #tell(atUtcMs: number): void {
    this.#toldUtcMs = atUtcMs;
    const doors = [...this.#doors.values()].flatMap(({ seen }) => seen ?? []);
    if (doors.length > 0) this.#options.tell({ kind: 'states', atUtcMs, doors });
  }

  #wayEnds({ box, atUtcMs }: { box: Box; atUtcMs: number }): void {
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    if (this.#hidden().some((area) => holdsPoint(area, middle))) return;
    this.#finding.wayEnds(box, atUtcMs);
    this.#finding.leaveOut([...this.#doors.values()].map(({ door }) => door.area));
  }
}

/** What stayed the same goes on. Looks that another version wrote, or of an area that was moved, are gathered anew. */
function keptOrNew(door: WatchedDoor, before: Door | undefined): Door {
  const isSame = JSON.stringify(before?.door) === JSON.stringify(door);
  if (before !== undefined && isSame) return before;
  const looks = door.looks === null ? null : readLooks(door.looks, partOf(door.area));
  const { doorId, area } = door;
  // Until two looks are known nobody can tell.
  const seen: SeenDoor | null = looks === null && before?.seen != null ? { ...before.seen, state: 'unsure' } : null;
  return {
    door,
    sight: looks === null ? null : new DoorSight(area, looks),
    gathering: looks === null ? new LookGathering(area) : null,
    seen: seen === null ? null : { ...seen, doorId },
  };
}

function readLooks(looks: { closed: string; open: string }, part: PicturePart) {
  const [closed, open] = [looks.closed, looks.open].map((text) => readSignature(Buffer.from(text, 'base64'), part));
  return closed == null || open == null ? null : { closed, open };
}

/** Where somebody may be until he is looked at again. */
function coverOf({ box, velocity, coastingMs }: LiveTrack): PicturePart[] {
  if (coastingMs !== null && coastingMs > coastMs) return [];
  const [dx, dy] = [(velocity.x * aheadMs) / 1000, (velocity.y * aheadMs) / 1000];
  return [
    {
      x: box.x + Math.min(0, dx),
      y: box.y + Math.min(0, dy),
      width: box.width + Math.abs(dx),
      height: box.height + Math.abs(dy),
    },
  ];
}
