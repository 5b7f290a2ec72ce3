import { AppError } from '@sightline/contracts/shared/errors';
import { readFragment } from '@sightline/media/fmp4/read-fragment';
import { readInitSegment } from '@sightline/media/fmp4/read-init';
import { ConvertedRun } from './converted-run.ts';
import type { FootageConverter } from '../footage/footage-converter.ts';
import type { FootageServing } from './footage-sending.ts';
import { unitsOf } from '../footage/units-of.ts';
import type { FootageRun } from '../footage/footage-walk.ts';
import { runFragments } from '../footage/run-fragments.ts';

/** The runs of one request whose pictures are converted on the way. Works only as far ahead as its reader allows. */
export class ConvertedRuns {
  readonly #serving: FootageServing;
  #converter: FootageConverter | null = null;

  constructor(serving: FootageServing) {
    this.#serving = serving;
  }

  /** Answers false when the request is over. Fails with `transcode_busy`, `transcode_unavailable` or `footage_damaged`. */
  async send(run: FootageRun): Promise<boolean> {
    const { request, signal, privacy } = this.#serving;
    const { keyframesOnly: isKeysOnly } = request;
    const config = readInitSegment(await run.reader.init());
    if (config === null) throw new AppError('footage_damaged');
    this.#converter ??= this.#serving.openConverter();
    await this.#converter.begin(config.video, { isKeysOnly, privacy });
    const first = run.records[0]!;
    const output = new ConvertedRun(this.#serving, {
      audio: isKeysOnly ? null : config.audio,
      zeroUtcMs: first.wallMs - first.dts / 90,
    });
    for await (const { bytes } of runFragments(run, isKeysOnly)) {
      const fragment = readFragment(bytes);
      if (fragment === null) continue;
      const made = await this.#converter.add(unitsOf(fragment), isKeysOnly);
      if (signal.aborted) return false;
      const isSent = isKeysOnly
        ? await output.writeKey(made, fragment.video[0]!.duration)
        : await output.write(made, fragment);
      if (!isSent) return false;
    }
    return isKeysOnly || ((await output.write(await this.#converter.add([], true), null)) && output.finish());
  }

  close(): void {
    this.#converter?.close();
    this.#converter = null;
  }
}
