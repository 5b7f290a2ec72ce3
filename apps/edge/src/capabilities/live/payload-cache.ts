import type { PacketizedPayload } from '@sightline/media/rtp/h264-packetizer';
import { packetizeH264 } from '@sightline/media/rtp/h264-packetizer';
import type { AccessUnit, VideoConfig } from '@sightline/media/units/access-unit';

/** Fits into 1280-byte networks with RTP, SRTP, UDP and IPv6 headers around it. */
const maxPayload = 1_200;

/** Units are shared by all viewers of a stream; so is the work of cutting them up. Entries go with their unit. */
const cut = new WeakMap<AccessUnit, PacketizedPayload[]>();

export function payloadsOf(unit: AccessUnit, config: VideoConfig): PacketizedPayload[] {
  const known = cut.get(unit);
  if (known) return known;
  const payloads = packetizeH264(unit, config, { maxPayload });
  cut.set(unit, payloads);
  return payloads;
}
