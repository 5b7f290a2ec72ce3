export interface PresentedFrame {
  /** Media time of the picture, seconds. */
  mediaTime: number;
  metadata: VideoFrameCallbackMetadata;
}

const fallbackFrameSeconds = 1 / 25;

/** Watches which picture a video element presents. */
export class FrameWatch {
  readonly #video: HTMLVideoElement;
  readonly #onFrame: (frame: PresentedFrame) => void;
  #handle = 0;
  #last: PresentedFrame | null = null;
  #shortest = Number.POSITIVE_INFINITY;

  constructor(video: HTMLVideoElement, onFrame: (frame: PresentedFrame) => void) {
    this.#video = video;
    this.#onFrame = onFrame;
    this.#next();
  }

  /** The picture on screen, or null before the first. */
  get last(): PresentedFrame | null {
    return this.#last;
  }

  /** Time from one picture to the next, seconds: the shortest distance seen. */
  get frameSeconds(): number {
    return Number.isFinite(this.#shortest) ? this.#shortest : fallbackFrameSeconds;
  }

  forget(): void {
    this.#last = null;
  }

  stop(): void {
    this.#video.cancelVideoFrameCallback(this.#handle);
  }

  #next(): void {
    this.#handle = this.#video.requestVideoFrameCallback((_now, metadata) => {
      const distance = metadata.mediaTime - (this.#last?.mediaTime ?? metadata.mediaTime);
      if (distance > 0.005 && distance < 1) this.#shortest = Math.min(this.#shortest, distance);
      this.#last = { mediaTime: metadata.mediaTime, metadata };
      this.#onFrame(this.#last);
      this.#next();
    });
  }
}
