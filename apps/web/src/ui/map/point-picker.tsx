import { ActionIcon, Button } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconCurrentLocation, IconMapPinFilled, IconMinus, IconPlus } from '@tabler/icons-react';
import { useMemo, useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  fitting,
  fromScreen,
  largestZoom,
  projected,
  streetZoom,
  toScreen,
  unprojected,
  type MapView,
  type WorldPoint,
} from '../../platform/geo/mercator.ts';
import { useStreetMap } from '../../platform/street-map/street-map-query.ts';
import { Stack } from '../layout/stack.tsx';
import { BaseMap } from './base-map.tsx';
import { useMapGestures } from './use-map-gestures.ts';
import classes from './point-picker.module.css';

/** Degrees of a place. */
export interface PickedPoint {
  lat: number;
  lon: number;
}

interface PointPickerProps {
  /** Null while none was chosen. */
  point: PickedPoint | null;
  /** Degrees with six decimals: a tenth of a metre. */
  onPick: (point: PickedPoint) => void;
}

const clickPx = 4;
const pinPx = 28;
const nearZoom = { streets: 15, countries: 8 } as const;
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A small map on which a place is chosen. Never mirrored: the east is on the right in every language. */
export function PointPicker({ point, onPick }: PointPickerProps) {
  const { t } = useTranslation();
  const surface = useRef<HTMLElement>(null);
  const pressed = useRef<WorldPoint | null>(null);
  const { ref: sizeRef, width, height } = useElementSize<HTMLElement>();
  const size = useMemo(() => ({ width, height }), [width, height]);
  const hasStreets = useStreetMap().map !== null;
  const maxZoom = hasStreets ? streetZoom : largestZoom;
  const [moved, setMoved] = useState<MapView | null>(null);
  const at = point === null ? null : projected(point);
  const whole = fitting(at === null ? [] : [at], size, hasStreets ? nearZoom.streets : nearZoom.countries);
  const view = moved ?? whole;
  const { zoomBy, handlers } = useMapGestures({
    surface,
    size,
    maxZoom,
    onView: (change) => setMoved((before) => change(before ?? whole)),
  });
  const pick = (place: WorldPoint): void => {
    const { lat, lon } = unprojected(place);
    // The picture stays where it is while the pin moves.
    setMoved(view);
    onPick({ lat: rounded(lat), lon: rounded(lon) });
  };
  const placeOf = (event: PointerEvent<HTMLElement>): WorldPoint => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    pressed.current =
      event.target instanceof Element && event.target.closest('button, a') !== null ? null : placeOf(event);
    handlers.onPointerDown(event);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    handlers.onPointerUp(event);
    const [from, to] = [pressed.current, placeOf(event)];
    pressed.current = null;
    // Whoever pushed the map did not mean a place on it.
    if (from !== null && Math.hypot(to.x - from.x, to.y - from.y) <= clickPx) pick(fromScreen(to, view, size));
  };
  const ref = useMergedRef(surface, sizeRef);
  const pin = at === null ? null : toScreen(at, view, size);
  const obstacles = pin === null ? [] : [{ x: pin.x - pinPx / 2, y: pin.y - pinPx, width: pinPx, height: pinPx }];
  return (
    <Stack gap={8}>
      <p className={classes.lead}>{t('streetMap.picker.lead')}</p>
      <section
        ref={ref}
        className={classes.map}
        dir="ltr"
        aria-label={t('streetMap.picker.label')}
        data-testid="point-picker"
        {...handlers}
        onPointerDown={onPointerDown}
        onPointerUp={onPointerUp}
      >
        <BaseMap view={view} size={size} obstacles={obstacles} />
        {pin !== null && (
          <span
            className={classes.pin}
            role="img"
            aria-label={t('streetMap.picker.pin')}
            style={{ transform: `translate(${String(pin.x)}px, ${String(pin.y)}px)` }}
          >
            <IconMapPinFilled size={pinPx} aria-hidden="true" />
          </span>
        )}
        <span className={classes.cross} aria-hidden="true" />
        <Stack gap={4} className={classes.controls}>
          <ActionIcon size={28} variant="default" aria-label={t('streetMap.picker.nearer')} onClick={() => zoomBy(1)}>
            <IconPlus size={16} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon size={28} variant="default" aria-label={t('streetMap.picker.farther')} onClick={() => zoomBy(-1)}>
            <IconMinus size={16} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Stack>
      </section>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCurrentLocation size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => pick(view)}
        >
          {t('streetMap.picker.middle')}
        </Button>
      </div>
    </Stack>
  );
}
