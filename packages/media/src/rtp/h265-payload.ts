import { h265Role } from '../nal/nal-types.ts';
import type { PictureAssembly, VideoPayloadFormat } from './video-depacketizer.ts';
import { walkAggregate } from './walk-aggregate.ts';

const aggregationType = 48;
const fragment = 49;

/** H.265 payload format (RFC 7798) without DONL fields: single units, aggregation packets and fragmentation units. */
export const h265Payload: VideoPayloadFormat = { walk, role: h265Role, headerBytes: 2 };

function walk(payload: Uint8Array, assembly: PictureAssembly): void {
  if (payload.length < 3) return;
  const type = (payload[0]! >> 1) & 0x3f;
  if (type < aggregationType) assembly.wholeNal(payload);
  else if (type === aggregationType) walkAggregate(payload, assembly, 2);
  else if (type === fragment) walkFragment(payload, assembly);
  else assembly.damaged();
}

function walkFragment(payload: Uint8Array, assembly: PictureAssembly): void {
  const bits = payload[2]!;
  const part = payload.subarray(3);
  if (bits & 0x80) assembly.startFragment([(payload[0]! & 0x81) | ((bits & 0x3f) << 1), payload[1]!], part);
  else assembly.continueFragment(part);
  if (bits & 0x40) assembly.endFragment();
}
