import { decodeBase64, decodeHex } from '../bytes/bytes.ts';
import type { AacHeaderLayout } from '../rtp/audio-depacketizer.ts';
import type { AudioConfig, VideoCodec } from '../units/access-unit.ts';

export interface SdpVideoTrack {
  codec: VideoCodec;
  payloadType: number;
  clockRate: number;
  control: string;
  /** Parameter sets of the SDP, raw NAL units; may be empty. */
  parameterSets: Uint8Array[];
}

export interface SdpAudioTrack {
  config: AudioConfig;
  payloadType: number;
  clockRate: number;
  control: string;
  /** AU header layout; null for G.711. */
  aac: AacHeaderLayout | null;
}

/** A track that plays what is sent to it (ONVIF backchannel): G.711 at 8 kHz. */
export interface SdpSpeakerTrack {
  codec: 'pcmu' | 'pcma';
  payloadType: number;
  control: string;
}

export interface SessionDescription {
  /** Session-level control attribute; empty when absent. */
  control: string;
  video: SdpVideoTrack | null;
  audio: SdpAudioTrack | null;
  /** Null where none is described, or none that takes G.711. PCMU before PCMA. */
  speaker: SdpSpeakerTrack | null;
  /** Encoding names of video media that we do not record, for the message to people. */
  unsupportedVideo: string[];
  /** True when a video section exists at all. */
  hasVideo: boolean;
}

interface MediaSection {
  kind: string;
  /** `a=sendonly`. */
  isSendOnly: boolean;
  payloadTypes: number[];
  control: string;
  rtpmaps: Map<number, { encoding: string; clockRate: number; channels: number }>;
  formats: Map<number, Map<string, string>>;
}

/** Payload types that need no `a=rtpmap` (RFC 3551). */
const staticAudio = new Map([
  [0, { encoding: 'PCMU', clockRate: 8000, channels: 1 }],
  [8, { encoding: 'PCMA', clockRate: 8000, channels: 1 }],
]);

const maxLines = 2000;
const aacRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];

/** Reads a session description. Never throws; what it does not understand is left out. */
export function parseSdp(text: string): SessionDescription {
  const { control, sections } = readSections(text);
  const result: SessionDescription = {
    control,
    video: null,
    audio: null,
    speaker: null,
    unsupportedVideo: [],
    hasVideo: false,
  };
  for (const section of sections) {
    if (section.kind === 'video') {
      result.hasVideo = true;
      const track = readVideo(section);
      if (track === null) result.unsupportedVideo.push(...encodingsOf(section));
      else result.video ??= track;
    }
  }
  const { forward, back } = splitAudio(sections);
  for (const section of forward) result.audio ??= readAudio(section);
  const speakers = back.flatMap(readSpeakers);
  result.speaker = speakers.find(({ codec }) => codec === 'pcmu') ?? speakers[0] ?? null;
  return result;
}

/**
 * Sound that comes and sound that is taken. ONVIF marks by what the client does, SDP by what the describing side does: where
 * pictures are `sendonly` too, it means what is sent to us.
 */
function splitAudio(sections: readonly MediaSection[]): { forward: MediaSection[]; back: MediaSection[] } {
  const audio = sections.filter(({ kind }) => kind === 'audio');
  const isUsualSense = sections.some(({ kind, isSendOnly }) => kind === 'video' && isSendOnly);
  const back = isUsualSense ? [] : audio.filter(({ isSendOnly }) => isSendOnly);
  // The only sound there is may be marked in the usual sense after all: recording does without none that may come.
  const forward = audio.length === back.length ? audio : audio.filter((section) => !back.includes(section));
  return { forward, back };
}

function readSpeakers(section: MediaSection): SdpSpeakerTrack[] {
  return section.payloadTypes.flatMap((payloadType) => {
    const map = section.rtpmaps.get(payloadType) ?? staticAudio.get(payloadType);
    const codec = map?.encoding === 'PCMU' ? 'pcmu' : map?.encoding === 'PCMA' ? 'pcma' : null;
    return codec === null || map?.clockRate !== 8000 || map.channels !== 1
      ? []
      : [{ codec, payloadType, control: section.control }];
  });
}

function readSections(text: string): { control: string; sections: MediaSection[] } {
  const sections: MediaSection[] = [];
  let control = '';
  for (const line of text.split(/\r?\n/).slice(0, maxLines)) {
    const section = sections.at(-1);
    if (line.startsWith('m=')) sections.push(startSection(line));
    else if (line.startsWith('a=control:')) {
      const value = line.slice(10).trim();
      if (section === undefined) control = value;
      else section.control = value;
    } else if (section !== undefined && line.trim() === 'a=sendonly') section.isSendOnly = true;
    else if (section !== undefined && line.startsWith('a=rtpmap:')) readRtpmap(section, line.slice(9));
    else if (section !== undefined && line.startsWith('a=fmtp:')) readFmtp(section, line.slice(7));
  }
  return { control, sections };
}

function startSection(line: string): MediaSection {
  const [kind = '', , , ...types] = line.slice(2).trim().split(/\s+/);
  const payloadTypes = types.map(Number).filter((type) => Number.isInteger(type) && type >= 0 && type < 128);
  return { kind, isSendOnly: false, payloadTypes, control: '', rtpmaps: new Map(), formats: new Map() };
}

