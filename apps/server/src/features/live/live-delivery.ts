import type { CameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { RtcAnswer } from '@sightline/contracts/live/live';

type Delivery = Pick<CameraSettings['delivery'], 'isWebrtcRelay'>;

/** A description of one end of a connection, without its relayed addresses where a camera allows no relay. */
export const deliveredSdp = (sdp: string, { isWebrtcRelay }: Delivery): string =>
  isWebrtcRelay ? sdp : sdp.replaceAll(/^a=candidate:.* typ relay\b.*\r?\n?/gm, '');

/** A single candidate that a camera without relay does not allow. */
export const isRelayedCandidate = (candidate: string): boolean => / typ relay\b/.test(candidate);

/** Servers that help two ends to find each other; those that would carry the media only where a camera allows it. */
export const deliveredServers = (
  servers: RtcAnswer['iceServers'],
  { isWebrtcRelay }: Delivery,
): RtcAnswer['iceServers'] => (isWebrtcRelay ? servers : servers.filter(({ urls }) => !/^turns?:/i.test(urls)));
