import { h264Role } from '../nal/nal-types.ts';
import type { PictureAssembly, VideoPayloadFormat } from './video-depacketizer.ts';

const stapA = 24;
const fuA = 28;

/** H.264 payload format (RFC 6184): single units, STAP-A and FU-A, which is what cameras send. */
export const h264Payload: VideoPayloadFormat = { walk, role: h264Role, headerBytes: 1 };

function walk(payload: Uint8Array, assembly: PictureAssembly): void {
  if (payload.length < 2) return;
  const type = payload[0]! & 0x1f;
  if (type >= 1 && type <= 23) assembly.wholeNal(payload);
  else if (type === stapA) walkAggregate(payload, assembly);
  else if (type === fuA) walkFragment(payload, assembly);
  else assembly.damaged();
}

function walkAggregate(payload: Uint8Array, assembly: PictureAssembly): void {
  let at = 1;
  while (at + 2 <= payload.length) {
    const size = (payload[at]! << 8) | payload[at + 1]!;
    at += 2;
    if (size > payload.length - at) {
      assembly.damaged();
      return;
    }
    assembly.wholeNal(payload.subarray(at, at + size));
    at += size;
  }
}

function walkFragment(payload: Uint8Array, assembly: PictureAssembly): void {
  const bits = payload[1]!;
  const part = payload.subarray(2);
  if (bits & 0x80) assembly.startFragment([(payload[0]! & 0xe0) | (bits & 0x1f)], part);
  else assembly.continueFragment(part);
  if (bits & 0x40) assembly.endFragment();
}