function readRtpmap(section: MediaSection, text: string): void {
  const match = /^(\d{1,3})\s+([^/\s]+)\/(\d{1,6})(?:\/(\d{1,2}))?/.exec(text.trim());
  if (match === null) return;
  section.rtpmaps.set(Number(match[1]), {
    encoding: match[2]!.toUpperCase(),
    clockRate: Number(match[3]),
    channels: Number(match[4] ?? 1),
  });
}

function readFmtp(section: MediaSection, text: string): void {
  const space = text.trim().indexOf(' ');
  if (space < 0) return;
  const values = new Map<string, string>();
  for (const pair of text
    .trim()
    .slice(space + 1)
    .split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0) values.set(pair.slice(0, equals).trim().toLowerCase(), pair.slice(equals + 1).trim());
  }
  section.formats.set(Number(text.trim().slice(0, space)), values);
}

function encodingsOf(section: MediaSection): string[] {
  const named = [...section.rtpmaps.values()].map((map) => map.encoding);
  return named.length > 0 ? named : section.payloadTypes.map((type) => (type === 26 ? 'JPEG' : `payload ${type}`));
}

function readVideo(section: MediaSection): SdpVideoTrack | null {
  for (const payloadType of section.payloadTypes) {
    const map = section.rtpmaps.get(payloadType);
    const codec =
      map?.encoding === 'H264' ? 'h264' : map?.encoding === 'H265' || map?.encoding === 'HEVC' ? 'h265' : null;
    if (map === undefined || codec === null) continue;
    const format = section.formats.get(payloadType) ?? new Map<string, string>();
    const fields = codec === 'h264' ? ['sprop-parameter-sets'] : ['sprop-vps', 'sprop-sps', 'sprop-pps'];
    const parameterSets = fields.flatMap((field) => readSets(format.get(field) ?? ''));
    return { codec, payloadType, clockRate: map.clockRate || 90_000, control: section.control, parameterSets };
  }
  return null;
}

function readSets(text: string): Uint8Array[] {
  return text.split(',').flatMap((part) => {
    const bytes = part.trim() === '' ? null : decodeBase64(part);
    return bytes === null || bytes.length < 2 ? [] : [bytes];
  });
}

function readAudio(section: MediaSection): SdpAudioTrack | null {
  for (const payloadType of section.payloadTypes) {
    const map = section.rtpmaps.get(payloadType);
    const encoding = map?.encoding ?? (payloadType === 0 ? 'PCMU' : payloadType === 8 ? 'PCMA' : '');
    const common = { payloadType, control: section.control };
    if (encoding === 'PCMU' || encoding === 'PCMA') {
      const clockRate = map?.clockRate || 8000;
      const law =
        encoding === 'PCMU'
          ? ({ codec: 'pcmu', codecString: 'ulaw' } as const)
          : ({ codec: 'pcma', codecString: 'alaw' } as const);
      const channels = Math.min(Math.max(map?.channels ?? 1, 1), 2);
      return {
        ...common,
        clockRate,
        aac: null,
        config: { ...law, sampleRate: clockRate, channels, specific: new Uint8Array(0) },
      };
    }
    if (encoding === 'MPEG4-GENERIC' && map !== undefined) {
      const track = readAac(section.formats.get(payloadType), map);
      if (track !== null) return { ...common, ...track };
    }
  }
  return null;
}

function readAac(
  format: Map<string, string> | undefined,
  map: { clockRate: number; channels: number },
): Omit<SdpAudioTrack, 'payloadType' | 'control'> | null {
  const specific = decodeHex(format?.get('config') ?? '');
  if (format === undefined || specific === null || specific.length < 2) return null;
  const info = readAudioSpecificConfig(specific);
  const number = (name: string, fallback: number): number => {
    const value = Number(format.get(name) ?? fallback);
    return Number.isInteger(value) && value >= 0 && value <= 32 ? value : fallback;
  };
  return {
    clockRate: map.clockRate || info.sampleRate,
    aac: {
      sizeBits: number('sizelength', 13),
      indexBits: number('indexlength', 3),
      indexDeltaBits: number('indexdeltalength', 3),
    },
    config: {
      codec: 'aac',
      sampleRate: info.sampleRate || map.clockRate,
      channels: info.channels || map.channels,
      specific,
      codecString: `mp4a.40.${info.objectType}`,
    },
  };
}

/** First fields of an AudioSpecificConfig (at least 2 bytes). Rate 0 or channels 0 = not said. */
export function readAudioSpecificConfig(bytes: Uint8Array): {
  objectType: number;
  sampleRate: number;
  channels: number;
} {
  const objectType = bytes[0]! >> 3;
  const rateIndex = ((bytes[0]! & 7) << 1) | (bytes[1]! >> 7);
  if (rateIndex === 15 && bytes.length >= 5) {
    const sampleRate = ((bytes[1]! & 0x7f) << 17) | (bytes[2]! << 9) | (bytes[3]! << 1) | (bytes[4]! >> 7);
    return { objectType, sampleRate, channels: (bytes[4]! >> 3) & 15 };
  }
  return { objectType, sampleRate: aacRates[rateIndex] ?? 0, channels: (bytes[1]! >> 3) & 15 };
}
