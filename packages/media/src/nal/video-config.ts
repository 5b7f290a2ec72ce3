import { bytesEqual } from '../bytes/bytes.ts';
import type { FileConfig } from './file-config.ts';
import type { VideoConfig } from '../units/access-unit.ts';

/** True when a decoder set up for one also decodes the other (the `reorders` mark does not matter). */
export function sameDecoderConfig(a: FileConfig, b: FileConfig): boolean {
  return sameVideo(a.video, b.video) && sameAudio(a.audio, b.audio);
}

function sameVideo(a: VideoConfig, b: VideoConfig): boolean {
  return a.codec === b.codec && sameList(a.sps, b.sps) && sameList(a.pps, b.pps) && sameList(a.vps, b.vps);
}

function sameAudio(a: FileConfig['audio'], b: FileConfig['audio']): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.codec === b.codec &&
    a.sampleRate === b.sampleRate &&
    a.channels === b.channels &&
    bytesEqual(a.specific, b.specific)
  );
}

function sameList(a: Uint8Array[], b: Uint8Array[]): boolean {
  return a.length === b.length && a.every((set, i) => bytesEqual(set, b[i]!));
}
