import type { SimulatedProfile } from './onvif-device-api.ts';
import type { DeviceDeps, ServiceAnswer } from './simulated-device.ts';
import { escapeXml, SoapFault, textOf } from './soap-text.ts';

interface Numbers {
  width: number | string;
  height: number | string;
  fps: number | string;
  bitrate: number | string;
}

function numbersOf({ faults }: DeviceDeps, profile: SimulatedProfile): Numbers {
  if (faults.lies) return { width: '99999999999', height: '-5', fps: 'NaN', bitrate: '1e400' };
  return { width: profile.width, height: profile.height, fps: profile.fps, bitrate: profile.bitrateKbps };
}

const usualSource = 'source_1';

const source = ({ source: token = usualSource }: SimulatedProfile): string =>
  `<tt:Name>Source</tt:Name><tt:UseCount>1</tt:UseCount><tt:SourceToken>${escapeXml(token)}</tt:SourceToken><tt:Bounds x="0" y="0" width="1920" height="1080"/>`;

const size = ({ width, height }: Numbers): string =>
  `<tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>`;

/** Version 1 knows no H.265: such a profile then claims to be H.264, as cameras do. */
function profile1(device: DeviceDeps, profile: SimulatedProfile): string {
  const numbers = numbersOf(device, profile);
  const codec = profile.codec === 'H265' ? 'H264' : profile.codec;
  const sound = profile.hasAudio
    ? '<tt:AudioEncoderConfiguration token="audio_1"><tt:Name>Sound</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>G711</tt:Encoding><tt:Bitrate>64</tt:Bitrate><tt:SampleRate>8</tt:SampleRate></tt:AudioEncoderConfiguration>'
    : '';
  const ptz =
    device.options.hasPtz === false
      ? ''
      : '<tt:PTZConfiguration token="ptz_1"><tt:Name>Head</tt:Name><tt:UseCount>1</tt:UseCount><tt:NodeToken>node_1</tt:NodeToken></tt:PTZConfiguration>';
  return `<tt:Name>${escapeXml(profile.name)}</tt:Name><tt:VideoSourceConfiguration token="vsc_1">${source(profile)}</tt:VideoSourceConfiguration><tt:VideoEncoderConfiguration token="vec_${profile.token}"><tt:Name>Encoder</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>${codec}</tt:Encoding>${size(numbers)}<tt:Quality>5</tt:Quality><tt:RateControl><tt:FrameRateLimit>${numbers.fps}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${numbers.bitrate}</tt:BitrateLimit></tt:RateControl></tt:VideoEncoderConfiguration>${sound}${ptz}`;
}

function profile2(device: DeviceDeps, profile: SimulatedProfile): string {
  const numbers = numbersOf(device, profile);
  const sound = profile.hasAudio
    ? '<tr2:AudioEncoder token="audio_1"><tt:Name>Sound</tt:Name><tt:Encoding>PCMU</tt:Encoding></tr2:AudioEncoder>'
    : '';
  const ptz =
    device.options.hasPtz === false
      ? ''
      : '<tr2:PTZ token="ptz_1"><tt:Name>Head</tt:Name><tt:NodeToken>node_1</tt:NodeToken></tr2:PTZ>';
  return `<tr2:Profiles token="${escapeXml(profile.token)}" fixed="true"><tr2:Name>${escapeXml(profile.name)}</tr2:Name><tr2:Configurations><tr2:VideoSource token="vsc_1">${source(profile)}</tr2:VideoSource><tr2:VideoEncoder token="vec_${profile.token}" GovLength="30"><tt:Name>Encoder</tt:Name><tt:Encoding>${profile.codec}</tt:Encoding>${size(numbers)}<tt:RateControl ConstantBitRate="false"><tt:FrameRateLimit>${numbers.fps}</tt:FrameRateLimit><tt:BitrateLimit>${numbers.bitrate}</tt:BitrateLimit></tt:RateControl></tr2:VideoEncoder>${sound}${ptz}</tr2:Configurations></tr2:Profiles>`;
}

function askedProfile(device: DeviceDeps, xml: string): SimulatedProfile {
  const token = textOf(xml, 'ProfileToken');
  const found = device.profiles().find((profile) => profile.token === token);
  if (!found) throw new SoapFault(['ter:InvalidArgVal', 'ter:NoProfile'], 'The requested profile does not exist');
  return found;
}

/** Address of a stream as the device names itself. */
function streamUrl({ faults }: DeviceDeps, { streamUrl: url }: SimulatedProfile): string {
  return faults.namedHost === null ? url : url.replace(/^(rtsp:\/\/)[^:/]+/, `$1${faults.namedHost}`);
}

const snapshotUrl = (device: DeviceDeps): string => device.named('/snapshot.jpg');

function videoSources(device: DeviceDeps): string {
  const tokens = new Set(device.profiles().map(({ source: token = usualSource }) => token));
  const all = [...tokens].map(
    (token) =>
      `<trt:VideoSources token="${escapeXml(token)}"><tt:Framerate>25</tt:Framerate><tt:Resolution><tt:Width>1920</tt:Width><tt:Height>1080</tt:Height></tt:Resolution></trt:VideoSources>`,
  );
  return `<trt:GetVideoSourcesResponse>${all.join('')}</trt:GetVideoSourcesResponse>`;
}

export const mediaService: ServiceAnswer = (device, name, xml) => {
  if (name === 'GetVideoSources') return videoSources(device);
  if (name === 'GetProfiles') {
    const all = device
      .profiles()
      .map(
        (profile) =>
          `<trt:Profiles token="${escapeXml(profile.token)}" fixed="true">${profile1(device, profile)}</trt:Profiles>`,
      );
    return `<trt:GetProfilesResponse>${all.join('')}</trt:GetProfilesResponse>`;
  }
  if (name === 'GetProfile') {
    const profile = askedProfile(device, xml);
    return `<trt:GetProfileResponse><trt:Profile token="${escapeXml(profile.token)}" fixed="true">${profile1(device, profile)}</trt:Profile></trt:GetProfileResponse>`;
  }
  const wrap = (uri: string): string =>
    `<trt:${name}Response><trt:MediaUri><tt:Uri>${escapeXml(uri)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri></trt:${name}Response>`;
  if (name === 'GetStreamUri') return wrap(streamUrl(device, askedProfile(device, xml)));
  if (name === 'GetSnapshotUri') return wrap((askedProfile(device, xml), snapshotUrl(device)));
  return null;
};

export const media2Service: ServiceAnswer = (device, name, xml) => {
  if (name === 'GetProfiles')
    return `<tr2:GetProfilesResponse>${device
      .profiles()
      .map((profile) => profile2(device, profile))
      .join('')}</tr2:GetProfilesResponse>`;
  if (name === 'GetStreamUri')
    return `<tr2:GetStreamUriResponse><tr2:Uri>${escapeXml(streamUrl(device, askedProfile(device, xml)))}</tr2:Uri></tr2:GetStreamUriResponse>`;
  if (name === 'GetSnapshotUri') {
    askedProfile(device, xml);
    return `<tr2:GetSnapshotUriResponse><tr2:Uri>${escapeXml(snapshotUrl(device))}</tr2:Uri></tr2:GetSnapshotUriResponse>`;
  }
  return null;
};
