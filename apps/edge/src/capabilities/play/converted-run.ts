import { concatBytes } from '@sightline/media/bytes/bytes';
import type { AssembledFragment, FragmentAssembler } from '@sightline/media/fmp4/fragment-assembler';
import { createFragmentAssembler } from '@sightline/media/fmp4/fragment-assembler';
import type { FragmentInput } from '@sightline/media/fmp4/fragment-writer';
import { buildFragmentHead } from '@sightline/media/fmp4/fragment-writer';
import type { FileConfig } from '@sightline/media/nal/file-config';
import { buildInitSegment } from '@sightline/media/fmp4/init-segment';
import type { AudioConfig, AudioUnit } from '@sightline/media/units/access-unit';
import { browserSamples, browserSound } from '../footage/browser-sound.ts';
import type { ConvertedPictures } from '../footage/footage-converter.ts';
import type { FootageServing } from './footage-sending.ts';
import { sendFragment, sendHead } from './footage-sending.ts';
import { mimeTypeOf } from '../footage/mime-type.ts';

/** Longest fragment, 90 kHz: as long as those of a recording. */
const maxDuration = 90_000;

/** Puts converted pictures and the recorded sound together to fragments, and sends them. */
export class ConvertedRun {
  readonly #serving: FootageServing;
  readonly #source: { audio: AudioConfig | null; zeroUtcMs: number };
  #assembler: FragmentAssembler | null = null;
  #hasHead = false;
  /** Sound that came before the first picture. */
  #early: AudioUnit[] = [];

  /** `zeroUtcMs`: wall time of tick 0 of the recorded file. */
  constructor(serving: FootageServing, source: { audio: AudioConfig | null; zeroUtcMs: number }) {
    this.#serving = serving;
    this.#source = source;
  }

  /** Takes what became of one recorded fragment, and its sound. Answers false when the request is over. */
  async write(made: ConvertedPictures, fragment: FragmentInput | null): Promise<boolean> {
    const sound = fragment === null ? [] : this.#soundOf(fragment);
    const first = made.units[0];
    if (this.#assembler === null) {
      this.#early.push(...sound);
      if (made.video === null || first === undefined) return true;
      const config = { video: made.video, audio: browserSound(this.#source.audio) };
      this.#assembler = createFragmentAssembler({ config, epochMs: this.#source.zeroUtcMs, maxDuration });
      for (const unit of this.#early.splice(0)) this.#assembler.audio(unit);
      if (!(await this.#sendHeadOf(config, { base90k: first.dts90k, start90k: first.pts90k }))) return false;
    } else for (const unit of sound) this.#assembler.audio(unit);
    for (const unit of made.units) if (!(await this.#sendAll(this.#assembler.video(unit)))) return false;
    return true;
  }

  /** Takes a picture that stands alone and is shown for `duration` (90 kHz). */
  async writeKey(made: ConvertedPictures, duration: number): Promise<boolean> {
    const unit = made.units[0];
    if (unit === undefined) return true;
    if (!this.#hasHead) {
      if (made.video === null) return true;
      if (!(await this.#sendHeadOf({ video: made.video, audio: null }, { base90k: 0, start90k: unit.pts90k })))
        return false;
    }
    const wallMs = this.#source.zeroUtcMs + unit.pts90k / 90;
    const video = [{ data: unit.data, key: true, dts: unit.dts90k, compositionOffset: 0, duration }];
    const bytes = concatBytes([buildFragmentHead({ sequence: 1, wallMs, video, audio: [], audioTime: 0 }), unit.data]);
    return sendFragment(this.#serving, { record: { wallMs, startsWithKey: true }, bytes });
  }

  /** Sends what is still held. */
  async finish(): Promise<boolean> {
    return this.#assembler === null || this.#sendAll(this.#assembler.finish(null));
  }

  #sendHeadOf(config: FileConfig, at: { base90k: number; start90k: number }): Promise<boolean> {
    this.#hasHead = true;
    const { zeroUtcMs } = this.#source;
    return sendHead(this.#serving, {
      mimeType: mimeTypeOf(config.video.codecString, config.audio),
      init: buildInitSegment(config),
      zeroUtcMs: zeroUtcMs + at.base90k / 90,
      startUtcMs: zeroUtcMs + at.start90k / 90,
    });
  }

  async #sendAll(fragments: readonly AssembledFragment[]): Promise<boolean> {
    for (const { record, parts } of fragments) {
      if (!(await sendFragment(this.#serving, { record, bytes: concatBytes(parts) }))) return false;
    }
    return true;
  }

  #soundOf(fragment: FragmentInput): AudioUnit[] {
    const { audio } = this.#source;
    if (audio === null) return [];
    let time = fragment.audioTime;
    return browserSamples(audio, fragment.audio, time).map(({ data, duration }) => {
      const pts90k = Math.round((time / audio.sampleRate) * 90_000);
      time += duration;
      return { kind: 'audio', data, pts90k, samples: duration, arrivalMs: 0 };
    });
  }
}
