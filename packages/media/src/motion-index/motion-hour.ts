import { cellBytes } from './motion-cells.ts';

// One file per camera and UTC hour, little-endian:
//   16 bytes  "SLMOTION", u8 version, 3 spare, u32 hours since 1970
//   60 x 24   minutes: check, known seconds, highest level, 18 bytes of cells that moved, 3 spare
//   3600 x 20 seconds: check, level, 18 bytes of cells that moved
// A check of zero means unknown, so a file may be sparse; a record whose check does not fit (torn by a power cut) is
// unknown as well. Minutes repeat what their seconds say, so that a month is searched without reading every second.

/** Bytes of a whole file. */
export const hourBytes = 73_456;
/** Bytes up to the end of the minutes: all that is read of an hour that cannot match. */
export const headBytes = 1_456;
/** Milliseconds that one file stands for. */
export const hourMs = 3_600_000;

const prefixBytes = 16;
const minuteBytes = 24;
const secondBytes = 20;
const magic = Array.from('SLMOTION', (letter) => letter.charCodeAt(0));
const formatVersion = 1;

/** What happened within a second: highest level 0-255, and the cells that moved (18 bytes). */
export interface MotionSecond {
  level: number;
  cells: Uint8Array;
}

/** Where a record lies in the file. */
export interface ByteRange {
  from: number;
  to: number;
}

/** The bytes of an hour of which nothing is known yet. `hour`: hours since 1970. */
export function emptyHour(hour: number): Uint8Array {
  const bytes = new Uint8Array(hourBytes);
  bytes.set(magic);
  bytes[8] = formatVersion;
  new DataView(bytes.buffer).setUint32(12, hour, true);
  return bytes;
}

/** Whether the bytes begin like the file of that hour. */
export function isHour(bytes: Uint8Array, hour: number): boolean {
  if (bytes.length < headBytes || bytes[8] !== formatVersion || magic.some((letter, index) => bytes[index] !== letter))
    return false;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(12, true) === hour;
}

/** Bytes of a second's record, 0 to 3599. */
export const secondRange = (second: number): ByteRange => range(headBytes + second * secondBytes, secondBytes);

/** Bytes of a minute's record, 0 to 59. */
export const minuteRange = (minute: number): ByteRange => range(prefixBytes + minute * minuteBytes, minuteBytes);

const range = (from: number, bytes: number): ByteRange => ({ from, to: from + bytes });

/** Level of a second, or null when nothing is known (also beyond the end of shorter bytes). */
export function levelOfSecond(bytes: Uint8Array, second: number): number | null {
  const { from, to } = secondRange(second);
  if (to > bytes.length || bytes[from] === 0 || bytes[from] !== checkOf(bytes, from + 1, to)) return null;
  return bytes[from + 1]!;
}

/** Where the cells of a second begin. */
export const cellsOfSecond = (second: number): number => secondRange(second).from + 2;

/** What a minute says. `isKnown` is false when its record is torn or was never written: then only its seconds tell. */
export interface MinuteHead {
  isKnown: boolean;
  knownSeconds: number;
  level: number;
  /** Where its cells begin in the bytes. */
  cellsAt: number;
}

/** Reads the record of a minute. */
export function readMinute(bytes: Uint8Array, minute: number): MinuteHead {
  const { from, to } = minuteRange(minute);
  const isKnown = to <= bytes.length && bytes[from] !== 0 && bytes[from] === checkOf(bytes, from + 1, to);
  return {
    isKnown,
    knownSeconds: isKnown ? bytes[from + 1]! : 0,
    level: isKnown ? bytes[from + 2]! : 0,
    cellsAt: from + 3,
  };
}

/** Adds what is known of a second: levels take the higher one, cells come together. The minute is kept in step. */
export function noteSecond(bytes: Uint8Array, second: number, { level, cells }: MotionSecond): void {
  const { from, to } = secondRange(second);
  const before = levelOfSecond(bytes, second);
  if (before === null) bytes.fill(0, from, to);
  bytes[from + 1] = Math.max(before ?? 0, Math.min(255, Math.round(level)));
  for (let index = 0; index < cellBytes; index++) bytes[from + 2 + index]! |= cells[index]!;
  bytes[from] = checkOf(bytes, from + 1, to);
  const minute = Math.floor(second / 60);
  const head = readMinute(bytes, minute);
  const place = minuteRange(minute);
  if (!head.isKnown) bytes.fill(0, place.from, place.to);
  bytes[place.from + 1] = head.knownSeconds + (before === null ? 1 : 0);
  bytes[place.from + 2] = Math.max(head.level, bytes[from + 1]!);
  for (let index = 0; index < cellBytes; index++) bytes[head.cellsAt + index]! |= cells[index]!;
  bytes[place.from] = checkOf(bytes, place.from + 1, place.to);
}

/** Rebuilds the minutes from the seconds: after a crash they may lag. */
export function mendMinutes(bytes: Uint8Array): void {
  bytes.fill(0, prefixBytes, headBytes);
  for (let second = 0; second < 3600; second++) {
    const level = levelOfSecond(bytes, second);
    const at = secondRange(second);
    if (level === null) bytes.fill(0, at.from, at.to);
    else {
      const cells = bytes.slice(at.from + 2, at.to);
      bytes.fill(0, at.from, at.to);
      noteSecond(bytes, second, { level, cells });
    }
  }
}

/** A byte that is never zero. The position counts, so that a record of another kind or a shifted one does not fit. */
function checkOf(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0x5a;
  for (let index = from; index < to; index++) sum = (sum * 31 + bytes[index]!) & 0xffff;
  return ((sum ^ (sum >> 8)) & 0xff) | 1;
}
