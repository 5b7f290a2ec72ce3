import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { createStore } from 'zustand';
import { ApiError } from '../../platform/api/api-error.ts';
import { openMicrophone, type Microphone } from './microphone.ts';
import { microphoneFailure, type TalkFailure } from './talk-failure.ts';
import { VoiceLink } from './voice-link.ts';

export interface TalkSnapshot {
  /** `heard`: the voice arrives. */
  phase: 'idle' | 'opening' | 'heard';
  /** Why the last one did not begin or ended; null after the next begins. */
  failure: TalkFailure | null;
  endsAtUtcMs: number | null;
}

const idle: TalkSnapshot = { phase: 'idle', failure: null, endsAtUtcMs: null };

/** One person's talks through one camera: at most one at a time, each begun and ended by them. */
export class TalkSession {
  readonly store = createStore<TalkSnapshot>(() => idle);
  readonly #cameraId: string;
  #microphone: Microphone | undefined;
  #link: VoiceLink | undefined;
  /** Rises with every beginning and end, so that what was asked for before is let go of. */
  #turn = 0;

  constructor(cameraId: string) {
    this.#cameraId = cameraId;
  }

  /** How loud the own voice is, 0..1. */
  level(): number {
    return this.#microphone?.level() ?? 0;
  }

  async begin(): Promise<void> {
    if (this.store.getState().phase !== 'idle') return;
    const turn = ++this.#turn;
    this.store.setState({ phase: 'opening', failure: null, endsAtUtcMs: null });
    try {
      const microphone = await askMicrophone();
      // Let go before the browser had asked: nobody is heard.
      if (turn !== this.#turn) return microphone.close();
      this.#microphone = microphone;
      await this.#open(microphone);
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.#finish(
        thrown instanceof NoMicrophone
          ? { kind: 'microphone', reason: thrown.reason }
          : { kind: 'answer', error: thrown },
      );
    }
  }

  end(): void {
    if (this.store.getState().phase !== 'idle') this.#finish(null);
  }

  /** What went wrong was read. */
  dismiss(): void {
    this.store.setState({ failure: null });
  }

  #open(microphone: Microphone): Promise<void> {
    const link = new VoiceLink(this.#cameraId, microphone.track, {
      onConnected: (endsAtUtcMs) => this.store.setState({ phase: 'heard', endsAtUtcMs }),
      onEnded: (code) => this.#finish({ kind: 'answer', error: failureOf(code) }),
    });
    this.#link = link;
    // A microphone that is pulled out ends it too.
    microphone.track.onended = () => this.#finish({ kind: 'microphone', reason: 'missing' });
    return link.start();
  }

  #finish(failure: TalkFailure | null): void {
    this.#turn += 1;
    this.#link?.stop();
    this.#microphone?.close();
    this.#link = undefined;
    this.#microphone = undefined;
    this.store.setState({ ...idle, failure });
  }
}

class NoMicrophone extends Error {
  readonly reason: Extract<TalkFailure, { kind: 'microphone' }>['reason'];

  constructor(reason: NoMicrophone['reason'], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Throws {@link NoMicrophone}. */
async function askMicrophone(): Promise<Microphone> {
  // Browsers show microphones to pages over https (and of this machine) alone.
  if (!globalThis.isSecureContext) throw new NoMicrophone('insecure');
  try {
    return await openMicrophone();
  } catch (thrown) {
    const reason = microphoneFailure(thrown);
    throw reason === null ? thrown : new NoMicrophone(reason, thrown);
  }
}

const failureOf = (code: ErrorCode): ApiError => new ApiError({ code, data: {}, message: code, requestId: null }, 0);
