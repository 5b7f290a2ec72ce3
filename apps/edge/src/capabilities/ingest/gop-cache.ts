import type { MediaUnit } from '@sightline/media/units/access-unit';

/** Units since the last keyframe, so that a viewer sees a picture at once. */
export interface GopCache {
  push(unit: MediaUnit): void;
  units(): readonly MediaUnit[];
  clear(): void;
}

const maxBytes = 16 * 1024 * 1024;
const maxUnits = 2000;

/** Makes a cache. A group of pictures larger than the bounds is not kept: its viewers wait for the next keyframe. */
export function createGopCache(): GopCache {
  let units: MediaUnit[] = [];
  let bytes = 0;
  return {
    push(unit) {
      if (unit.kind === 'video' && unit.key) {
        units = [unit];
        bytes = unit.data.length;
        return;
      }
      if (units.length === 0) return;
      units.push(unit);
      bytes += unit.data.length;
      if (bytes > maxBytes || units.length > maxUnits) units = [];
    },
    units: () => units,
    clear() {
      units = [];
    },
  };
}
