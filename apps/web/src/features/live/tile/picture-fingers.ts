import { doubleTapMs, gestureOf, isDouble, neighbourOf, skipAt } from './picture-gestures.ts';
import type { PictureActions, PictureTouch } from './picture-gestures.ts';

/** What gestures do now. */
export interface GestureRequest extends PictureActions {
  /** An enlarged picture is moved by one finger; it leads nowhere else. */
  isEnlarged: boolean;
}

const isControl = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest('button, a, [role="menu"]') !== null;

const touchOf = (event: PointerEvent): PictureTouch => ({ x: event.clientX, y: event.clientY, atMs: event.timeStamp });

/** Taps, double taps and swipes of one finger, and the double click of a mouse, on a picture. Two fingers enlarge it elsewhere. */
export class PictureFingers {
  readonly #element: HTMLElement;
  readonly #listening = new AbortController();
  readonly #fingers = new Set<number>();
  #from: PictureTouch | null = null;
  #last: PictureTouch | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pointer = 'mouse';
  request: GestureRequest;

  constructor(element: HTMLElement, request: GestureRequest) {
    this.#element = element;
    this.request = request;
    const { signal } = this.#listening;
    element.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    window.addEventListener('pointerup', (event) => this.#up(event), { signal });
    window.addEventListener('pointercancel', (event) => this.#up(event), { signal });
    element.addEventListener('dblclick', (event) => this.#doubleClick(event), { signal });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#listening.abort();
  }

  #down(event: PointerEvent): void {
    this.#pointer = event.pointerType;
    if (event.pointerType === 'mouse' || isControl(event)) return;
    this.#fingers.add(event.pointerId);
    this.#from = this.#fingers.size === 1 ? touchOf(event) : null;
  }

  #up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId) || this.#from === null) return;
    const from = this.#from;
    this.#from = null;
    if (event.type !== 'pointerup') return;
    clearTimeout(this.#timer);
    this.#last = this.#done(from, touchOf(event));
    if (this.#last !== null) this.#timer = setTimeout(() => this.request.onTap(), doubleTapMs);
  }

  /** Does what was meant; answers the tap that a second one may follow. */
  #done(from: PictureTouch, to: PictureTouch): PictureTouch | null {
    const gesture = gestureOf(from, to);
    if (gesture === 'tap') {
      if (!isDouble(this.#last, to)) return to;
      const box = this.#element.getBoundingClientRect();
      this.request.onSkip(skipAt(to.x - box.x, box.width));
    } else if (gesture !== null && !this.request.isEnlarged)
      this.request.onNeighbour(neighbourOf(gesture, document.documentElement.dir === 'rtl'));
    return null;
  }

  /** Browsers make one of two taps too; those are understood already. */
  #doubleClick(event: MouseEvent): void {
    if (this.#pointer === 'mouse' && !isControl(event)) this.request.onFullScreen();
  }
}
