import type { LoadedAudio, LoadedMedia, LoadedVideo } from './loaded-media.ts';
import type { BackchannelOptions, ControlStyle } from './rtsp-server-api.ts';

export const videoPayloadType = 96;

/** Track number of the speaker, in `a=control`. */
export const speakerTrack = 2;

export function audioPayloadType(audio: LoadedAudio): number {
  return { aac: 97, pcmu: 0, pcma: 8 }[audio.codec];
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function videoFormat(video: LoadedVideo, withParameterSets: boolean): string {
  const { vps, sps, pps } = video.parameterSets;
  if (video.codec === 'h264') {
    const profile = hex(sps[0]?.subarray(1, 4) ?? new Uint8Array(3)).toUpperCase();
    const sets = withParameterSets
      ? `; profile-level-id=${profile}; sprop-parameter-sets=${[...sps, ...pps].map(base64).join(',')}`
      : '';
    return `packetization-mode=1${sets}`;
  }
  if (!withParameterSets) return 'sprop-max-don-diff=0';
  return `sprop-vps=${vps.map(base64).join(',')}; sprop-sps=${sps.map(base64).join(',')}; sprop-pps=${pps.map(base64).join(',')}`;
}

function videoLines(video: LoadedVideo, withParameterSets: boolean): string[] {
  const fps = (video.units.length * 90_000) / video.duration;
  return [
    `m=video 0 RTP/AVP ${videoPayloadType}`,
    `a=rtpmap:${videoPayloadType} ${video.codec === 'h264' ? 'H264' : 'H265'}/90000`,
    `a=fmtp:${videoPayloadType} ${videoFormat(video, withParameterSets)}`,
    `a=framerate:${Math.round(fps * 100) / 100}`,
  ];
}

function audioLines(audio: LoadedAudio): string[] {
  const type = audioPayloadType(audio);
  const lines = [`m=audio 0 RTP/AVP ${type}`];
  if (audio.codec !== 'aac') return [...lines, `a=rtpmap:${type} ${audio.codec.toUpperCase()}/${audio.clockRate}`];
  return [
    ...lines,
    `a=rtpmap:${type} MPEG4-GENERIC/${audio.clockRate}/${audio.channels}`,
    `a=fmtp:${type} streamtype=5; profile-level-id=1; mode=AAC-hbr; sizelength=13; indexlength=3; indexdeltalength=3; config=${hex(audio.specific)}`,
  ];
}

/** The speaker as ONVIF describes it: marked by what the client does. */
const speakerLines = ({ codecs }: BackchannelOptions): string[] => {
  const types = codecs.map((codec) => ({ codec, type: codec === 'pcmu' ? 0 : 8 }));
  return [
    `m=audio 0 RTP/AVP ${types.map(({ type }) => type).join(' ')}`,
    ...types.map(({ codec, type }) => `a=rtpmap:${type} ${codec.toUpperCase()}/8000`),
    'a=sendonly',
  ];
};

/** SDP of a stream. `empty` control style leaves every `a=control` out and offers video only, as single-track cameras do. */
export function describeMedia(
  media: LoadedMedia,
  options: { url: string; style: ControlStyle; withParameterSets: boolean; speaker: BackchannelOptions | null },
): string {
  const control = (track: number): string[] => {
    if (options.style === 'empty') return [];
    return [`a=control:${options.style === 'absolute' ? `${options.url}/` : ''}trackID=${track}`];
  };
  const sound = media.audio && options.style !== 'empty' ? [...audioLines(media.audio), ...control(1)] : [];
  const aggregate = options.style === 'empty' ? [] : [`a=control:${options.style === 'absolute' ? options.url : '*'}`];
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=Simulated camera',
    'c=IN IP4 0.0.0.0',
    't=0 0',
    ...aggregate,
    ...videoLines(media.video, options.withParameterSets),
    ...control(0),
    ...sound,
    ...(options.speaker === null ? [] : [...speakerLines(options.speaker), ...control(speakerTrack)]),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
