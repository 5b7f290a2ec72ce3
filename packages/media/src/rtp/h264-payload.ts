import { h264Role } from '../nal/nal-types.ts';
import type { PictureAssembly, VideoPayloadFormat } from './video-depacketizer.ts';
import { walkAggregate } from './walk-aggregate.ts';

const stapA = 24;
const fuA = 28;

/** H.264 payload format (RFC 6184): single units, STAP-A and FU-A, which is what cameras send. */
export const h264Payload: VideoPayloadFormat = { walk, role: h264Role, headerBytes: 1 };

function walk(payload: Uint8Array, assembly: PictureAssembly): void {
  if (payload.length < 2) return;
  const type = payload[0]! & 0x1f;
  if (type >= 1 && type <= 23) assembly.wholeNal(payload);
  else if (type === stapA) walkAggregate(payload, assembly, 1);
  else if (type === fuA) walkFragment(payload, assembly);
  else assembly.damaged();
}

function walkFragment(payload: Uint8Array, assembly: PictureAssembly): void {
  const bits = payload[1]!;
  const part = payload.subarray(2);
  if (bits & 0x80) assembly.startFragment([(payload[0]! & 0xe0) | (bits & 0x1f)], part);
  else assembly.continueFragment(part);
  if (bits & 0x40) assembly.endFragment();
}
