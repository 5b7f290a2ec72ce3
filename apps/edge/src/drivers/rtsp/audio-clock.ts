/** Where a track's RTP clock stands against the sender's wall clock, from a sender report. */
export interface ClockMark {
  ntpMs: number;
  /** Unwrapped RTP ticks of the track at that moment. */
  ticks: number;
}

export interface VideoMoment {
  pts90k: number;
  arrivalMs: number;
}

// Sender reports further from the arrival than this are wrong (cameras whose tracks have different clocks exist).
const maxReportOffset = 5 * 90_000;
const wobble = 30 * 90;
const jumpMs = 2 * 90_000;

/**
 * Puts audio on the video's time line. First by arrival; when both tracks have sent reports, by these. When the result leaves
 * what the arrival says by more than 2 s (one clock jumped), it begins anew by arrival.
 */
export function createAudioClock(rate: number): {
  videoReport(mark: ClockMark): void;
  audioReport(mark: ClockMark): void;
  /** pts of an audio frame; null before the first picture. */
  place(ticks: number, arrivalMs: number, video: VideoMoment | null): number | null;
} {
  let offset: number | null = null;
  let videoMark: ClockMark | null = null;
  let audioMark: ClockMark | null = null;
  const scale = 90_000 / rate;
  const align = (): void => {
    if (videoMark === null || audioMark === null || offset === null) return;
    const wanted = videoMark.ticks + (audioMark.ntpMs - videoMark.ntpMs) * 90 - audioMark.ticks * scale;
    const change = Math.abs(wanted - offset);
    if (change > wobble && change < maxReportOffset) offset = wanted;
  };
  return {
    videoReport(mark) {
      videoMark = mark;
      align();
    },
    audioReport(mark) {
      audioMark = mark;
      align();
    },
    place(ticks, arrivalMs, video) {
      if (video === null) return null;
      const expected = video.pts90k + (arrivalMs - video.arrivalMs) * 90;
      if (offset === null || Math.abs(ticks * scale + offset - expected) > jumpMs) {
        offset = expected - ticks * scale;
        videoMark = null;
        audioMark = null;
      }
      return Math.round(ticks * scale + offset);
    },
  };
}
