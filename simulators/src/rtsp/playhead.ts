import type { LoadedMedia, LoadedUnit } from './loaded-media.ts';
import { firstUnitFrom, unitAt } from './track-loop.ts';
import type { LoopedUnit } from './track-loop.ts';

/** The next unit to send. `ticks` is its presentation time on the stream's endless RTP time line, without wrap. */
export interface DueUnit {
  track: 'video' | 'audio';
  unit: LoadedUnit;
  dueMs: number;
  ticks: number;
  /** How far its file had come when it is due, over all its rounds. */
  fileMs: number;
  media: LoadedMedia;
}

/** A keyframe this much in the past is still sent to who joins now, so that starting together means starting whole. */
const joinBackMs = 300;

/** Walks through the endless repetition of a file, video and audio in the order in which they are due. */
export interface Playhead {
  media(): LoadedMedia;
  next(): DueUnit;
  advance(): void;
  /** Jumps to what is due from `ms` on. */
  moveTo(ms: number): void;
  /** Goes on with another file, whose first unit is due at `ms`. */
  switchTo(media: LoadedMedia, ms: number): void;
}

/** Video numbers restart with each file; a keyframe just before `ms` is preferred to waiting for the next one. */
function joinPoint(media: LoadedMedia, ms: number): number {
  const first = firstUnitFrom(media.video, ms);
  for (let n = first - 1; n >= 0; n -= 1) {
    const before = unitAt(media.video, n);
    if (ms - before.dueMs > joinBackMs) break;
    if (before.unit.key) return n;
  }
  return first;
}

export function createPlayhead(first: LoadedMedia): Playhead {
  let media = first;
  let startMs = 0;
  let video = 0;
  let audio = 0;
  const due = (track: 'video' | 'audio', at: LoopedUnit): DueUnit => {
    const rate = track === 'video' ? media.video.clockRate : media.audio!.clockRate;
    return {
      track,
      unit: at.unit,
      dueMs: startMs + at.dueMs,
      ticks: Math.round((startMs * rate) / 1000) + at.pts,
      fileMs: at.dueMs,
      media,
    };
  };
  const nextAudio = (): DueUnit | null => (media.audio ? due('audio', unitAt(media.audio, audio)) : null);
  const pick = (): DueUnit => {
    const picture = due('video', unitAt(media.video, video));
    const sound = nextAudio();
    return sound && sound.dueMs < picture.dueMs ? sound : picture;
  };
  return {
    media: () => media,
    next: pick,
    advance() {
      if (pick().track === 'video') video += 1;
      else audio += 1;
    },
    moveTo(ms) {
      video = joinPoint(media, ms - startMs);
      audio = media.audio ? firstUnitFrom(media.audio, ms - startMs) : 0;
    },
    switchTo(other, ms) {
      media = other;
      startMs = ms;
      video = 0;
      audio = 0;
    },
  };
}
