import { holdsPoint } from '@sightline/domain/cameras/areas';
import { type PictureVerdict, type PictureVitals, verdictOf } from '@sightline/domain/rules/pictures/picture-vitals';
import type { PicturePolygon } from '@sightline/contracts/cameras/picture-shape';
import type { LumaPlane } from '../motion/luma-grid.ts';
import { viewColumns, viewPoints, viewRows } from './edge-map.ts';
import { readView, writeView } from './view-files.ts';
import { ViewWatch } from './view-watch.ts';

export interface CameraViewOptions {
  cameraId: string;
  /** Where views are kept; null: nowhere. */
  folder: string | null;
  tell: (vitals: PictureVitals, atUtcMs: number) => void;
  onTrouble: (detail: string) => void;
}

/** As long as nothing becomes otherwise it is told this seldom. */
const tellEveryMs = 10_000;
const keepEveryMs = 10 * 60_000;

/** Tells of one camera whether it still shows what it usually does, and keeps what that is. */
export class CameraView {
  readonly #options: CameraViewOptions;
  #watch: ViewWatch | null = null;
  #hidden: Uint8Array | null = null;
  #told: { verdict: PictureVerdict; atUtcMs: number } | null = null;
  #keptUtcMs: number | null = null;
  #work: Promise<void>;

  constructor(options: CameraViewOptions) {
    this.#options = options;
    const { folder, cameraId } = options;
    const known = folder === null ? Promise.resolve(null) : readView(folder, cameraId);
    this.#work = known
      .catch((error: unknown) => {
        options.onTrouble(`view of ${cameraId}: ${String(error)}`);
        return null;
      })
      .then((usual) => {
        this.#watch = new ViewWatch(usual);
        this.#watch.hide(this.#hidden);
      });
  }

  /** Nothing is learnt of these areas. */
  hide(areas: readonly PicturePolygon[]): void {
    this.#hidden = areas.length === 0 ? null : pointsIn(areas);
    this.#watch?.hide(this.#hidden);
  }

  /** Looks at a picture, if it is time for one. */
  look(luma: () => LumaPlane, { atUtcMs, streamId }: { atUtcMs: number; streamId: string }): void {
    if (this.#watch?.isDue(atUtcMs) !== true) return;
    const vitals = this.#watch.assess(luma(), { atUtcMs, streamId });
    this.#keptUtcMs ??= atUtcMs;
    if (Math.abs(atUtcMs - this.#keptUtcMs) >= keepEveryMs) {
      this.#keptUtcMs = atUtcMs;
      this.#keep();
    }
    if (vitals === null) return;
    const verdict = verdictOf(vitals);
    if (this.#told?.verdict === verdict && Math.abs(atUtcMs - this.#told.atUtcMs) < tellEveryMs) return;
    this.#told = { verdict, atUtcMs };
    this.#options.tell(vitals, atUtcMs);
  }

  /** Another stream, or another time: nothing goes on from the picture before. */
  reset(): void {
    this.#watch?.reset();
    this.#told = null;
  }

  /** Keeps what was learnt. */
  async close(): Promise<void> {
    await this.#work;
    this.#keep();
    await this.#work;
  }

  #keep(): void {
    const { folder, cameraId, onTrouble } = this.#options;
    const view = this.#watch?.keep() ?? null;
    if (folder === null || view === null) return;
    this.#work = this.#work
      .then(() => writeView(folder, cameraId, view))
      .catch((error: unknown) => onTrouble(`view of ${cameraId}: ${String(error)}`));
  }
}

function pointsIn(areas: readonly PicturePolygon[]): Uint8Array {
  const points = new Uint8Array(viewPoints);
  for (let at = 0; at < viewPoints; at++) {
    const middle = { x: ((at % viewColumns) + 0.5) / viewColumns, y: (Math.floor(at / viewColumns) + 0.5) / viewRows };
    if (areas.some((corners) => holdsPoint(corners, middle))) points[at] = 1;
  }
  return points;
}
