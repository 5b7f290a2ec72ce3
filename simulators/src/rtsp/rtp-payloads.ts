import type { LoadedAudio, LoadedUnit, LoadedVideo } from './loaded-media.ts';

/** Payload of one RTP packet: a small header made here and a piece of the coded unit (not copied). */
export interface RtpPayload {
  prefix: Uint8Array;
  body: Uint8Array;
}

const maxPayload = 1400;
const noBytes = new Uint8Array(0);

function* slices(body: Uint8Array, size: number): Generator<{ piece: Uint8Array; first: boolean; last: boolean }> {
  for (let at = 0; at < body.length; at += size) {
    yield { piece: body.subarray(at, at + size), first: at === 0, last: at + size >= body.length };
  }
}

/** H.264 (RFC 6184, packetization-mode 1): single NAL units and FU-A. */
function packH264(nal: Uint8Array): RtpPayload[] {
  if (nal.length <= maxPayload) return [{ prefix: noBytes, body: nal }];
  const head = nal[0]!;
  return Array.from(slices(nal.subarray(1), maxPayload - 2), ({ piece, first, last }) => ({
    prefix: Uint8Array.of((head & 0xe0) | 28, (first ? 0x80 : 0) | (last ? 0x40 : 0) | (head & 0x1f)),
    body: piece,
  }));
}

/** H.265 (RFC 7798): single NAL units and FUs. */
function packH265(nal: Uint8Array): RtpPayload[] {
  if (nal.length <= maxPayload) return [{ prefix: noBytes, body: nal }];
  const type = (nal[0]! >> 1) & 0x3f;
  return Array.from(slices(nal.subarray(2), maxPayload - 3), ({ piece, first, last }) => ({
    prefix: Uint8Array.of((nal[0]! & 0x81) | (49 << 1), nal[1]!, (first ? 0x80 : 0) | (last ? 0x40 : 0) | type),
    body: piece,
  }));
}

/** Parameter sets of an H.264 track travel as one STAP-A, those of H.265 as one AP. */
function packParameterSets(video: LoadedVideo): RtpPayload {
  const { vps, sps, pps } = video.parameterSets;
  const h264 = video.codec === 'h264';
  const nals = [...vps, ...sps, ...pps];
  const parts: Uint8Array[] = nals.flatMap((nal) => [Uint8Array.of(nal.length >> 8, nal.length & 0xff), nal]);
  return { prefix: h264 ? Uint8Array.of(0x78) : Uint8Array.of(48 << 1, 1), body: Buffer.concat(parts) };
}

/** Packets of one picture, parameter sets first when asked for and the picture is a keyframe. */
export function packVideo(video: LoadedVideo, unit: LoadedUnit, withParameterSets: boolean): RtpPayload[] {
  const pack = video.codec === 'h264' ? packH264 : packH265;
  const payloads = unit.parts.flatMap((nal) => pack(nal));
  return withParameterSets && unit.key ? [packParameterSets(video), ...payloads] : payloads;
}

/** AAC: one frame with its AU header (RFC 3640, AAC-hbr, 13/3/3 bits). G.711: the samples as they are. */
export function packAudio(audio: LoadedAudio, unit: LoadedUnit): RtpPayload[] {
  return unit.parts.map((body) => ({
    prefix: audio.codec === 'aac' ? Uint8Array.of(0, 16, body.length >> 5, (body.length << 3) & 0xff) : noBytes,
    body,
  }));
}
