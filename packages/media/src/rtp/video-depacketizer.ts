import { type ByteBuilder, createByteBuilder } from '../bytes/byte-builder.ts';
import type { NalRole } from '../nal/nal-types.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** One picture as it came out of RTP: 4-byte length-prefixed NAL units without parameter sets, delimiters and filler. */
export interface DepacketizedPicture {
  data: Uint8Array;
  key: boolean;
  /** Raw 32-bit RTP timestamp. */
  timestamp: number;
  /** Something was lost between the picture before and this one. */
  gap: boolean;
}

/** Takes RTP packets of one video track in sequence order. */
export interface VideoDepacketizer {
  push(packet: RtpPacket): void;
  /** Packets that never came, by sequence numbers. */
  packetsLost(): number;
  /** Pictures dropped because a part of them was lost or damaged. */
  picturesDropped(): number;
}

export interface DepacketizerEvents {
  /** A whole NAL unit that may be a parameter set; answers true when it was (then it is not stored). */
  parameterSet: (nal: Uint8Array) => boolean;
  picture: (picture: DepacketizedPicture) => void;
  /** Length-prefixed NAL units of an access unit without a picture (a signature of the camera, for one): they come before the next picture. */
  beside: (data: Uint8Array) => void;
}

/** What the payload formats call while they walk a packet. */
export interface PictureAssembly {
  wholeNal(nal: Uint8Array): void;
  /** First part of a fragmented unit; `header` = its rebuilt NAL header. */
  startFragment(header: readonly number[], part: Uint8Array): void;
  continueFragment(part: Uint8Array): void;
  endFragment(): void;
  /** The packet makes no sense: drop the picture that it belongs to. */
  damaged(): void;
}

/** One payload format: walks a packet's payload. */
export type PayloadWalker = (payload: Uint8Array, assembly: PictureAssembly) => void;

export interface VideoPayloadFormat {
  walk: PayloadWalker;
  role: (firstByte: number) => NalRole;
  /** Bytes of a NAL unit's header; the first bit behind it says "first slice of the picture" in both codecs. */
  headerBytes: number;
}

// 4K intra pictures stay below 4 MB; beyond this it is an attack or a bug.
const maxPictureBytes = 8 * 1024 * 1024;

interface State {
  builder: ByteBuilder;
  timestamp: number;
  open: boolean;
  broken: boolean;
  key: boolean;
  pictures: number;
  fragmentAt: number;
  gapNext: boolean;
  /** Packets are missing since the last good picture: the next one may lack its beginning. */
  suspect: boolean;
  dropped: number;
}

/** Makes the depacketiser of one track. A unit ends at the marker or when the timestamp changes. */
export function createVideoDepacketizer(format: VideoPayloadFormat, events: DepacketizerEvents): VideoDepacketizer {
  const state: State = {
    builder: createByteBuilder(64 * 1024),
    timestamp: 0,
    open: false,
    broken: false,
    key: false,
    pictures: 0,
    fragmentAt: -1,
    gapNext: false,
    suspect: false,
    dropped: 0,
  };
  const assembly = createAssembly(state, { format, events });
  let expected = -1;
  let lost = 0;
  const noteSequence = (sequence: number): void => {
    const missing = expected < 0 ? 0 : (sequence - expected) & 0xffff;
    expected = (sequence + 1) & 0xffff;
    if (missing === 0) return;
    // A step back of the counter (restart of the sender) is a gap too, but not 65 thousand lost packets.
    if (missing < 0x8000) lost += missing;
    state.gapNext = true;
    state.suspect = true;
    state.broken = state.open;
  };
  return {
    push(packet) {
      noteSequence(packet.sequence);
      if (state.open && packet.timestamp !== state.timestamp) finish(state, events);
      if (!state.open) begin(state, packet.timestamp);
      format.walk(packet.payload, assembly);
      if (packet.marker) finish(state, events);
    },
    packetsLost: () => lost,
    picturesDropped: () => state.dropped,
  };
}

function begin(state: State, timestamp: number): void {
  state.open = true;
  state.timestamp = timestamp;
  state.broken = false;
  state.key = false;
  state.pictures = 0;
  state.fragmentAt = -1;
  state.builder.truncate(0);
}

function finish(state: State, events: DepacketizerEvents): void {
  state.open = false;
  const broken = state.broken || state.fragmentAt >= 0;
  state.fragmentAt = -1;
  if (broken) {
    state.dropped++;
    state.gapNext = true;
    return;
  }
  if (state.pictures === 0) {
    if (state.builder.length() > 0) events.beside(state.builder.take());
    return;
  }
  const picture = { data: state.builder.take(), key: state.key, timestamp: state.timestamp, gap: state.gapNext };
  state.gapNext = false;
  state.suspect = false;
  events.picture(picture);
}

/** After a loss the beginning of a picture may be missing: one that does not begin with its first slice is broken. */
function checkStart(state: State, role: NalRole, sliceByte: number | undefined): void {
  const slice = role === 'key' || role === 'picture';
  if (slice && state.suspect && state.pictures === 0 && ((sliceByte ?? 0) & 0x80) === 0) state.broken = true;
}

function closeNal(state: State, role: NalRole, at: number): void {
  state.builder.setU32(at, state.builder.length() - at - 4);
  if (role === 'key') state.key = true;
  if (role === 'key' || role === 'picture') state.pictures++;
}

function createAssembly(
  state: State,
  parts: { format: VideoPayloadFormat; events: DepacketizerEvents },
): PictureAssembly {
  const { builder } = state;
  const room = (bytes: number): boolean => {
    if (state.broken) return false;
    if (builder.length() + bytes + 4 > maxPictureBytes) state.broken = true;
    return !state.broken;
  };
  let fragmentRole: NalRole = 'other';
  return {
    wholeNal(nal) {
      const role = nal.length === 0 ? 'padding' : parts.format.role(nal[0]!);
      if (role === 'padding' || parts.events.parameterSet(nal) || !room(nal.length)) return;
      checkStart(state, role, nal[parts.format.headerBytes]);
      const at = builder.reserveU32();
      builder.append(nal);
      closeNal(state, role, at);
    },
    startFragment(header, part) {
      if (state.fragmentAt >= 0) state.broken = true;
      if (!room(part.length)) return;
      fragmentRole = parts.format.role(header[0]!);
      checkStart(state, fragmentRole, part[0]);
      state.fragmentAt = builder.reserveU32();
      for (const byte of header) builder.appendByte(byte);
      builder.append(part);
    },
    continueFragment(part) {
      if (state.fragmentAt < 0) state.broken = true;
      if (room(part.length)) builder.append(part);
    },
    endFragment() {
      const at = state.fragmentAt;
      state.fragmentAt = -1;
      if (state.broken || at < 0) return;
      if (fragmentRole === 'padding') builder.truncate(at);
      else closeNal(state, fragmentRole, at);
    },
    damaged: () => void (state.broken = true),
  };
}
