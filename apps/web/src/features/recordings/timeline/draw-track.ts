import type { Interval } from '@sightline/contracts/recordings/recording';
import type { DrawnCoverage } from '../coverage/coverage-tiles.ts';
import type { StoragePiece } from '../storage/storage-pieces.ts';
import { isExpectedGap } from '@sightline/domain/recordings/expected-gaps';
import { placeGapWords } from './gap-words.ts';
import { motionBars } from './motion-bars.ts';
import { layout } from './timeline-layout.ts';
import type { TimelinePalette } from './timeline-palette.ts';
import { pixelOf } from './timeline-view.ts';
import type { TimelineView } from './timeline-view.ts';

/** Where and with what something is drawn. */
export interface Canvas {
  context: CanvasRenderingContext2D;
  palette: TimelinePalette;
  view: TimelineView;
  width: number;
}

/** Shorter gaps are seams of a start: drawn only where they are wide enough to be what they are. */
const seamMs = 500;
const trackHeight = layout.trackBottom - layout.ruler;

function spanOnScreen({ view, width }: Canvas, { fromUtcMs, toUtcMs }: Interval): { x: number; w: number } | null {
  const from = Math.max(-2, pixelOf(view, width, fromUtcMs));
  const to = Math.min(width + 2, pixelOf(view, width, toUtcMs));
  return to < -1 || from > width + 1 ? null : { x: from, w: Math.max(1, to - from) };
}

/** Track, future, recorded band and motion. */
export function drawRecorded(canvas: Canvas, coverage: DrawnCoverage, nowMs: number): void {
  const { context, palette, view, width } = canvas;
  context.fillStyle = palette.track;
  context.fillRect(0, layout.ruler, width, trackHeight);
  const now = pixelOf(view, width, nowMs);
  if (now < width) {
    context.fillStyle = palette.future;
    context.fillRect(Math.max(0, now), layout.ruler, width, trackHeight);
  }
  context.fillStyle = palette.motion;
  for (const { x, share } of motionBars(coverage.motion, view, width)) {
    const height = Math.max(1, share * (layout.motionBottom - layout.motionTop));
    context.fillRect(x, layout.motionBottom - height, layout.motionBar, height);
  }
  context.fillStyle = palette.recorded;
  for (const interval of coverage.recorded) {
    const span = spanOnScreen(canvas, interval);
    if (span) context.fillRect(span.x, layout.coverageTop, span.w, layout.trackBottom - layout.coverageTop);
  }
}

/** What may be from another time: the recorded band paler, in a dashed outline, and words where there is room. */
export function drawUncertain(canvas: Canvas, uncertain: readonly Interval[], words: string): void {
  const { context, palette, width } = canvas;
  for (const interval of uncertain) {
    const span = spanOnScreen(canvas, interval);
    if (!span) continue;
    const [y, height] = [layout.coverageTop, layout.trackBottom - layout.coverageTop];
    context.fillStyle = palette.track;
    context.fillRect(span.x, y, span.w, height);
    context.save();
    context.globalAlpha = 0.4;
    context.fillStyle = palette.recorded;
    context.fillRect(span.x, y, span.w, height);
    context.globalAlpha = 1;
    context.strokeStyle = palette.text2;
    context.lineWidth = 1.5;
    context.setLineDash([5, 3]);
    context.strokeRect(span.x + 0.75, y + 0.75, Math.max(1, span.w - 1.5), height - 1.5);
    context.restore();
    context.font = `400 11px ${palette.font}`;
    context.textBaseline = 'middle';
    const wordsWidth = context.measureText(words).width;
    const x = placeGapWords({ from: span.x, to: span.x + span.w }, { width: wordsWidth, freeUntil: width });
    if (span.w >= layout.gapWordsFrom && wordsWidth + 8 < span.w && x !== null)
      drawWords(canvas, { words, x, width: wordsWidth, isCalm: true });
  }
}

/** What is kept longer: notches in the recorded band, so that it is told without its colour. */
export function drawSmart(canvas: Canvas, pieces: readonly StoragePiece[]): void {
  const { context, palette } = canvas;
  context.fillStyle = palette.track;
  for (const piece of pieces) {
    if (piece.tier !== 'smart') continue;
    const span = spanOnScreen(canvas, piece);
    if (!span) continue;
    const end = Math.min(span.x + span.w, canvas.width);
    for (let x = Math.ceil(Math.max(0, span.x) / layout.smartStep) * layout.smartStep; x < end; x += layout.smartStep) {
      context.fillRect(x, layout.smartTop, layout.smartNotch, layout.trackBottom - layout.smartTop);
    }
  }
}

function hatch(context: CanvasRenderingContext2D, box: { x: number; w: number }): void {
  context.save();
  context.beginPath();
  context.rect(box.x, layout.ruler, box.w, trackHeight);
  context.clip();
  context.globalAlpha = 0.45;
  context.lineWidth = 1.5;
  context.beginPath();
  // Lines start at multiples of the distance, so that the hatch does not swim while the view moves.
  for (let x = Math.floor((box.x - trackHeight) / 8) * 8; x < box.x + box.w; x += 8) {
    context.moveTo(x, layout.trackBottom);
    context.lineTo(x + trackHeight, layout.ruler);
  }
  context.stroke();
  context.restore();
}

/** Gaps with hatch and edges, those that people want without; and their words where there is room. */
export function drawGaps(
  canvas: Canvas,
  gaps: DrawnCoverage['gaps'],
  wordsOf: (gap: DrawnCoverage['gaps'][number]) => string,
): void {
  const { context, palette, view, width } = canvas;
  context.font = `400 11px ${palette.font}`;
  context.textBaseline = 'middle';
  for (const [index, gap] of gaps.entries()) {
    const box = spanOnScreen(canvas, gap);
    if (!box || (gap.toUtcMs - gap.fromUtcMs < seamMs && box.w < 3)) continue;
    if (!isExpectedGap(gap)) drawFailure(canvas, box);
    if (box.w < layout.gapWordsFrom) continue;
    const words = wordsOf(gap);
    const next = gaps[index + 1];
    const freeUntil = next ? Math.min(width, pixelOf(view, width, next.fromUtcMs)) : width;
    const wordsWidth = context.measureText(words).width;
    const x = placeGapWords({ from: box.x, to: box.x + box.w }, { width: wordsWidth, freeUntil });
    if (x !== null) drawWords(canvas, { words, x, width: wordsWidth, isCalm: isExpectedGap(gap) });
  }
}

function drawFailure({ context, palette }: Canvas, box: { x: number; w: number }): void {
  context.fillStyle = palette.gap;
  context.fillRect(box.x, layout.ruler, box.w, trackHeight);
  context.strokeStyle = palette.gapLine;
  context.fillStyle = palette.gapLine;
  if (box.w > 3) hatch(context, box);
  context.fillRect(box.x, layout.ruler, 1.5, trackHeight);
  context.fillRect(box.x + box.w - 1.5, layout.ruler, 1.5, trackHeight);
}

function drawWords(
  { context, palette }: Canvas,
  text: { words: string; x: number; width: number; isCalm: boolean },
): void {
  const { words, x, width } = text;
  context.fillStyle = text.isCalm ? palette.track : palette.gap;
  context.fillRect(x - 4, layout.gapWordsY - 9, width + 8, 18);
  context.fillStyle = text.isCalm ? palette.text2 : palette.gapText;
  context.textAlign = 'left';
  context.fillText(words, x, layout.gapWordsY);
}
