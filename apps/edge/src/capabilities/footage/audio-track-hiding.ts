import { listBoxes, readBoxHead } from '@sightline/media/fmp4/box-walker';

/** Browsers refuse a whole segment when its sound is G.711; renaming the sound's boxes to `free` hides it without moving a byte. */
function rename(bytes: Uint8Array, at: number): void {
  bytes.set([0x66, 0x72, 0x65, 0x65], at + 4);
}

function hideChildren(bytes: Uint8Array, hide: { parent: string; child: string }): Uint8Array {
  const copy = bytes.slice();
  for (let at = 0; at < copy.length;) {
    const box = readBoxHead(copy, at);
    if (box === null) break;
    if (box.type === hide.parent) {
      const children = listBoxes(copy, box.contentAt, Math.min(box.end, copy.length)).filter(
        (child) => child.type === hide.child,
      );
      for (const child of children.slice(1)) rename(copy, child.start);
      break;
    }
    at = box.end;
  }
  return copy;
}

/** A copy of an init section that shows only its first track, the video. */
export const initWithoutAudio = (init: Uint8Array): Uint8Array => hideChildren(init, { parent: 'moov', child: 'trak' });

/** A copy of a fragment that shows only its first track, the video. */
export const fragmentWithoutAudio = (fragment: Uint8Array): Uint8Array =>
  hideChildren(fragment, { parent: 'moof', child: 'traf' });
