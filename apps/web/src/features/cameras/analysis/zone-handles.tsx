import type { DefinedZone } from '@sightline/contracts/cameras/camera-analysis';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Corner } from './zone-corners.ts';
import { middleAfter, mostCorners, withCorner, withNewCorner, withoutCorner } from './zone-corners.ts';
import classes from './zone-picture.module.css';

interface ZoneCornersProps {
  zone: DefinedZone;
  place: RefObject<HTMLDivElement | null>;
  onPoints: (points: Corner[]) => void;
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

/** Corners of a zone as buttons: drag, or Tab to one; arrows move it, Enter adds one after it, Delete removes it. */
export function ZoneCorners({ zone, place, onPoints }: ZoneCornersProps) {
  const { t } = useTranslation();
  const { points } = zone;
  const held = useRef<number | null>(null);
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
      onPoints(withCorner(points, index, { x: corner.x + move.x * by, y: corner.y + move.y * by }));
    } else if (event.key === 'Enter') {
      focusNext.current = index + 1;
      onPoints(withNewCorner(points, index));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      focusNext.current = Math.max(0, index - 1);
      onPoints(withoutCorner(points, index));
    } else return;
    event.preventDefault();
  };
  const grab = (index: number, event: PointerEvent): void => {
    held.current = index;
    place.current?.setPointerCapture(event.pointerId);
  };
  // The picture, not the handle, hears the movement: a handle that is made anew while it is dragged would lose it.
  useDrag(place, { held, onMove: (index, event) => onPoints(withCorner(points, index, placeOf(event))) });
  return (
    <>
      {points.length < mostCorners &&
        handles.map(({ index, key }) => (
          <span
            key={key}
            className={classes.side}
            style={at(middleAfter(points, index))}
            aria-hidden="true"
            onPointerDown={(event) => {
              onPoints(withNewCorner(points, index));
              grab(index + 1, event);
            }}
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
          aria-label={t('cameras.analysis.zone.corner', {
            number: index + 1,
            count: points.length,
            zone: zone.name,
            x: Math.round(corner.x * 100),
            y: Math.round(corner.y * 100),
          })}
          onPointerDown={(event) => grab(index, event)}
          onKeyDown={onKey(index)}
        />
      ))}
    </>
  );
}

interface Drag {
  held: RefObject<number | null>;
  onMove: (index: number, event: { clientX: number; clientY: number }) => void;
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
    element.addEventListener('pointermove', (event) => held.current !== null && move.current(held.current, event), { signal });
    element.addEventListener('pointerup', release, { signal });
    element.addEventListener('pointercancel', release, { signal });
    return () => listening.abort();
  }, [place, held]);
}
