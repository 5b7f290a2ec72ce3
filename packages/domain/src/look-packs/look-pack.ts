import { spotTask, spotWord, type SpotTask } from '@sightline/contracts/analysis/spot-tasks';
import type { Box, EventClass } from '@sightline/contracts/events/event';
import type { MotionFact, SeenBox, Sight, SpotsFact, TrackEnd, TraitsFact } from '../rules/facts.ts';
import type { ToldFact } from '../rules/told-fact.ts';
import { type PictureVitals, vitalNames } from '../rules/pictures/picture-vitals.ts';
import { ByteReader, ByteWriter } from './byte-io.ts';
import { readTraits, writeTraits } from './packed-traits.ts';
import { stepOf, steps } from './rounded-looks.ts';

/** `withTraits`: programs that know no traits understand nothing of it, rather than something else. */
const versions = { plain: 1, withTraits: 2 } as const;
const known: readonly number[] = Object.values(versions);
/** `calm`: seconds one after the other in which nothing moved, in one. */
const kinds = {
  look: 0,
  blindToAll: 1,
  blindToThings: 2,
  seen: 3,
  motion: 4,
  globalMotion: 5,
  calm: 6,
  picture: 7,
  spots: 8,
  traits: 9,
} as const;
const cells = 144;
const secondMs = 1_000;
/** No pack holds more calm seconds in one: a damaged number must not become millions of them. */
const maxCalmS = 3_600;
const nothing: ArrayLike<number> = new Uint8Array(cells);
const classes: readonly EventClass[] = ['person', 'vehicle', 'animal'];
const ends: readonly TrackEnd[] = ['left', 'lost', 'cut'];
/** Bits of a sight's first byte; the lowest two are the class. */
const bits = { resting: 4, past: 8, continues: 16 } as const;

/** The tracks of a pack by number, each with the steps of its last box: boxes are written as what changed. */
class Tracks {
  readonly #ids: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #last: number[][] = [];

  /** A track's number; a new one's id is written behind it. */
  write(bytes: ByteWriter, trackId: string): number {
    const known = this.#numbers.get(trackId);
    const number = known ?? this.#add(trackId);
    bytes.number(number);
    if (known === undefined) bytes.id(trackId);
    return number;
  }

  read(bytes: ByteReader): { number: number; trackId: string } {
    const number = bytes.number();
    if (number === this.#ids.length) this.#add(bytes.id());
    const trackId = this.#ids[number];
    if (trackId === undefined) throw new RangeError('a track that was never named');
    return { number, trackId };
  }

  /** Steps of its last box: x, y, width, height. */
  last(number: number): number[] {
    return this.#last[number]!;
  }

  #add(trackId: string): number {
    const number = this.#ids.push(trackId) - 1;
    this.#numbers.set(trackId, number);
    this.#last.push([0, 0, 0, 0]);
    return number;
  }
}

function writeSeen(bytes: ByteWriter, last: number[], { box, score, movedShare }: SeenBox): void {
  for (const [side, share] of [box.x, box.y, box.width, box.height].entries()) {
    const step = stepOf(share, steps.box);
    bytes.signed(step - last[side]!);
    last[side] = step;
  }
  bytes.byte(stepOf(score, steps.score));
  bytes.byte(stepOf(movedShare, steps.moved));
}

function readSeen(bytes: ByteReader, last: number[], atUtcMs: number): SeenBox {
  for (let side = 0; side < 4; side += 1) last[side]! += bytes.signed();
  const box: Box = {
    x: last[0]! / steps.box,
    y: last[1]! / steps.box,
    width: last[2]! / steps.box,
    height: last[3]! / steps.box,
  };
  return { atUtcMs, box, score: bytes.byte() / steps.score, movedShare: bytes.byte() / steps.moved };
}

function writeSight(bytes: ByteWriter, tracks: Tracks, sight: Sight): void {
  const last = tracks.last(tracks.write(bytes, sight.trackId));
  const { past, continuesId } = sight;
  const flags =
    (sight.isResting ? bits.resting : 0) |
    (past === undefined ? 0 : bits.past) |
    (continuesId === undefined ? 0 : bits.continues);
  bytes.byte(classes.indexOf(sight.class) | flags);
  if (continuesId !== undefined) bytes.id(continuesId);
  if (past !== undefined) {
    bytes.number(past.length);
    for (const seen of past) {
      bytes.signed(Math.round(sight.atUtcMs) - Math.round(seen.atUtcMs));
      writeSeen(bytes, last, seen);
    }
  }
  writeSeen(bytes, last, sight);
}

