/** What a timeline shows: the instants at its two edges, in UTC ms. `fromMs` < `toMs`. */
export interface TimelineView {
  fromMs: number;
  toMs: number;
}

/** Narrowest view: 5 s. Widest: 62 days, so that a month and its neighbours fit. */
export const minSpanMs = 5_000;
export const maxSpanMs = 62 * 86_400_000;

export const spanOf = (view: TimelineView): number => view.toMs - view.fromMs;

/** Distance of an instant from the left edge, in CSS pixels of a timeline `width` pixels wide. */
export const pixelOf = (view: TimelineView, width: number, utcMs: number): number =>
  ((utcMs - view.fromMs) / spanOf(view)) * width;

/** The instant under a pixel, whole ms. */
export const instantAt = (view: TimelineView, width: number, pixel: number): number =>
  Math.round(view.fromMs + (pixel / width) * spanOf(view));

/** Zooms by `factor` (below 1 shows less) and keeps the instant `anchorMs` at its place. */
export function zoomed(view: TimelineView, factor: number, anchorMs: number): TimelineView {
  const span = Math.min(maxSpanMs, Math.max(minSpanMs, spanOf(view) * factor));
  const share = (anchorMs - view.fromMs) / spanOf(view);
  const fromMs = Math.round(anchorMs - share * span);
  return { fromMs, toMs: fromMs + Math.round(span) };
}

export const panned = (view: TimelineView, byMs: number): TimelineView => ({
  fromMs: Math.round(view.fromMs + byMs),
  toMs: Math.round(view.toMs + byMs),
});

/** A view `spanMs` wide. Live keeps 10 % of room for the future at the right; else the instant is in the middle. */
export function viewAround(atMs: number, spanMs: number, isLive: boolean): TimelineView {
  const fromMs = Math.round(atMs - spanMs * (isLive ? 0.9 : 0.5));
  return { fromMs, toMs: fromMs + spanMs };
}

/**
 * Follows a moving playhead: unchanged while it stays between 4 % and 96 % of the view, else moved so that it stands at
 * 90 % (live) or 20 % (playback).
 */
export function following(view: TimelineView, atMs: number, isLive: boolean): TimelineView {
  const share = (atMs - view.fromMs) / spanOf(view);
  if (share >= 0.04 && share <= 0.96) return view;
  return panned(view, atMs - (view.fromMs + spanOf(view) * (isLive ? 0.9 : 0.2)));
}

/** Keeps a view where footage can be: a tenth of it beyond now at the most, as much as live leaves free. */
export function clamped(view: TimelineView, nowMs: number): TimelineView {
  const latest = nowMs + spanOf(view) * 0.1;
  return view.toMs > latest ? panned(view, latest - view.toMs) : view;
}
