import { AppError } from '@sightline/contracts/shared/errors';
import type { AccessUnit, VideoConfig } from '@sightline/media/units/access-unit';
import { NativeChild } from '../../platform/processes/native-child.ts';
import type { ConvertedPictures, FootageConverter } from '../footage/footage-converter.ts';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';

/** Footage converter → its process. */
export type FootageTranscodeAsk =
  | { type: 'begin'; video: VideoConfig; isKeysOnly: boolean; privacy: CameraPrivacy | null }
  | { type: 'add'; units: readonly AccessUnit[]; isLast: boolean };

const entry = new URL('./footage-transcode-process.ts', import.meta.url);
/** Each uses a whole core while it fills a viewer's buffer; more at once would starve the recording beside them. */
const maxAtOnce = 4;
/** Seeking asks anew at once: a process that has just become free is used again, and ends when nobody does. */
const freeMs = 10_000;
/** While it serves a request it holds pictures: a viewer who pauses must not lose them. The longest that a timer takes. */
const idleMs = 2 ** 31 - 1;
/** Decoding one fragment takes tens of milliseconds; beyond this it hangs. */
const limitMs = 15_000;

/** Converts recorded pictures to H.264, each request in a process of its own, as many at once as a core can bear. */
export class FootageConverters {
  readonly #free: NativeChild[] = [];
  readonly #busy = new Set<NativeChild>();

  /** Throws `transcode_busy` when all are at work. */
  open = (): FootageConverter => {
    if (this.#busy.size >= maxAtOnce) throw new AppError('transcode_busy');
    const child = this.#free.pop() ?? new NativeChild({ entry, limitMs, idleMs, maxWaiting: 4 });
    this.#busy.add(child);
    let last: Promise<unknown> = Promise.resolve();
    const ask = (body: FootageTranscodeAsk): Promise<ConvertedPictures> => {
      const answer = child.ask(body) as Promise<ConvertedPictures>;
      last = answer.catch(() => undefined);
      return answer;
    };
    return {
      begin: async (video, { isKeysOnly, privacy }) => void (await ask({ type: 'begin', video, isKeysOnly, privacy })),
      add: (units, isLast) => ask({ type: 'add', units, isLast }),
      // It may still be at work for a request that was cancelled.
      close: () => void last.then(() => this.#release(child)),
    };
  };

  /** Converters at work now. */
  get count(): number {
    return this.#busy.size;
  }

  stop(): void {
    for (const child of [...this.#free, ...this.#busy]) child.stop();
    this.#free.length = 0;
    this.#busy.clear();
  }

  #release(child: NativeChild): void {
    if (!this.#busy.delete(child)) return;
    this.#free.push(child);
    setTimeout(() => {
      if (this.#free.includes(child)) child.stop();
    }, freeMs).unref();
  }
}
