/** What can be done with playback, by button or key. */
export interface PlaybackActions {
  togglePlay(): void;
  play(): void;
  pause(): void;
  /** Moves by ms, negative is back. */
  skip(byMs: number): void;
  setRate(rate: number): void;
  step(direction: 1 | -1): void;
  previous(): void;
  next(): void;
  goLive(): void;
  goOldest(): void;
  seek(utcMs: number): void;
  setSkipsGaps(skipsGaps: boolean): void;
  /** Below 1 shows a shorter time. */
  zoom(factor: number): void;
  openJump(): void;
}

/** What the controls show. */
export interface PlaybackState {
  isLive: boolean;
  isPlaying: boolean;
  rate: number;
  skipsGaps: boolean;
}
