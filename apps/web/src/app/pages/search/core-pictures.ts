import { CoreConnection } from '../../../features/live/engine/links/core-connection.ts';
import { requestThumbnail } from '../../../features/live/engine/thumbnail-request.ts';
import type { PlayerRequests } from '../../../features/live/transport/player-requests.ts';

const widthPx = 192;
const waitMs = 10_000;

interface Request {
  atUtcMs: number;
  signal: AbortSignal;
  answer: (picture: Blob | null) => void;
}

/** Small pictures of past moments of one camera, one after the other, over a connection that shows nothing live. */
export class CorePictures {
  readonly #connection: CoreConnection;
  readonly #waiting: Request[] = [];
  #requests: PlayerRequests | null = null;
  #isAsking = false;
  #giveUp: ReturnType<typeof setTimeout> | undefined;
  /** True once no way was found in time: nothing waits any more until there is one. */
  #isAway = false;

  constructor(cameraId: string) {
    this.#connection = new CoreConnection(
      { cameraId, stream: 'auto', originals: false },
      {
        onMedia: () => undefined,
        onPath: (_path, requests) => this.#use(requests),
        onPathChanged: () => undefined,
        onOpening: () => undefined,
        onLease: () => undefined,
        onRefused: () => this.#away(),
      },
    );
  }

  start(): void {
    this.#giveUp = setTimeout(() => this.#requests ?? this.#away(), waitMs);
    this.#connection.start();
  }

  stop(): void {
    clearTimeout(this.#giveUp);
    this.#away();
    this.#connection.stop();
  }

  /** JPEG of the keyframe at or before an instant; null when there is none, or the core cannot be reached. */
  picture(atUtcMs: number, signal: AbortSignal): Promise<Blob | null> {
    if (this.#isAway) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push({ atUtcMs, signal, answer: resolve });
      void this.#work();
    });
  }

  #use(requests: PlayerRequests | null): void {
    this.#requests = requests;
    if (!requests) return;
    this.#isAway = false;
    if (requests.transport.kind === 'direct') requests.open({ type: 'track', stream: 'none' }, {});
    void this.#work();
  }

  #away(): void {
    this.#isAway = true;
    for (const { answer } of this.#waiting.splice(0)) answer(null);
  }

  async #work(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#requests) {
      const request = this.#waiting.shift();
      if (!request) break;
      request.answer(
        request.signal.aborted
          ? null
          : await requestThumbnail(
              this.#requests,
              { atUtcMs: request.atUtcMs, width: widthPx, stream: 'main' },
              request.signal,
            ),
      );
    }
    this.#isAsking = false;
  }
}
