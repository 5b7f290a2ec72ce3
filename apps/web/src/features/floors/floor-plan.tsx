import type { Floor } from '@sightline/contracts/floors/floor';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { conePath, directionTo, onPlan } from './cone.ts';
import { PinButton, PinLink } from './placed-pin.tsx';
import type { PlanCamera } from './plan-camera.ts';
import type { Placing } from './use-placing.ts';
import classes from './floors.module.css';

interface FloorPlanProps {
  floor: Floor & { plan: NonNullable<Floor['plan']> };
  cameras: ReadonlyMap<string, PlanCamera>;
  placing: Placing;
  isEditing: boolean;
  chosenId: string | undefined;
  /** Width of the plan in parts of the room that there is. */
  zoom: number;
  onChoose: (cameraId: string | undefined) => void;
}

const handleShare = 0.05;

/** The plan of a floor with cameras and what they see; never mirrored. While it is edited, cameras can be moved and turned. */
export function FloorPlan({ floor, cameras, placing, isEditing, chosenId, zoom, onChoose }: FloorPlanProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const { plan, widthM } = floor;
  const scale = { ...plan, widthM };
  const shown = placing.placed.flatMap((placed) => {
    const camera = cameras.get(placed.cameraId);
    return camera === undefined ? [] : [{ placed, camera }];
  });
  const chosen = isEditing ? shown.find(({ camera }) => camera.id === chosenId)?.placed : undefined;
  const placeOf = (event: { clientX: number; clientY: number }): { x: number; y: number } => {
    const box = place.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: (event.clientX - box.x) / box.width, y: (event.clientY - box.y) / box.height };
  };
  const angle = ((chosen?.headingDeg ?? 0) * Math.PI) / 180;
  const handle =
    chosen &&
    onPlan({
      x: chosen.x + Math.sin(angle) * handleShare,
      y: chosen.y - (Math.cos(angle) * handleShare * plan.widthPx) / plan.heightPx,
    });
  return (
    <div className={classes.scroller} dir="ltr">
      <div
        ref={place}
        className={classes.plan}
        data-testid="floor-plan"
        style={{
          inlineSize: `${String(zoom * 100)}%`,
          aspectRatio: `${String(plan.widthPx)} / ${String(plan.heightPx)}`,
        }}
      >
        <img
          className={classes.picture}
          src={plan.url}
          alt={t('floors.plan.alt', { floor: floor.name, building: floor.buildingName })}
          draggable={false}
        />
        <svg
          className={classes.cones}
          viewBox={`0 0 ${String(plan.widthPx)} ${String(plan.heightPx)}`}
          aria-hidden="true"
        >
          {shown.map(({ placed, camera }) => (
            <path
              key={camera.id}
              className={classes.cone}
              data-level={camera.level}
              data-chosen={camera.id === chosen?.cameraId}
              d={conePath(placed, scale)}
            />
          ))}
        </svg>
        {shown.map(({ placed, camera }) =>
          isEditing ? (
            <PinButton
              key={camera.id}
              placed={placed}
              camera={camera}
              isChosen={camera.id === chosenId}
              placeOf={placeOf}
              onChoose={() => onChoose(camera.id)}
              onDrag={(after) => placing.show(camera.id, after)}
              onDrop={(after) => placing.put(camera.id, after)}
              onNudge={(after) => placing.putSoon(camera.id, after)}
              onRemove={() => placing.remove(camera.id)}
            />
          ) : (
            <PinLink key={camera.id} placed={placed} camera={camera} />
          ),
        )}
        {chosen !== undefined && handle !== undefined && (
          <span
            className={classes.handle}
            style={{ insetInlineStart: `${String(handle.x * 100)}%`, insetBlockStart: `${String(handle.y * 100)}%` }}
            aria-hidden="true"
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              if (event.currentTarget.hasPointerCapture(event.pointerId))
                placing.putSoon(chosen.cameraId, { ...chosen, headingDeg: directionTo(chosen, placeOf(event), plan) });
            }}
          />
        )}
      </div>
    </div>
  );
}
