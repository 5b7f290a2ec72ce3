import { createHiding } from '../privacy/hide-picture.ts';
import { PictureMask } from '../privacy/picture-mask.ts';
import type { ConvertedPictures } from '../footage/footage-converter.ts';
import type { FootageTranscodeAsk } from './footage-converters.ts';
import { VideoTranscoder } from './video-transcoder.ts';
import { nowUtcMs } from '../../platform/clock.ts';

/** Pictures are made no higher than this. */
const maxHeight = 720;

/** The encoding side of footage conversion. Native code: only in a process of its own. */
export class FootageTranscoder {
  #transcoder: VideoTranscoder | null = null;
  #made: ConvertedPictures = { video: null, units: [] };

  answer(ask: FootageTranscodeAsk): ConvertedPictures {
    if (ask.type === 'begin') {
      this.#transcoder?.close();
      this.#transcoder = new VideoTranscoder({
        maxHeight,
        isKeysOnly: ask.isKeysOnly,
        // Where objects were is not kept with the footage.
        ...(ask.privacy === null ? {} : { hide: createHiding(new PictureMask(ask.privacy), () => 'unknown') }),
        config: ({ video }) => (this.#made.video = video),
        unit: (unit) => this.#made.units.push(unit),
      });
      this.#transcoder.configure({ video: ask.video, audio: null });
    } else {
      // The camera's own time is long past; only what waits in here could be late, and nothing does.
      for (const unit of ask.units) this.#transcoder?.add({ ...unit, arrivalMs: nowUtcMs() });
      if (ask.isLast) this.#transcoder?.flush();
    }
    const made = this.#made;
    this.#made = { video: null, units: [] };
    return made;
  }
}
