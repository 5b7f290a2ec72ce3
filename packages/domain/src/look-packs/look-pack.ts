import type { Box, EventClass } from '@sightline/contracts/events/event';
import type { BlindFact, LookFact, SeenBox, Sight, TrackEnd } from '../rules/facts.ts';
import { ByteReader, ByteWriter } from './byte-io.ts';
import { stepOf, steps } from './rounded-looks.ts';

/** What a pack keeps. */
export type PackedFact = LookFact | BlindFact;

const version = 1;
const kindLook = 0;
const kindBlind = 1;
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
  for (let side = 0; side < last.length; side += 1) last[side]! += bytes.signed();
  const [x = 0, y = 0, width = 0, height = 0] = last.map((step) => step / steps.box);
  const box: Box = { x, y, width, height };
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
  return {
    trackId,
    class: classes[flags & 3] ?? 'animal',
    isResting: (flags & bits.resting) !== 0,
    ...readSeen(bytes, last, atUtcMs),
    ...(past && { past }),
    ...(continuesId !== undefined && { continuesId }),
  };
}

/** Facts of one camera in their order, as bytes that are understood by themselves. Looks are rounded as `roundedLook` does. */
export function packLooks(facts: readonly PackedFact[]): Uint8Array {
  const bytes = new ByteWriter();
  const tracks = new Tracks();
  let before = { atUtcMs: 0, sequence: 0 };
  bytes.byte(version);
  for (const fact of facts) {
    const now = { atUtcMs: Math.round(fact.atUtcMs), sequence: fact.sequence };
    bytes.signed(now.atUtcMs - before.atUtcMs);
    bytes.signed(now.sequence - before.sequence);
    before = now;
    bytes.byte(fact.kind === 'look' ? kindLook : kindBlind);
    if (fact.kind === 'blind') continue;
    bytes.number(fact.sights.length);
    for (const sight of fact.sights) writeSight(bytes, tracks, sight);
    bytes.number(fact.ended.length);
    for (const { trackId, reason } of fact.ended) {
      tracks.write(bytes, trackId);
      bytes.byte(ends.indexOf(reason));
    }
  }
  return bytes.take();
}

function readFact(bytes: ByteReader, tracks: Tracks, at: { atUtcMs: number; sequence: number }): PackedFact {
  if (bytes.byte() === kindBlind) return { kind: 'blind', ...at };
  const sights = Array.from({ length: bytes.number() }, () => readSight(bytes, tracks, at.atUtcMs));
  const ended = Array.from({ length: bytes.number() }, () => ({
    trackId: tracks.read(bytes).trackId,
    reason: ends[bytes.byte()] ?? 'lost',
  }));
  return { kind: 'look', ...at, sights, ended };
}

/** The facts of a pack. Of one that is cut off or damaged, those before the damage; none of a version that is not known. */
export function unpackLooks(pack: Uint8Array): PackedFact[] {
  const bytes = new ByteReader(pack);
  const tracks = new Tracks();
  const facts: PackedFact[] = [];
  try {
    if (bytes.byte() !== version) return [];
    let before = { atUtcMs: 0, sequence: 0 };
    while (!bytes.isAtEnd) {
      before = { atUtcMs: before.atUtcMs + bytes.signed(), sequence: before.sequence + bytes.signed() };
      facts.push(readFact(bytes, tracks, before));
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return facts;
}
