import { concatBytes } from '@sightline/media/bytes/bytes';
import type { AudioSample } from '@sightline/media/fmp4/fragment-writer';
import { buildFragmentHead } from '@sightline/media/fmp4/fragment-writer';
import type { AccessUnit, AudioConfig, AudioUnit } from '@sightline/media/units/access-unit';
import { browserSamples } from '../footage/browser-sound.ts';

const maxDurationTicks = 90_000;
/** Sound is placed anew when its own time line has drifted this far from the picture's. */
const maxAudioDriftS = 0.1;

/** Makes one fragment per picture, with the sound that came since the picture before. Times count from the first picture. */
export class LiveFragmentBuilder {
  readonly #base90k: number;
  readonly #sound: AudioConfig | null;
  #audio: AudioUnit[] = [];
  #audioTime = 0;
  #sequence = 0;
  #lastDts: number | null = null;
  #lastDuration: number;

  constructor(options: { base90k: number; nominalFps: number | null; audio: AudioConfig | null }) {
    this.#base90k = options.base90k;
    this.#sound = options.audio;
    this.#lastDuration = Math.round(90_000 / (options.nominalFps ?? 15));
  }

  addAudio(unit: AudioUnit): void {
    if (this.#sound !== null && this.#sequence > 0 && this.#audio.length < 500) this.#audio.push(unit);
  }

  /** The fragment of a picture whose predecessor took as long as this one is assumed to take. */
  build(unit: AccessUnit): Uint8Array {
    const dts = unit.dts90k - this.#base90k;
    if (this.#lastDts !== null) this.#lastDuration = Math.min(maxDurationTicks, Math.max(1, dts - this.#lastDts));
    this.#lastDts = dts;
    const audio = this.#takeAudio();
    const video = [
      {
        data: unit.data,
        key: unit.key,
        dts,
        compositionOffset: unit.pts90k - unit.dts90k,
        duration: this.#lastDuration,
      },
    ];
    const head = buildFragmentHead({
      sequence: ++this.#sequence,
      wallMs: unit.arrivalMs,
      video,
      audio: audio.samples,
      audioTime: audio.time,
    });
    return concatBytes([head, unit.data, ...audio.samples.map((sample) => sample.data)]);
  }

  #takeAudio(): { samples: readonly AudioSample[]; time: number } {
    const first = this.#audio[0];
    if (first === undefined || this.#sound === null) return { samples: [], time: 0 };
    const { sampleRate } = this.#sound;
    const wanted = Math.round(((first.pts90k - this.#base90k) / 90_000) * sampleRate);
    if (Math.abs(wanted - this.#audioTime) > maxAudioDriftS * sampleRate) this.#audioTime = Math.max(0, wanted);
    const time = this.#audioTime;
    const samples = browserSamples(
      this.#sound,
      this.#audio.map((unit) => ({ data: unit.data, duration: unit.samples })),
      time,
    );
    this.#audioTime += samples.reduce((sum, sample) => sum + sample.duration, 0);
    this.#audio = [];
    return { samples, time };
  }
}