function readSight(bytes: ByteReader, tracks: Tracks, atUtcMs: number): Sight {
  const { number, trackId } = tracks.read(bytes);
  const last = tracks.last(number);
  const flags = bytes.byte();
  const continuesId = flags & bits.continues ? bytes.id() : undefined;
  const past =
    flags & bits.past
      ? Array.from({ length: bytes.number() }, () => readSeen(bytes, last, atUtcMs - bytes.signed()))
      : undefined;
  const { box, score, movedShare } = readSeen(bytes, last, atUtcMs);
  const thing = classes[flags & 3] ?? 'animal';
  const sight: Sight = {
    trackId,
    class: thing,
    isResting: (flags & bits.resting) !== 0,
    atUtcMs,
    box,
    score,
    movedShare,
  };
  if (past !== undefined) sight.past = past;
  if (continuesId !== undefined) sight.continuesId = continuesId;
  return sight;
}

type ToldMotion = Omit<MotionFact, 'sequence'>;

function writeMotion(bytes: ByteWriter, { levels, isGlobal }: ToldMotion): void {
  bytes.byte(isGlobal ? kinds.globalMotion : kinds.motion);
  const moved = Array.from({ length: cells }, (_, cell) => cell).filter((cell) => levels[cell]! > 0);
  bytes.byte(moved.length);
  for (const cell of moved) {
    bytes.byte(cell);
    bytes.byte(levels[cell]!);
  }
}

/** What moved, where nobody asks which cells. */
function passMotion(bytes: ByteReader, atUtcMs: number, isGlobal: boolean): ToldMotion {
  bytes.skip(2 * bytes.byte());
  return { kind: 'motion', atUtcMs, levels: nothing, isGlobal };
}

function readMotion(bytes: ByteReader, atUtcMs: number, isGlobal: boolean): ToldMotion {
  const levels = new Uint8Array(cells);
  for (let left = bytes.byte(); left > 0; left -= 1) levels[bytes.byte()] = bytes.byte();
  return { kind: 'motion', atUtcMs, levels, isGlobal };
}

function isCalm(fact: ToldFact | undefined): boolean {
  if (fact?.kind !== 'motion' || fact.isGlobal) return false;
  for (let cell = 0; cell < cells; cell += 1) if (fact.levels[cell]! > 0) return false;
  return true;
}

/** How many calm seconds follow each other from here on. */
function calmRun(facts: readonly ToldFact[], from: number): number {
  let count = 0;
  const first = facts[from]!.atUtcMs;
  while (count < maxCalmS && isCalm(facts[from + count]) && facts[from + count]!.atUtcMs === first + count * secondMs)
    count += 1;
  return count;
}

type ToldSpots = Omit<SpotsFact, 'sequence'>;

/** Of these something was read where it was found: capitals and digits. */
const isRead = (task: SpotTask): boolean => task === 'containerText';

function writeText(bytes: ByteWriter, text: string): void {
  bytes.byte(text.length);
  for (const sign of text) bytes.byte(sign.charCodeAt(0));
}

const readText = (bytes: ByteReader): string =>
  String.fromCharCode(...Array.from({ length: bytes.byte() }, () => bytes.byte()));

function writeSpots(bytes: ByteWriter, { task, found }: ToldSpots): void {
  bytes.byte(kinds.spots);
  bytes.byte(spotTask.options.indexOf(task));
  bytes.number(found.length);
  for (const { word, box, score, text = '' } of found) {
    bytes.byte(spotWord.options.indexOf(word));
    for (const share of [box.x, box.y, box.width, box.height]) bytes.number(stepOf(share, steps.box));
    bytes.byte(stepOf(score, steps.score));
    if (isRead(task)) writeText(bytes, text);
  }
}

function readSpots(bytes: ByteReader, atUtcMs: number): ToldSpots {
  const task = namedOf(spotTask.options[bytes.byte()]);
  const found = Array.from({ length: bytes.number() }, () => {
    const word = spotWord.options[bytes.byte()];
    const [x = 0, y = 0, width = 0, height = 0] = [1, 2, 3, 4].map(() => bytes.number() / steps.box);
    const spot = { word: namedOf(word), box: { x, y, width, height }, score: bytes.byte() / steps.score };
    const text = isRead(task) ? readText(bytes) : '';
    return text === '' ? spot : { ...spot, text };
  });
  return { kind: 'spots', atUtcMs, task, found };
}

/** Of what only a newer program knows, nothing is taken. */
function namedOf<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('a word that is not known');
  return value;
}

function writeFact(bytes: ByteWriter, tracks: Tracks, fact: Exclude<ToldFact, ToldMotion>): void {
  if (fact.kind === 'seen') return bytes.byte(kinds.seen);
  if (fact.kind === 'picture') {
    bytes.byte(kinds.picture);
    for (const name of vitalNames) bytes.byte(fact.vitals[name]);
    return;
  }
  if (fact.kind === 'spots') return writeSpots(bytes, fact);
  if (fact.kind === 'traits') {
    bytes.byte(kinds.traits);
    bytes.number(fact.of.length);
    for (const one of fact.of) {
      tracks.write(bytes, one.trackId);
      writeTraits(bytes, one);
    }
    return;
  }
  if (fact.kind === 'blind') return bytes.byte(fact.sees === 'motion' ? kinds.blindToThings : kinds.blindToAll);
  bytes.byte(kinds.look);
  bytes.number(fact.sights.length);
  for (const sight of fact.sights) writeSight(bytes, tracks, sight);
  bytes.number(fact.ended.length);
  for (const { trackId, reason } of fact.ended) {
    tracks.write(bytes, trackId);
    bytes.byte(ends.indexOf(reason));
  }
}

