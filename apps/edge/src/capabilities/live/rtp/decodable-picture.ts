import { concatBytes } from '@sightline/media/bytes/bytes';
import { joinLengthPrefixed } from '@sightline/media/nal/length-prefix';
import type { AccessUnit, VideoConfig } from '@sightline/media/units/access-unit';

/** Units are shared by all viewers of a stream; so is this copy. Entries go with their unit. */
const copies = new WeakMap<AccessUnit, Uint8Array>();

/** The bytes of a picture with everything a decoder needs: a keyframe gets its parameter sets in front. */
export function decodablePicture(unit: AccessUnit, config: VideoConfig): Uint8Array {
  if (!unit.key) return unit.data;
  const known = copies.get(unit);
  if (known) return known;
  const copy = concatBytes([joinLengthPrefixed([...config.sps, ...config.pps]), unit.data]);
  copies.set(unit, copy);
  return copy;
}
