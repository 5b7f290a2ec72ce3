import type { FragmentInput } from '@sightline/media/fmp4/fragment-writer';
import type { AccessUnit } from '@sightline/media/units/access-unit';

/** Pictures of a fragment, on its file's time line. */
export function unitsOf({ video }: FragmentInput): AccessUnit[] {
  return video.map(({ data, key, dts, compositionOffset }) => ({
    kind: 'video',
    data,
    key,
    pts90k: dts + compositionOffset,
    dts90k: dts,
    arrivalMs: 0,
    gap: false,
  }));
}
