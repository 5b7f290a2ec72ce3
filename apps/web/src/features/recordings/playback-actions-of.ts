import type { PlaybackActions } from './controls/playback-actions.ts';
import type { DrawnCoverage } from './coverage/coverage-tiles.ts';
import { nextRecording, previousRecording } from './coverage/neighbours.ts';
import type { PlaybackSource } from './playback-source.ts';
import type { ViewHandle } from './use-timeline-view.ts';

interface ActionDeps {
  source: PlaybackSource;
  handle: ViewHandle;
  coverage: DrawnCoverage;
  openJump: () => void;
}

/** What buttons and keys do, joined from the player, the view and what is recorded. */
export function playbackActions({ source, handle, coverage, openJump }: ActionDeps): PlaybackActions {
  const seek = (utcMs: number): void => {
    source.seek(utcMs);
    handle.show(utcMs);
  };
  return {
    togglePlay: () => (source.state.isPlaying ? source.pause() : source.play()),
    play: () => source.play(),
    pause: () => source.pause(),
    skip: (byMs) => {
      if (!(source.state.isLive && byMs > 0)) seek(source.positionMs() + byMs);
    },
    setRate: (rate) => source.setRate(rate),
    step: (direction) => source.step(direction),
    previous: () => {
      const start = previousRecording(coverage.recorded, source.positionMs());
      if (start !== null) seek(start);
    },
    next: () => {
      const start = nextRecording(coverage.recorded, source.positionMs());
      if (start === null) source.goLive();
      else seek(start);
    },
    goLive: () => {
      source.goLive();
      handle.show(source.nowMs());
    },
    goOldest: () => {
      if (coverage.oldestUtcMs !== null) seek(coverage.oldestUtcMs);
    },
    seek,
    setSkipsGaps: (skipsGaps) => source.setSkipsGaps(skipsGaps),
    zoom: (factor) => handle.zoom(factor),
    openJump,
  };
}
