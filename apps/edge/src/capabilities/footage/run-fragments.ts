import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import type { FootageRun } from './footage-walk.ts';
import { keyframeFragment } from './keyframe-fragment.ts';

export interface RunFragment {
  record: Pick<FragmentRecord, 'wallMs' | 'startsWithKey'>;
  bytes: Uint8Array;
}

/** The fragments of a run, or only its keyframes, each shown until the next. */
export async function* runFragments(run: FootageRun, keyframesOnly: boolean): AsyncGenerator<RunFragment> {
  if (keyframesOnly) return yield* keyframes(run);
  for (const record of run.records) yield { record, bytes: await run.reader.read(record) };
}

async function* keyframes(run: FootageRun): AsyncGenerator<RunFragment> {
  const keys = run.records.filter((record) => record.startsWithKey);
  const last = run.records.at(-1)!;
  for (const [index, record] of keys.entries()) {
    const bytes = await keyframeFragment(run.reader, record, keys[index + 1]?.dts ?? last.dts + last.duration);
    if (bytes !== null) yield { record, bytes };
  }
}
