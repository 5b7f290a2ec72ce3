import type { CameraAnalysisStatus } from '@sightline/contracts/analysis/analysis';
import type { CoreNotices } from '../report/core-notices.ts';

/** Shorter is a start, or many people at once: no news. */
const lastingMs = 30_000;
/** One that goes on is told of every hour; one that was over for so long is news when it comes again. */
const quietMs = 3_600_000;
const overMs = 600_000;

/** Tells the cloud that the detection of this core did not keep up, so that it is known after it is over. */
export class OverloadNotices {
  readonly #deps: { notices: Pick<CoreNotices, 'notify' | 'settle'>; monotonicMs: () => number };
  #sinceMs: number | null = null;
  #latestMs = Number.NEGATIVE_INFINITY;

  constructor(deps: { notices: Pick<CoreNotices, 'notify' | 'settle'>; monotonicMs: () => number }) {
    this.#deps = deps;
  }

  /** How the analysis of all cameras is now. */
  look(statuses: readonly Pick<CameraAnalysisStatus, 'cameraId' | 'cause'>[]): void {
    const { notices, monotonicMs } = this.#deps;
    const nowMs = monotonicMs();
    const behind = statuses.filter(({ cause }) => cause === 'analysis_overloaded');
    if (behind.length === 0) {
      this.#sinceMs = null;
      if (nowMs - this.#latestMs >= overMs) notices.settle('analysis');
      return;
    }
    this.#sinceMs ??= nowMs;
    if (nowMs - this.#sinceMs < lastingMs) return;
    this.#latestMs = nowMs;
    const detail = behind.map(({ cameraId }) => cameraId).join(' ');
    notices.notify({ code: 'analysis_overloaded', subject: 'analysis', detail }, quietMs);
  }
}
