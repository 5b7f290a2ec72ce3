import { AppError } from '@sightline/contracts/shared/errors';
import type { FlacConfig } from '@sightline/media/flac/flac-config';
import { flacConfig } from '@sightline/media/flac/flac-config';
import { g711ToFlac, isG711 } from '@sightline/media/flac/g711-to-flac';
import { decodeG711 } from '@sightline/media/flac/g711-samples';
import type { AudioSample } from '@sightline/media/fmp4/fragment-writer';
import type { AudioConfig } from '@sightline/media/units/access-unit';
import type { EncodedSound } from './aac-encoder.ts';
import { NativeChild } from '../../platform/processes/native-child.ts';

/** Sound of one fragment in the form that is exported; `time` is the place of the first sample on the file's time line. */
export interface ExportedSound {
  samples: readonly AudioSample[];
  time: number;
}

/** Turns the sound of one export, fragment after fragment, into what ordinary players understand. */
export interface SoundMaker {
  config: AudioConfig | FlacConfig;
  /** `isLast`: nothing follows, so that everything still held comes out. */
  add(pieces: readonly Uint8Array[], time: number, isLast: boolean): Promise<ExportedSound>;
  close(): void;
}

/** Makes a maker for G.711 of this kind. */
export type OpenSound = (source: AudioConfig) => Promise<SoundMaker>;

/** Export → sound process. */
export type SoundAsk =
  | { type: 'begin'; sampleRate: number; channels: number }
  | { type: 'add'; samples: Int16Array; isLast: boolean };
export type SoundAnswer = { specific: Uint8Array; frames: EncodedSound[] };

const entry = new URL('./sound-process.ts', import.meta.url);

/** G.711 as FLAC, without loss and without anything installed; some players stay silent. */
export const openFlacSound: OpenSound = (source) =>
  Promise.resolve({
    config: flacConfig(source),
    add: (pieces, time) =>
      Promise.resolve({ samples: pieces.length === 0 ? [] : g711ToFlac(source, pieces, time), time }),
    close: () => undefined,
  });

/** G.711 as AAC, which every player understands, in a process of its own; as FLAC where the encoder is not installed. */
export const openSound: OpenSound = async (source) => {
  if (!isG711(source)) throw new RangeError('only G.711 has to be turned into something else');
  const child = new NativeChild({ entry, limitMs: 15_000, idleMs: 60_000, maxWaiting: 2 });
  const ask = (body: SoundAsk) => child.ask(body) as Promise<SoundAnswer>;
  const { sampleRate, channels } = source;
  try {
    const { specific } = await ask({ type: 'begin', sampleRate, channels });
    return aacSound({
      source,
      config: { codec: 'aac', codecString: 'mp4a.40.2', sampleRate, channels, specific },
      ask,
      close: () => child.stop(),
    });
  } catch (error) {
    child.stop();
    if (error instanceof AppError && error.code === 'transcode_unavailable') return openFlacSound(source);
    throw error;
  }
};

function aacSound(parts: {
  source: AudioConfig & { codec: 'pcmu' | 'pcma' };
  config: AudioConfig;
  ask: (body: SoundAsk) => Promise<SoundAnswer>;
  close: () => void;
}): SoundMaker {
  const { source, config, ask, close } = parts;
  /** Samples given to the encoder so far: its own time line. */
  let fed = 0;
  return {
    config,
    async add(pieces, time, isLast) {
      const offset = time - fed;
      const samples = decodeG711(source.codec, Buffer.concat(pieces));
      fed += samples.length / source.channels;
      const { frames } = await ask({ type: 'add', samples, isLast });
      // The encoder starts with a frame of silence before the first sample: without it everything is in its place.
      const heard = frames.filter((frame) => frame.pts >= 0);
      return { samples: heard, time: (heard[0]?.pts ?? 0) + offset };
    },
    close,
  };
}
