import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '@sightline/contracts/shared/errors';
import { concatBytes } from '@sightline/media/bytes/bytes';
import { isG711 } from '@sightline/media/flac/g711-to-flac';
import type { ReadTrack } from '@sightline/media/fmp4/fragment-reader';
import { audioTrackId, videoTrackId } from '@sightline/media/fmp4/track-boxes';
import type { AudioConfig } from '@sightline/media/units/access-unit';
import type { SegmentReader } from '../footage/segment-reader.ts';
import type { OpenSound, SoundMaker } from './export-sound.ts';
import type { FragmentHead } from './fragment-heads.ts';

/**
 * Converted sound of an export. The file's index comes first and needs every size, and a day of sound does not belong
 * into memory: it waits in a file of its own between the two passes.
 */
export class SoundSpool {
  readonly #file: string;
  readonly #openSound: OpenSound;
  #handle: FileHandle | null = null;
  #maker: { source: AudioConfig; sound: SoundMaker } | null = null;
  #bytes = 0;

  constructor(file: string, openSound: OpenSound) {
    this.#file = file;
    this.#openSound = openSound;
  }

  /** A fragment as it goes into the export: G.711 is converted and put aside, everything else stays as it is. */
  async convert(reader: SegmentReader, head: FragmentHead, isLast: boolean): Promise<FragmentHead> {
    const { audio } = head.config;
    const video = head.moof.tracks.find((track) => track.trackId === videoTrackId);
    if (video === undefined || !isG711(audio)) return head;
    const maker = await this.#makerOf(audio as AudioConfig);
    const config = { ...head.config, audio: maker?.config ?? null };
    const videoBytes = video.samples.reduce((sum, sample) => sum + sample.bytes, 0);
    const silent = {
      ...head,
      config,
      moof: { ...head.moof, tracks: [video] },
      payloadBytes: videoBytes,
      sound: { at: this.#bytes, bytes: 0 },
    };
    const track = head.moof.tracks.find((one) => one.trackId === audioTrackId);
    if (maker === null || (track === undefined && !isLast)) return silent;
    const pieces = track === undefined ? [] : await piecesOf(reader, head, track);
    const { samples, time } = await maker.add(pieces, track?.time ?? 0, isLast);
    if (samples.length === 0) return silent;
    const data = concatBytes(samples.map((sample) => sample.data));
    await this.#append(data);
    const made: ReadTrack = {
      trackId: audioTrackId,
      time,
      dataOffset: video.dataOffset + videoBytes,
      samples: samples.map((sample) => ({
        duration: sample.duration,
        bytes: sample.data.length,
        key: true,
        compositionOffset: 0,
      })),
    };
    return {
      ...silent,
      moof: { ...head.moof, tracks: [video, made] },
      payloadBytes: videoBytes + data.length,
      sound: { at: silent.sound.at, bytes: data.length },
    };
  }

  /** Bytes that were put aside for a fragment. */
  async read({ at, bytes }: { at: number; bytes: number }): Promise<Uint8Array> {
    const data = new Uint8Array(bytes);
    if (bytes > 0) await this.#handle?.read(data, 0, bytes, at);
    return data;
  }

  async close(): Promise<void> {
    this.#maker?.sound.close();
    await this.#handle?.close();
    if (this.#handle !== null) await rm(this.#file, { force: true });
    this.#handle = null;
  }

  // One track has one clock: sound that another kind of G.711 follows is left out from there.
  async #makerOf(source: AudioConfig): Promise<SoundMaker | null> {
    this.#maker ??= { source, sound: await this.#openSound(source) };
    const { codec, sampleRate, channels } = this.#maker.source;
    return codec === source.codec && sampleRate === source.sampleRate && channels === source.channels
      ? this.#maker.sound
      : null;
  }

  async #append(data: Uint8Array): Promise<void> {
    this.#handle ??= await open(this.#file, 'w+');
    for (let at = 0; at < data.length;)
      at += (await this.#handle.write(data, at, data.length - at, this.#bytes + at)).bytesWritten;
    this.#bytes += data.length;
  }
}

async function piecesOf(reader: SegmentReader, head: FragmentHead, track: ReadTrack): Promise<Uint8Array[]> {
  const total = track.samples.reduce((sum, sample) => sum + sample.bytes, 0);
  const bytes = await reader.readRange(head.payloadAt + track.dataOffset - head.payloadOffset, total);
  if (bytes.length !== total) throw new AppError('footage_damaged');
  return [bytes];
}