/** Facts of one camera in their order, as bytes that are understood by themselves. Looks are rounded as `roundedLook` does. */
export function packLooks(facts: readonly ToldFact[]): Uint8Array {
  const bytes = new ByteWriter();
  const tracks = new Tracks();
  let before = 0;
  bytes.byte(facts.some(({ kind }) => kind === 'traits') ? versions.withTraits : versions.plain);
  for (let index = 0; index < facts.length; index += 1) {
    const fact = facts[index]!;
    const at = Math.round(fact.atUtcMs);
    bytes.signed(at - before);
    before = at;
    const calmS = calmRun(facts, index);
    if (calmS > 0) {
      bytes.byte(kinds.calm);
      bytes.number(calmS);
      before = at + (calmS - 1) * secondMs;
      index += calmS - 1;
    } else if (fact.kind === 'motion') writeMotion(bytes, fact);
    else writeFact(bytes, tracks, fact);
  }
  return bytes.take();
}

function readLook(bytes: ByteReader, tracks: Tracks, atUtcMs: number): ToldFact {
  const sights: Sight[] = [];
  for (let left = bytes.number(); left > 0; left -= 1) sights.push(readSight(bytes, tracks, atUtcMs));
  const ended = Array.from({ length: bytes.number() }, () => ({
    trackId: tracks.read(bytes).trackId,
    reason: ends[bytes.byte()] ?? 'lost',
  }));
  return { kind: 'look', atUtcMs, sights, ended };
}

function readTraitsFact(bytes: ByteReader, tracks: Tracks, atUtcMs: number): Omit<TraitsFact, 'sequence'> {
  const of = Array.from({ length: bytes.number() }, () => ({
    trackId: tracks.read(bytes).trackId,
    ...readTraits(bytes),
  }));
  return { kind: 'traits', atUtcMs, of };
}

const readVitals = (bytes: ByteReader): PictureVitals =>
  Object.fromEntries(vitalNames.map((name) => [name, bytes.byte()])) as unknown as PictureVitals;

/** Of seconds in which nothing moved, the first, the last, and one in ten between them where that is enough. */
function readCalm(bytes: ByteReader, atUtcMs: number, everyS: number): ToldMotion[] {
  const seconds = Math.min(maxCalmS, bytes.number());
  const calm: ToldMotion[] = [];
  for (let second = 0; second < seconds; second += 1)
    if (second % everyS === 0 || second === seconds - 1)
      calm.push({ kind: 'motion', atUtcMs: atUtcMs + second * secondMs, levels: nothing, isGlobal: false });
  return calm;
}

function readFacts(
  { bytes, tracks }: { bytes: ByteReader; tracks: Tracks },
  atUtcMs: number,
  { isThin, skipsCells }: Unpacking,
): ToldFact[] {
  const kind = bytes.byte();
  if (kind === kinds.look) return [readLook(bytes, tracks, atUtcMs)];
  if (kind === kinds.picture) return [{ kind: 'picture', atUtcMs, vitals: readVitals(bytes) }];
  if (kind === kinds.spots) return [readSpots(bytes, atUtcMs)];
  if (kind === kinds.traits) return [readTraitsFact(bytes, tracks, atUtcMs)];
  if (kind === kinds.seen) return [{ kind: 'seen', atUtcMs }];
  if (kind === kinds.motion || kind === kinds.globalMotion)
    return [(skipsCells ? passMotion : readMotion)(bytes, atUtcMs, kind === kinds.globalMotion)];
  if (kind === kinds.calm) return readCalm(bytes, atUtcMs, isThin ? 10 : 1);
  return [{ kind: 'blind', atUtcMs, sees: kind === kinds.blindToThings ? 'motion' : 'nothing' }];
}

/** What whoever reads a pack can do without. */
export interface Unpacking {
  /** Of seconds in which nothing moved one in ten is enough: rules decide alike, for what falls due does so at its own instant. */
  isThin?: boolean;
  /** Nobody asks which cells moved. */
  skipsCells?: boolean;
}

/** The facts of a pack. Of one that is cut off or damaged, those before the damage; none of a version that is not known. */
export function unpackLooks(pack: Uint8Array, how: Unpacking = {}): ToldFact[] {
  const bytes = new ByteReader(pack);
  const tracks = new Tracks();
  const facts: ToldFact[] = [];
  try {
    if (!known.includes(bytes.byte())) return [];
    let before = 0;
    while (!bytes.isAtEnd) {
      for (const fact of readFacts({ bytes, tracks }, before + bytes.signed(), how)) facts.push(fact);
      before = facts.at(-1)?.atUtcMs ?? before;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return facts;
}
