import { closeSync, openSync, readSync } from 'node:fs';
import { readInitSegment } from '@sightline/media/fmp4/read-init';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { repairSegment, type RepairResult } from '@sightline/media/repair/repair-segment';
import type { StreamConfig } from '@sightline/media/units/access-unit';

/** Finds what is whole in a file of footage, without its index or with what that vouches for; changes nothing. Fails with the system's error. */
export function inspectSegment(
  file: string,
  fileBytes: number,
  vouched: readonly FragmentRecord[] = [],
): { result: RepairResult; config: StreamConfig | null } {
  const handle = openSync(file, 'r');
  try {
    const read = (offset: number, bytes: number): Uint8Array => {
      const buffer = new Uint8Array(Math.min(bytes, Math.max(0, fileBytes - offset)));
      return buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, offset));
    };
    const result = repairSegment(fileBytes, read, vouched);
    return { result, config: result.initBytes === 0 ? null : readInitSegment(read(0, result.initBytes)) };
  } finally {
    closeSync(handle);
  }
}
