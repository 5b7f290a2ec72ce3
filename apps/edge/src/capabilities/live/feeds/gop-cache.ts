import type { MediaUnit } from '@sightline/media/units/access-unit';

/** A camera with a wider distance of keyframes than this is joined at its next keyframe instead. */
const maxUnits = 1_500;
const maxBytes = 24 * 1024 * 1024;

/** The units since the last keyframe, so that a viewer sees a picture at once. */
export class GopCache {
  #kept: MediaUnit[] = [];
  #bytes = 0;

  add(unit: MediaUnit): void {
    if (unit.kind === 'video' && unit.key) this.clear();
    else if (this.#kept.length === 0) return;
    this.#kept.push(unit);
    this.#bytes += unit.data.length;
    if (this.#kept.length > maxUnits || this.#bytes > maxBytes) this.clear();
  }

  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
  }

  /** From the keyframe on; empty when none is known. */
  units(): readonly MediaUnit[] {
    return this.#kept;
  }
}
