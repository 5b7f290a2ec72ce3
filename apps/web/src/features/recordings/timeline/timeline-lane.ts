import type { ReactNode } from 'react';
import type { TimelineView } from './timeline-view.ts';

/** What a lane draws on. CSS pixels; time runs from left to right. */
export interface LaneCanvas {
  context: CanvasRenderingContext2D;
  view: TimelineView;
  width: number;
  nowMs: number;
  /** Value of a design token, for instance `--s-text`. */
  token: (name: string) => string;
}

/** What lies under a pointer in a lane. */
export interface LaneHit {
  key: string;
  /** Middle of the mark, pixels. */
  x: number;
  /** Where to play from. Instants are UTC ms. */
  playFromMs: number;
  /** Several marks in one: shows them apart instead of playing. */
  zoomTo: TimelineView | null;
}

export interface LanePlace {
  x: number;
  y: number;
  view: TimelineView;
  width: number;
  nowMs: number;
}

/** Marks between the ruler and the motion of a timeline, y 28 to 56. Another object means other marks. */
export interface TimelineLane {
  draw: (canvas: LaneCanvas) => void;
  hit: (place: LanePlace) => LaneHit | null;
  /** What is said of a mark. */
  tip: (hit: LaneHit) => ReactNode;
}
