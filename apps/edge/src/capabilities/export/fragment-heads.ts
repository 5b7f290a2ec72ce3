import { AppError } from '@sightline/contracts/shared/errors';
import { listBoxes, readBoxHead } from '@sightline/media/fmp4/box-walker';
import { readMoof } from '@sightline/media/fmp4/fragment-reader';
import type { ProgressiveFragment } from '@sightline/media/fmp4/progressive-plan';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import type { StreamConfig } from '@sightline/media/units/access-unit';
import type { SegmentReader } from '../footage/segment-reader.ts';

/** Room for the boxes before the pictures of almost every fragment. */
const headBytes = 8_192;

/** A fragment's tables, and where its pictures lie in the recorded file. */
export interface FragmentHead extends ProgressiveFragment {
  /** Offset of the payload in the recorded file. */
  payloadAt: number;
  /** Sound that was converted and put aside: it follows the pictures and takes the place of the recorded sound. */
  sound?: { at: number; bytes: number };
}

/** Reads the boxes before the pictures of a fragment; fails with `footage_damaged`. */
export async function readFragmentHead(
  reader: SegmentReader,
  record: FragmentRecord,
  config: StreamConfig,
): Promise<FragmentHead> {
  const short = await reader.readRange(record.offset, Math.min(record.bytes, headBytes));
  const head = parseHead(short, record, config) ?? parseHead(await reader.read(record), record, config);
  if (head === null) throw new AppError('footage_damaged');
  return head;
}

function parseHead(bytes: Uint8Array, record: FragmentRecord, config: StreamConfig): FragmentHead | null {
  const box = listBoxes(bytes, 0, bytes.length).find((one) => one.type === 'moof');
  const mdat = box && readBoxHead(bytes, box.end);
  const moof = box && readMoof(bytes, box);
  if (!box || !moof || mdat?.type !== 'mdat' || mdat.end > record.bytes) return null;
  return {
    config,
    moof,
    payloadBytes: mdat.end - mdat.contentAt,
    payloadOffset: mdat.contentAt - box.start,
    payloadAt: record.offset + mdat.contentAt,
  };
}
