import type { PlayerSnapshot } from './player-snapshot.ts';

/** Sharp enough for what waits behind a notice, and small enough for a wall of tiles. */
const maxPixelsWide = 1280;

/** The last picture of a video, kept while its source is gone: without a source a video element is black. */
export class StillPicture {
  readonly canvas = document.createElement('canvas');

  /** Keeps what the video shows now; false when it shows nothing. */
  take(video: HTMLVideoElement): boolean {
    const { videoWidth, videoHeight } = video;
    const context = this.canvas.getContext('2d');
    if (videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || context === null) return false;
    const scale = Math.min(1, maxPixelsWide / videoWidth);
    this.canvas.width = Math.round(videoWidth * scale);
    this.canvas.height = Math.round(videoHeight * scale);
    context.drawImage(video, 0, 0, this.canvas.width, this.canvas.height);
    return true;
  }

  /** Gives a live video another stream. What it showed until now stays until the next picture is there. */
  change(
    video: HTMLVideoElement,
    { stream, shown }: { stream: MediaStream; shown: Pick<PlayerSnapshot, 'mode' | 'hasStill'> },
  ): { hasStill: boolean } {
    // Over footage the live picture would be the wrong one.
    const hasStill = (shown.mode === 'live' && this.take(video)) || shown.hasStill;
    video.srcObject = stream;
    return { hasStill };
  }
}
