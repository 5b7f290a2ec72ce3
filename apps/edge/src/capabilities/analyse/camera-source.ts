import { errorCode, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { AccessUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { subscribeStream, type StreamSubscription } from '../../platform/media-bus/media-bus-client.ts';
import { ArrivalLine } from '../ingest/arrival-line.ts';
import type { AnalysedCamera } from './analyse-messages.ts';

export interface CameraSourceEvents {
  config: (config: StreamConfig) => void;
  unit: (unit: AccessUnit) => void;
}

type Stream = AnalysedCamera['streams'][number];

/** The stream that is analysed: the small one, and the large one only where there is no other. */
export function chooseStream(streams: readonly Stream[]): Stream | null {
  return streams.find((stream) => stream.kind === 'sub') ?? streams.find((stream) => stream.kind === 'main') ?? null;
}

/** Pictures of one stream from the media worker's bus, with the clock that footage is filed under. */
export class CameraSource {
  readonly stream: Stream;
  readonly #subscription: StreamSubscription;
  #epochMs: number | null = null;
  #failure: ErrorCode | null = null;
  readonly #arrivals = new ArrivalLine();

  constructor(busSocketPath: string, stream: Stream, events: CameraSourceEvents) {
    this.stream = stream;
    this.#subscription = subscribeStream(busSocketPath, stream.streamId, {
      config: events.config,
      unit: (unit) => {
        if (unit.kind !== 'video') return;
        this.#failure = null;
        // Without a word about the clock (never from our own media worker) arrival is the next best thing.
        this.#epochMs ??= unit.arrivalMs - unit.pts90k / 90;
        this.#arrivals.note(unit);
        events.unit(unit);
      },
      status: (status) => {
        this.#epochMs = status.epochMs;
        this.#failure =
          status.state === 'offline' ? (errorCode.safeParse(status.reason).data ?? 'stream_offline') : null;
      },
      interrupted: () => {
        this.#failure = 'stream_offline';
      },
    });
  }

  /** Why there are no pictures; null while nothing is wrong. */
  get cause(): ErrorCode | null {
    return this.#failure;
  }

  /**
   * UTC ms of a time on the stream's line. The recorder files the picture under the same instant: its fragments begin at
   * `epochMs + dts / 90`, and the picture's offset inside is counted in the same ticks.
   */
  wallOf(ticks90k: number): number {
    return (this.#epochMs ?? 0) + ticks90k / 90;
  }

  /** When a picture of this instant of the footage's clock arrived; live pictures are placed by arrival. */
  arrivalOf(wallMs: number): number {
    const zeroUtcMs = this.#arrivals.zeroUtcMs();
    return zeroUtcMs === null ? wallMs : wallMs + zeroUtcMs - this.wallOf(0);
  }

  close(): void {
    this.#subscription.close();
  }
}
