import type { PlacedCamera } from '@sightline/contracts/floors/floor';
import { IconDeviceCctv } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Ellipsis } from '../../ui/layout/ellipsis.tsx';
import { StatusGlyph } from '../../ui/status/status-glyph.tsx';
import { onPlan, turned } from './cone.ts';
import type { PlanCamera } from './plan-camera.ts';
import classes from './floors.module.css';

const at = ({ x, y }: { x: number; y: number }) => ({
  insetInlineStart: `${String(x * 100)}%`,
  insetBlockStart: `${String(y * 100)}%`,
});

function Sign({ camera }: { camera: PlanCamera }) {
  return (
    <>
      <IconDeviceCctv size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes.pinLevel}>
        <StatusGlyph level={camera.level} />
      </span>
    </>
  );
}

/** A camera on a plan: leads to it. */
export function PinLink({ placed, camera }: { placed: PlacedCamera; camera: PlanCamera }) {
  return (
    <div className={classes.pinPlace} style={at(placed)}>
      <Link
        to="/camera/$cameraId"
        params={{ cameraId: camera.id }}
        className={classes.pin}
        data-level={camera.level}
        aria-label={`${camera.name}, ${camera.state}`}
      >
        <Sign camera={camera} />
      </Link>
      <Ellipsis className={classes.pinName} dir="auto" aria-hidden="true">
        {camera.name}
      </Ellipsis>
    </div>
  );
}

interface PinButtonProps {
  placed: PlacedCamera;
  camera: PlanCamera;
  isChosen: boolean;
  /** Where on the plan a pointer is. */
  placeOf: (event: { clientX: number; clientY: number }) => { x: number; y: number };
  onChoose: () => void;
  onDrag: (placed: PlacedCamera) => void;
  onDrop: (placed: PlacedCamera) => void;
  onNudge: (placed: PlacedCamera) => void;
  onRemove: () => void;
}

const step = 0.01;
const fineStep = 0.002;
const turnDeg = 5;
const moves: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const turns: Readonly<Record<string, number>> = { '[': -turnDeg, ']': turnDeg };

/** A camera that is being placed: drag it, or move it with the arrows (with Shift finely), turn it with the brackets, Delete takes it away. */
export function PinButton({
  placed,
  camera,
  isChosen,
  placeOf,
  onChoose,
  onDrag,
  onDrop,
  onNudge,
  onRemove,
}: PinButtonProps) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    const turn = turns[event.key];
    if (move !== undefined) {
      const by = event.shiftKey ? fineStep : step;
      onNudge({ ...placed, ...onPlan({ x: placed.x + move.x * by, y: placed.y + move.y * by }) });
    } else if (turn !== undefined) onNudge({ ...placed, headingDeg: turned(placed.headingDeg, turn) });
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
  };
  const moved = (event: PointerEvent<HTMLElement>): PlacedCamera => ({ ...placed, ...onPlan(placeOf(event)) });
  // Where the hand came down; a click that only trembles moves nothing.
  const grip = useRef<{ x: number; y: number; isMoving: boolean } | null>(null);
  const isMoving = ({ clientX, clientY }: PointerEvent): boolean => {
    const { current } = grip;
    if (current === null) return false;
    current.isMoving ||= Math.hypot(clientX - current.x, clientY - current.y) > 3;
    return current.isMoving;
  };
  const [x, y] = [Math.round(placed.x * 100), Math.round(placed.y * 100)];
  return (
    <div className={classes.pinPlace} style={at(placed)} data-chosen={isChosen}>
      <button
        type="button"
        className={classes.pin}
        data-level={camera.level}
        data-movable="true"
        aria-pressed={isChosen}
        aria-label={t('floors.place.pin', { name: camera.name, state: camera.state, x, y, heading: placed.headingDeg })}
        onFocus={onChoose}
        onClick={onChoose}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          grip.current = { x: event.clientX, y: event.clientY, isMoving: false };
        }}
        onPointerMove={(event) => {
          if (isMoving(event)) onDrag(moved(event));
        }}
        onPointerUp={(event) => {
          if (isMoving(event)) onDrop(moved(event));
          grip.current = null;
        }}
        // The browser took the hand away: what is shown is kept, and nothing follows it any more.
        onPointerCancel={() => {
          if (grip.current?.isMoving === true) onDrop(placed);
          grip.current = null;
        }}
      >
        <Sign camera={camera} />
      </button>
      <Ellipsis className={classes.pinName} dir="auto" aria-hidden="true">
        {camera.name}
      </Ellipsis>
    </div>
  );
}
