import type { SourceSession } from '../../drivers/source-driver.ts';
import { assessSilence, type Silence } from './silence.ts';

/** Whose pictures come for so long again, while a question is open, does not answer such questions. */
const answerDueMs = 2000;

interface Question {
  askedMs: number;
  /** Bytes that the camera had sent by then: whatever else comes shows that it lives. */
  bytes: number;
  isAnswered: boolean;
  /** Since when pictures come again. */
  picturesSinceMs: number | null;
}

/** Watches one connection for silence. */
export class SilenceWatch {
  readonly #session: SourceSession;
  readonly #firstPictureMs: number;
  #seen: { pictureMs: number | null; atMs: number } | null = null;
  #question: Question | null = null;
  #isNoAnswerer = false;

  /** `firstPictureMs`: how long the first picture may take. */
  constructor(session: SourceSession, firstPictureMs: number) {
    this.#session = session;
    this.#firstPictureMs = firstPictureMs;
  }

  /** Called several times a second. `nowMs`: hearing time (see `createHearingTime`); `frameMs`: usual distance of two pictures, ms. */
  look(nowMs: number, frameMs: number): Silence {
    const pictureMs = this.#session.lastPictureMs();
    if (this.#seen === null || this.#seen.pictureMs !== pictureMs) this.#pictures({ pictureMs, atMs: nowMs });
    if (pictureMs === null) return this.silentMs(nowMs) > this.#firstPictureMs ? 'stalled' : 'fine';
    const question = this.#question;
    const silence = assessSilence({
      silentMs: this.silentMs(nowMs),
      frameMs,
      askedMs: question === null ? null : nowMs - question.askedMs,
      isAlive: question !== null && (question.isAnswered || this.#session.bytesReceived() > question.bytes),
      answerMs: this.#session.answerMs(),
      isNoAnswerer: this.#isNoAnswerer,
    });
    if (silence === 'ask') this.#ask(nowMs);
    return silence;
  }

  /** Since the last look with another picture, ms of hearing time. */
  silentMs(nowMs: number): number {
    return this.#seen === null ? 0 : nowMs - this.#seen.atMs;
  }

  #pictures(seen: { pictureMs: number | null; atMs: number }): void {
    this.#seen = seen;
    if (this.#question?.isAnswered === true) this.#question = null;
    if (this.#question === null) return;
    this.#question.picturesSinceMs ??= seen.atMs;
    if (seen.atMs - this.#question.picturesSinceMs > answerDueMs) this.#isNoAnswerer = true;
  }

  #ask(nowMs: number): void {
    const question: Question = {
      askedMs: nowMs,
      bytes: this.#session.bytesReceived(),
      isAnswered: false,
      picturesSinceMs: null,
    };
    this.#question = question;
    void this.#session.ask().then(() => {
      question.isAnswered = true;
      this.#isNoAnswerer = false;
    });
  }
}
