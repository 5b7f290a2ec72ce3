import { partAt } from './hit-test.ts';
import type { TimelinePart } from './hit-test.ts';
import type { LaneHit } from './timeline-lane.ts';
import { instantAt, panned, pixelOf, spanOf, zoomed } from './timeline-view.ts';
import type { TimelineView } from './timeline-view.ts';

export interface Selection {
  fromUtcMs: number;
  toUtcMs: number;
}

export interface PointerRequests {
  view: TimelineView;
  width: number;
  positionMs: () => number;
  nowMs: () => number;
  selection: Selection | null;
  /** The mark at a place, pixels from the upper left corner. */
  markAt: (x: number, y: number) => LaneHit | null;
  onView: (view: TimelineView) => void;
  onSeek: (utcMs: number) => void;
  onSelection: (selection: Selection) => void;
}

/** Where the pointer is, and the instant being scrubbed to while it drags the playhead. */
export interface PointerState {
  hoverX: number | null;
  hoverY: number;
  scrubMs: number | null;
}

interface Drag {
  part: TimelinePart;
  startX: number;
  startView: TimelineView;
  hasMoved: boolean;
}

const clickSlack = 4;
const onTheLine = 2;
/** While something is dragged no mark is pointed at. */
const belowLanes = Number.POSITIVE_INFINITY;
export const nowhere: PointerState = { hoverX: null, hoverY: belowLanes, scrubMs: null };
const wheelStep = 1.0016;
const shortestSelectionMs = 1000;

/** Mouse, pen and fingers on the timeline: click to seek, drag to pan, drag the playhead to scrub, wheel and pinch to zoom. */
export class PointerControl {
  readonly #element: HTMLElement;
  readonly #onState: (state: PointerState) => void;
  readonly #listening = new AbortController();
  readonly #fingers = new Map<number, number>();
  #drag: Drag | null = null;
  requests: PointerRequests;

  constructor(element: HTMLElement, requests: PointerRequests, onState: (state: PointerState) => void) {
    this.#element = element;
    this.requests = requests;
    this.#onState = onState;
    const { signal } = this.#listening;
    element.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    element.addEventListener('pointermove', (event) => this.#move(event), { signal });
    element.addEventListener('pointerup', (event) => this.#up(event), { signal });
    element.addEventListener('pointercancel', (event) => this.#up(event), { signal });
    element.addEventListener('pointerleave', () => this.#drag ?? onState(nowhere), { signal });
    element.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
  }

  stop(): void {
    this.#listening.abort();
  }

  #xOf(event: MouseEvent): number {
    return event.clientX - this.#element.getBoundingClientRect().x;
  }

  #yOf(event: MouseEvent): number {
    return event.clientY - this.#element.getBoundingClientRect().y;
  }

  #playheadX(): number {
    return pixelOf(this.requests.view, this.requests.width, this.requests.positionMs());
  }

  /** The instant under a pixel; nothing lies beyond now. */
  #at(x: number): number {
    return Math.min(this.requests.nowMs(), instantAt(this.requests.view, this.requests.width, x));
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const x = this.#xOf(event);
    this.#fingers.set(event.pointerId, x);
    this.#element.setPointerCapture(event.pointerId);
    const { view, width, selection } = this.requests;
    const part = partAt(
      x,
      { view, width, positionMs: this.requests.positionMs(), selection },
      event.pointerType === 'touch' ? 'touch' : 'mouse',
    );
    this.#drag = { part, startX: x, startView: view, hasMoved: this.#fingers.size > 1 };
  }

  #move(event: PointerEvent): void {
    const x = this.#xOf(event);
    const before = this.#fingers.get(event.pointerId);
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (before !== undefined) this.#fingers.set(event.pointerId, x);
    if (before !== undefined && other !== undefined) return this.#pinch({ before, x, other });
    if (!this.#drag) return this.#onState({ hoverX: x, hoverY: this.#yOf(event), scrubMs: null });
    if (Math.abs(x - this.#drag.startX) > clickSlack) this.#drag.hasMoved = true;
    if (this.#drag.hasMoved) this.#dragTo(this.#drag, x);
  }

  #pinch({ before, x, other }: { before: number; x: number; other: number }): void {
    const { view, width, onView } = this.requests;
    if (this.#drag) this.#drag.hasMoved = true;
    const factor = Math.max(8, Math.abs(before - other)) / Math.max(8, Math.abs(x - other));
    onView(zoomed(view, factor, instantAt(view, width, (x + other) / 2)));
  }

  #dragTo(drag: Drag, x: number): void {
    const { width, selection, onSelection, onView } = this.requests;
    if (drag.part === 'playhead') return this.#onState({ hoverX: x, hoverY: belowLanes, scrubMs: this.#at(x) });
    if (drag.part === 'track')
      return onView(panned(drag.startView, ((drag.startX - x) / width) * spanOf(drag.startView)));
    if (!selection) return;
    if (drag.part === 'selectionFrom')
      onSelection({ ...selection, fromUtcMs: Math.min(this.#at(x), selection.toUtcMs - shortestSelectionMs) });
    else onSelection({ ...selection, toUtcMs: Math.max(this.#at(x), selection.fromUtcMs + shortestSelectionMs) });
    this.#onState({ hoverX: x, hoverY: belowLanes, scrubMs: null });
  }

  #up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    const drag = this.#drag;
    if (this.#fingers.size > 0 || !drag) return;
    this.#drag = null;
    const x = this.#xOf(event);
    const mark = drag.hasMoved || event.type !== 'pointerup' ? null : this.requests.markAt(x, this.#yOf(event));
    if (mark) this.#open(mark);
    // A tap beside the playhead moves it too, however near. On its very line it changes nothing: live stays live.
    const isBeside = drag.hasMoved || Math.abs(x - this.#playheadX()) > onTheLine;
    const isSeek = !mark && (drag.part === 'playhead' ? isBeside : drag.part === 'track' && !drag.hasMoved);
    if (isSeek && event.type === 'pointerup') this.requests.onSeek(this.#at(x));
    this.#onState(event.pointerType === 'mouse' ? { hoverX: x, hoverY: this.#yOf(event), scrubMs: null } : nowhere);
  }

  #open(mark: LaneHit): void {
    if (mark.zoomTo) this.requests.onView(mark.zoomTo);
    else this.requests.onSeek(Math.min(this.requests.nowMs(), mark.playFromMs));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { view, width, onView } = this.requests;
    const sideways = event.shiftKey
      ? event.deltaY || event.deltaX
      : Math.abs(event.deltaX) > Math.abs(event.deltaY)
        ? event.deltaX
        : 0;
    if (sideways !== 0) onView(panned(view, (sideways / width) * spanOf(view)));
    else onView(zoomed(view, wheelStep ** event.deltaY, instantAt(view, width, this.#xOf(event))));
  }
}
