import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { packLooks, unpackLooks, type Unpacking } from '@sightline/domain/look-packs/look-pack';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { HourFiles } from '../../platform/hour-files.ts';

/** `<volume>/looks/<cameraId>/<yyyy-mm-dd>/<HH>.look`: what rules of a camera are judged by, block by block as it was told. */
export const lookFiles = new HourFiles('looks', 'look');

/** A block begins with these, then its length and the sum of its bytes, each of 4 bytes. `anew`: nothing is known of just before it. */
const marks = { goesOn: 0x4c4b, anew: 0x4c4e } as const;
const headBytes = 10;
/** No block is longer: a damaged length must not be believed. */
const maxBytes = 16 * 1024 * 1024;
const keptMs = 31 * 86_400_000;

/** What was told of a camera one after the other. */
export interface LookBlock {
  facts: ToldFact[];
  /** Something may be missing before it. */
  isAnew: boolean;
}

export function blockBytes({ facts, isAnew }: LookBlock): Uint8Array {
  const pack = packLooks(facts);
  const head = Buffer.alloc(headBytes);
  head.writeUInt16BE(isAnew ? marks.anew : marks.goesOn, 0);
  head.writeUInt32BE(pack.length, 2);
  head.writeUInt32BE(crc32(pack), 6);
  return Buffer.concat([head, pack]);
}

/** The blocks of a file, one by one. What is damaged is passed over, up to the next block that is whole. */
export function* blocksOf(file: Buffer, how: Unpacking = {}): Generator<LookBlock> {
  let isAnew = false;
  for (let at = 0; at + headBytes <= file.length;) {
    const mark = file.readUInt16BE(at);
    const length = file.readUInt32BE(at + 2);
    const pack = file.subarray(at + headBytes, at + headBytes + length);
    const isBlock = mark === marks.goesOn || mark === marks.anew;
    if (!isBlock || length > maxBytes || pack.length < length || crc32(pack) !== file.readUInt32BE(at + 6)) {
      isAnew = true;
      at += 1;
      continue;
    }
    yield { facts: unpackLooks(pack, how), isAnew: isAnew || mark === marks.anew };
    isAnew = false;
    at += headBytes + length;
  }
}

/** The file of an hour; null where there is none. */
export async function readLooks(volume: string, cameraId: string, hour: number): Promise<Buffer | null> {
  try {
    return await readFile(lookFiles.path(volume, cameraId, hour));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Deletes looks with the footage and motion that they are of, and all that are older than a month. */
export async function pruneLooks(volume: string, kept: ReadonlyMap<string, number>, nowUtcMs: number): Promise<void> {
  const oldestUtcMs = nowUtcMs - keptMs;
  await lookFiles.prune(volume, new Map([...kept].map(([id, fromUtcMs]) => [id, Math.max(fromUtcMs, oldestUtcMs)])));
}
