import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { errorCode } from '@sightline/contracts/shared/errors';
import { clockArguments } from '../../platform/clock.ts';
import { shareClock } from '../../platform/processes/shared-clock.ts';
import type { SubscribeUnits, UnitEvents } from '../live/feeds/live-feed.ts';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import type { ObjectInference } from '../privacy/object-inferences.ts';
import type { FromTranscode, TranscodeInference, TranscodeStart } from './transcode-messages.ts';

const entry = new URL('./transcode-process.ts', import.meta.url);
const restartMs = 1_000;
const maxHeight = 720;
/** Each costs about a tenth of a core; more at once would starve the rest of the machine. */
const maxAtOnce = 8;
/** Those that hide something read the sub stream where there is one, at a third of that. */
const maxHidingAtOnce = 24;

export interface TranscoderLimits {
  /** How many may hide something at once; 24 unless said. */
  maxHidingAtOnce?: number;
  /** A process began to work. */
  onStarted?: (pid: number) => void;
}

/** A stream whose pictures are shown without what must not be seen. */
export interface HidingAsk {
  streamId: string;
  privacy: CameraPrivacy;
  /** Begins to tell where the objects are that are to be hidden. The answer ends it. */
  watchObjects: (onInference: (look: ObjectInference) => void) => () => void;
}

/**
 * Converts streams that browsers cannot show to H.264, each in a process of its own that lives as long as its
 * subscription. Viewers share a subscription through their feed.
 */
export class Transcoders {
  readonly #socketPath: () => string;
  readonly #limits: TranscoderLimits;
  readonly #running = new Set<Transcoder>();

  constructor(socketPath: () => string, limits: TranscoderLimits = {}) {
    this.#socketPath = socketPath;
    this.#limits = limits;
  }

  units(streamId: string): SubscribeUnits {
    return (events) => {
      const transcoder = this.#launch({ streamId, privacy: null }, events, {
        limit: maxAtOnce,
        failure: 'live_not_possible',
        absence: 'transcode_unavailable',
      });
      return () => transcoder?.stop();
    };
  }

  /** Fails closed: what cannot be hidden is not shown, with `privacy_unavailable`. */
  hiding({ streamId, privacy, watchObjects }: HidingAsk): SubscribeUnits {
    return (events) => {
      const failure = 'privacy_unavailable';
      const transcoder = this.#launch({ streamId, privacy }, events, {
        limit: this.#limits.maxHidingAtOnce ?? maxHidingAtOnce,
        failure,
        absence: failure,
      });
      const unwatch =
        transcoder !== null && privacy.objects.length > 0
          ? watchObjects((look) => transcoder.notify({ type: 'look', look }))
          : null;
      return () => {
        unwatch?.();
        transcoder?.stop();
      };
    };
  }

  get count(): number {
    return this.#running.size;
  }

  stop(): void {
    for (const transcoder of this.#running) transcoder.stop();
  }

  #launch(
    ask: Pick<TranscodeStart, 'streamId' | 'privacy'>,
    events: UnitEvents,
    codes: Codes & { limit: number },
  ): Transcoder | null {
    const ofKind = [...this.#running].filter((one) => one.isHiding === (ask.privacy !== null));
    if (ofKind.length >= codes.limit) {
      events.status({ isOnline: false, cause: codes.failure });
      return null;
    }
    const start: TranscodeStart = { type: 'start', busSocketPath: this.#socketPath(), maxHeight, ...ask };
    const transcoder = new Transcoder(start, {
      events,
      codes,
      onStarted: this.#limits.onStarted ?? (() => undefined),
      onStopped: () => this.#running.delete(transcoder),
    });
    this.#running.add(transcoder);
    return transcoder;
  }
}

/** What viewers are told when it fails, and when the encoder is not installed. */
interface Codes {
  failure: ErrorCode;
  absence: ErrorCode;
}

interface TranscoderDeps {
  events: UnitEvents;
  codes: Codes;
  onStarted: (pid: number) => void;
  onStopped: () => void;
}

class Transcoder {
  readonly #start: TranscodeStart;
  readonly #deps: TranscoderDeps;
  #child: ChildProcess | null = null;
  #restart: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(start: TranscodeStart, deps: TranscoderDeps) {
    this.#start = start;
    this.#deps = deps;
    this.#launch();
  }

  get isHiding(): boolean {
    return this.#start.privacy !== null;
  }

  notify(message: TranscodeInference): void {
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#restart) clearTimeout(this.#restart);
    this.#child?.kill('SIGKILL');
    this.#deps.onStopped();
  }

  #launch(): void {
    const { events, codes } = this.#deps;
    const child = fork(entry, clockArguments(), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      execArgv: [],
    });
    this.#child = child;
    shareClock(child);
    if (child.pid !== undefined) this.#deps.onStarted(child.pid);
    let isAbsent = false;
    child.on('message', (message) => {
      const received = message as FromTranscode;
      if (this.#isStopped) return;
      if (received.type === 'config') events.config(received.config);
      else if (received.type === 'unit') events.unit(received.unit);
      else if (received.type === 'status')
        events.status({ isOnline: received.isOnline, cause: errorCode.safeParse(received.cause).data ?? null });
      else {
        isAbsent = true;
        events.status({ isOnline: false, cause: codes.absence });
      }
    });
    // `exit` or `close` follows; without a listener a failed start would end this process.
    child.on('error', () => child.kill('SIGKILL'));
    child.on('close', () => {
      if (this.#isStopped || isAbsent) return;
      events.status({ isOnline: false, cause: codes.failure });
      this.#restart = setTimeout(() => this.#launch(), restartMs);
    });
    child.send(this.#start, () => undefined);
  }
}
