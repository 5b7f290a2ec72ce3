import type { PictureAssembly } from './video-depacketizer.ts';

/** Units of an aggregation packet, each behind its length in two bytes, the same in H.264 (STAP-A) and H.265. `headBytes`: what stands before the first. */
export function walkAggregate(payload: Uint8Array, assembly: PictureAssembly, headBytes: number): void {
  let at = headBytes;
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
