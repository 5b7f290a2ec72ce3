import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { Corner, ShapeForm } from './corners.ts';
import { middleAfter, sidesOf, withCorner, withNewCorner, withoutCorner } from './corners.ts';
import classes from './drawing.module.css';

interface CornerHandlesProps {
  points: readonly Corner[];
  /** How many corners there may be. */
  form: ShapeForm;
  /** What a corner is called. */
  nameOf: (corner: Corner, index: number) => string;
  /** Moves one corner; where others follow it. */
  withMoved?: (points: readonly Corner[], index: number, to: Corner) => Corner[];
  place: RefObject<HTMLDivElement | null>;
  /** The corner that the buttons beside the picture are about. */
  chosenCorner: number | null;
  onChooseCorner: (index: number) => void;
  /** `mark` is the same for all movements of one drag, and for a corner that is moved by keys. */
  onPoints: (points: Corner[], mark?: string) => void;
}

const step = 0.01;
const fineStep = 0.002;
const moves: Readonly<Record<string, Corner>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
const at = ({ x, y }: Corner) => ({ insetInlineStart: percent(x), insetBlockStart: percent(y) });

/** Corners of what is drawn as buttons: drag, or Tab to one; arrows move it, Enter adds one after it, Delete removes it. */
export function CornerHandles(props: CornerHandlesProps) {
  const { points, form, nameOf, withMoved = withCorner, place, chosenCorner, onChooseCorner, onPoints } = props;
  const held = useRef<{ index: number; mark: string } | null>(null);
  const focusNext = useRef<number | null>(null);
  const corners = useRef(new Map<number, HTMLButtonElement>());
  useEffect(() => {
    if (focusNext.current === null) return;
    corners.current.get(focusNext.current)?.focus();
    focusNext.current = null;
  }, [points]);
  // While a corner is dragged its number stays, its place does not: the number is what it is known by.
  const handles = points.map((corner, index) => ({ corner, index, key: `corner ${String(index)}` }));
  const placeOf = (event: { clientX: number; clientY: number }): Corner => {
    const box = place.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: (event.clientX - box.x) / box.width, y: (event.clientY - box.y) / box.height };
  };
  const onKey = (index: number) => (event: KeyboardEvent) => {
    const move = moves[event.key];
    const corner = points[index];
    if (move && corner) {
      const by = event.shiftKey ? fineStep : step;
      onPoints(
        withMoved(points, index, { x: corner.x + move.x * by, y: corner.y + move.y * by }),
        `keys ${String(index)}`,
      );
    } else if (event.key === 'Enter') {
      focusNext.current = index + 1;
      onPoints(withNewCorner(points, index, form));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      focusNext.current = Math.max(0, index - 1);
      onPoints(withoutCorner(points, index, form));
    } else return;
    event.preventDefault();
  };
  const grab = (index: number, event: PointerEvent): string => {
    // A count would begin anew with each area that is chosen, and two drags would be taken back as one.
    const mark = `drag ${String(event.timeStamp)}`;
    held.current = { index, mark };
    place.current?.setPointerCapture(event.pointerId);
    onChooseCorner(index);
    return mark;
  };
  // The picture, not the handle, hears the movement: a handle that is made anew while it is dragged would lose it.
  useDrag(place, {
    held,
    onMove: ({ index, mark }, event) => onPoints(withMoved(points, index, placeOf(event)), mark),
  });
  return (
    <>
      {points.length < form.max &&
        sidesOf(points, form).map((index) => (
          <span
            key={`side ${String(index)}`}
            className={classes.side}
            style={at(middleAfter(points, index))}
            aria-hidden="true"
            onPointerDown={(event) => onPoints(withNewCorner(points, index, form), grab(index + 1, event))}
          />
        ))}
      {handles.map(({ corner, index, key }) => (
        <button
          key={key}
          ref={(element) => {
            if (element) corners.current.set(index, element);
            else corners.current.delete(index);
          }}
          type="button"
          className={classes.corner}
          style={at(corner)}
          data-chosen={index === chosenCorner}
          aria-label={nameOf(corner, index)}
          onFocus={() => onChooseCorner(index)}
          onPointerDown={(event) => grab(index, event)}
          onKeyDown={onKey(index)}
        />
      ))}
    </>
  );
}

type Held = { index: number; mark: string };

interface Drag {
  held: RefObject<Held | null>;
  onMove: (held: Held, event: { clientX: number; clientY: number }) => void;
}

function useDrag(place: RefObject<HTMLDivElement | null>, { held, onMove }: Drag): void {
  const move = useRef(onMove);
  useEffect(() => {
    move.current = onMove;
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    const release = (): void => {
      held.current = null;
    };
    element.addEventListener('pointermove', (event) => held.current !== null && move.current(held.current, event), {
      signal,
    });
    element.addEventListener('pointerup', release, { signal });
    element.addEventListener('pointercancel', release, { signal });
    return () => listening.abort();
  }, [place, held]);
}
