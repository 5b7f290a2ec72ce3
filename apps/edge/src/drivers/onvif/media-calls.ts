import { AppError } from '@sightline/contracts/shared/errors';
import type { ServicePlaces } from './device-calls.ts';
import { deviceCount, deviceRate, deviceText, streamUrlAt } from './device-text.ts';
import type { OnvifConnection, ServicePlace } from './onvif-connection.ts';
import { unlessUnsupported } from './onvif-connection.ts';
import type { DeviceProfile } from './onvif-port.ts';
import type { XmlElement } from './xml-element.ts';
import { childrenNamed, elementAt, escapeXml, numberAt, textAt } from './xml-element.ts';

const space1 = 'xmlns="http://www.onvif.org/ver10/media/wsdl"';
const space2 = 'xmlns="http://www.onvif.org/ver20/media/wsdl"';

/** A recorder of 64 cameras has three for each. */
const maxProfiles = 192;
const maxToken = 200;

/** Which version of the media service tells about profiles. */
interface Media {
  version: 1 | 2;
  place: ServicePlace;
}

/** Names of the same things in the two versions. */
const parts = {
  1: {
    within: [],
    encoder: 'VideoEncoderConfiguration',
    audio: 'AudioEncoderConfiguration',
    ptz: 'PTZConfiguration',
    source: 'VideoSourceConfiguration',
  },
  2: { within: ['Configurations'], encoder: 'VideoEncoder', audio: 'AudioEncoder', ptz: 'PTZ', source: 'VideoSource' },
} as const;

function codecOf(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return plain === 'hevc' ? 'h265' : plain.slice(0, 20);
}

function profileOf(profile: XmlElement, version: 1 | 2): DeviceProfile | null {
  const names = parts[version];
  const token = profile.attributes.get('token') ?? '';
  const within = elementAt(profile, ...names.within);
  const encoder = elementAt(within, names.encoder);
  // A profile without an encoder has no pictures; a token that is cut off would name another.
  if (token === '' || token.length > maxToken || encoder === null) return null;
  return {
    token,
    name: deviceText(textAt(profile, 'Name')) || deviceText(token),
    videoCodec: codecOf(textAt(encoder, 'Encoding')),
    width: deviceCount(numberAt(encoder, 'Resolution', 'Width')),
    height: deviceCount(numberAt(encoder, 'Resolution', 'Height')),
    fps: deviceRate(numberAt(encoder, 'RateControl', 'FrameRateLimit'), 240),
    bitrateKbps: deviceRate(numberAt(encoder, 'RateControl', 'BitrateLimit'), 1_000_000),
    hasPtz: elementAt(within, names.ptz) !== null,
    hasAudio: elementAt(within, names.audio) !== null,
    videoSource: textAt(elementAt(within, names.source), 'SourceToken') || null,
  };
}

const bodies = {
  1: `<GetProfiles ${space1}/>`,
  2: `<GetProfiles ${space2}><Type>All</Type></GetProfiles>`,
} as const;

async function profilesOf(connection: OnvifConnection, { version, place }: Media): Promise<DeviceProfile[]> {
  const answer = await connection.call(place, { body: bodies[version] });
  return childrenNamed(answer, 'Profiles')
    .slice(0, maxProfiles)
    .flatMap((profile) => profileOf(profile, version) ?? []);
}

/** Versions that the device offers, the newer first: only it knows H.265. */
function mediaOf(places: ServicePlaces): Media[] {
  const offered: Media[] = [];
  if (places.media2) offered.push({ version: 2, place: places.media2 });
  if (places.media) offered.push({ version: 1, place: places.media });
  return offered;
}

/** Profiles of the device. Fails with `onvif_unsupported` when it has no media service, and answers none when it has no profiles. */
export async function readProfiles(connection: OnvifConnection, places: ServicePlaces): Promise<DeviceProfile[]> {
  const offered = mediaOf(places);
  if (offered.length === 0) throw new AppError('onvif_unsupported');
  for (const media of offered) {
    const profiles = await unlessUnsupported(profilesOf(connection, media));
    if (profiles !== null && profiles.length > 0) return profiles;
  }
  return [];
}

const token = (profile: string): string => `<ProfileToken>${escapeXml(profile)}</ProfileToken>`;

/** Address of the stream of a profile, at the host that we reached; null when the device gives none that is RTSP. */
export async function readStreamUrl(
  connection: OnvifConnection,
  places: ServicePlaces,
  profile: string,
): Promise<string | null> {
  for (const { version, place } of mediaOf(places)) {
    const body =
      version === 2
        ? `<GetStreamUri ${space2}><Protocol>RTSP</Protocol>${token(profile)}</GetStreamUri>`
        : `<GetStreamUri ${space1}><StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></StreamSetup>${token(profile)}</GetStreamUri>`;
    const answer = await unlessUnsupported(connection.call(place, { body }));
    const named = textAt(answer, 'Uri') || textAt(answer, 'MediaUri', 'Uri');
    if (named !== '') return streamUrlAt(connection.host, named);
  }
  return null;
}
