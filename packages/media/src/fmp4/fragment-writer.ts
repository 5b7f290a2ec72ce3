import { audioTrackId, videoTrackId } from './track-boxes.ts';

/** A picture on the segment's time line (90 kHz from the segment's start). */
export interface VideoSample {
  data: Uint8Array;
  key: boolean;
  dts: number;
  /** pts - dts; may be negative. */
  compositionOffset: number;
  duration: number;
}

export interface AudioSample {
  data: Uint8Array;
  /** In the audio timescale. */
  duration: number;
}

export interface FragmentInput {
  sequence: number;
  /** Wall clock of the first picture, UTC ms (fractional). */
  wallMs: number;
  /** At least one. */
  video: readonly VideoSample[];
  audio: readonly AudioSample[];
  /** Decode time of the first audio sample in the audio timescale. */
  audioTime: number;
}

const ntpOffsetS = 2_208_988_800;
const keyFlags = 0x02000000;
const deltaFlags = 0x01010000;
const prftBytes = 32;

/** Writes `prft` + `moof` + the head of `mdat`. The samples' data follows as it is: video, then audio. */
export function buildFragmentHead(input: FragmentInput): Uint8Array {
  const { video, audio } = input;
  const videoTraf = 8 + 16 + 20 + 20 + video.length * 16;
  const audioTraf = audio.length === 0 ? 0 : 8 + 20 + 20 + 20 + audio.length * 8;
  const moof = 8 + 16 + videoTraf + audioTraf;
  const payload = sizeOf(video) + sizeOf(audio);
  const mdatHead = payload + 8 > 0xffffffff ? 16 : 8;
  const writer = createWriter(new Uint8Array(prftBytes + moof + mdatHead));
  writePrft(writer, input);
  writer.open(moof, 'moof');
  writer.open(16, 'mfhd').u32(0).u32(input.sequence);
  writeVideoTraf(writer, { video, bytes: videoTraf, dataOffset: moof + mdatHead });
  if (audio.length > 0)
    writeAudioTraf(writer, { input, bytes: audioTraf, dataOffset: moof + mdatHead + sizeOf(video) });
  if (mdatHead === 8) writer.open(payload + 8, 'mdat');
  else writer.open(1, 'mdat').u64(payload + 16);
  return writer.bytes;
}

function sizeOf(samples: readonly { data: Uint8Array }[]): number {
  let total = 0;
  for (const sample of samples) total += sample.data.length;
  return total;
}

interface Writer {
  bytes: Uint8Array;
  u32(value: number): Writer;
  u64(value: number): Writer;
  open(size: number, type: string): Writer;
}

function createWriter(bytes: Uint8Array): Writer {
  const view = new DataView(bytes.buffer);
  let at = 0;
  const writer: Writer = {
    bytes,
    u32(value) {
      view.setUint32(at, value);
      at += 4;
      return writer;
    },
    u64: (value) => writer.u32(Math.floor(value / 2 ** 32)).u32(value >>> 0),
    open(size, type) {
      writer.u32(size);
      for (let i = 0; i < 4; i++) bytes[at++] = type.charCodeAt(i);
      return writer;
    },
  };
  return writer;
}

function writePrft(writer: Writer, input: FragmentInput): void {
  writer.open(prftBytes, 'prft').u32(0x01000018).u32(videoTrackId);
  const { seconds, fraction } = ntpTime(input.wallMs);
  writer.u32(seconds).u32(fraction).u64(input.video[0]!.dts);
}

function ntpTime(wallMs: number): { seconds: number; fraction: number } {
  const wholeS = Math.floor(wallMs / 1000);
  const fraction = Math.min(0xffffffff, Math.round(((wallMs - wholeS * 1000) / 1000) * 2 ** 32));
  // Seconds wrap in 2036 as NTP's own do; the reader unwraps by era.
  return { seconds: (wholeS + ntpOffsetS) >>> 0, fraction };
}

/** Where in a fragment its wall clock lies, for a fragment that is given another one in its place. */
export const fragmentTimeAt = 16;

/** The 8 bytes that say the wall clock of a fragment (UTC ms). */
export function fragmentTime(wallMs: number): Uint8Array {
  const { seconds, fraction } = ntpTime(wallMs);
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, seconds);
  view.setUint32(4, fraction);
  return bytes;
}

function writeVideoTraf(
  writer: Writer,
  traf: { video: readonly VideoSample[]; bytes: number; dataOffset: number },
): void {
  writer.open(traf.bytes, 'traf');
  writer.open(16, 'tfhd').u32(0x00020000).u32(videoTrackId);
  writer.open(20, 'tfdt').u32(0x01000000).u64(traf.video[0]!.dts);
  writer
    .open(20 + traf.video.length * 16, 'trun')
    .u32(0x01000f01)
    .u32(traf.video.length)
    .u32(traf.dataOffset);
  for (const sample of traf.video) {
    writer
      .u32(sample.duration)
      .u32(sample.data.length)
      .u32(sample.key ? keyFlags : deltaFlags)
      .u32(sample.compositionOffset >>> 0);
  }
}

function writeAudioTraf(writer: Writer, traf: { input: FragmentInput; bytes: number; dataOffset: number }): void {
  const { audio, audioTime } = traf.input;
  writer.open(traf.bytes, 'traf');
  writer.open(20, 'tfhd').u32(0x00020020).u32(audioTrackId).u32(keyFlags);
  writer.open(20, 'tfdt').u32(0x01000000).u64(audioTime);
  writer
    .open(20 + audio.length * 8, 'trun')
    .u32(0x00000301)
    .u32(audio.length)
    .u32(traf.dataOffset);
  for (const sample of audio) writer.u32(sample.duration).u32(sample.data.length);
}
