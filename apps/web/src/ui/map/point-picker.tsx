import { ActionIcon, Button } from '@mantine/core';
import { IconCurrentLocation, IconMapPinFilled, IconMinus, IconPlus } from '@tabler/icons-react';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fromMetres, projected, toScreen, unprojected, type WorldPoint } from '../../platform/geo/mercator.ts';
import { useStreetMap } from '../../platform/street-map/street-map-query.ts';
import { Stack } from '../layout/stack.tsx';
import { BaseMap } from './base-map.tsx';
import { isOnControl } from './open-map.ts';
import { useBaseMap } from './use-base-map.ts';
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

const pinPx = 28;
const pinBox = { x: -pinPx / 2, y: -pinPx, width: pinPx, height: pinPx };
const nearZoom = { streets: 15, countries: 8 } as const;
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A small map on which a place is chosen. Never mirrored: the east is on the right in every language. */
export function PointPicker({ point, onPick }: PointPickerProps) {
  const { t } = useTranslation();
  const hasStreets = useStreetMap().map !== null;
  const at = useMemo(() => (point === null ? [] : [projected(point)]), [point]);
  const base = useBaseMap(at, hasStreets ? nearZoom.streets : nearZoom.countries);
  const { map, view, size } = base;
  const pick = (place: WorldPoint): void => {
    const { lat, lon } = unprojected(place);
    // The picture stays where it is while the pin moves.
    base.hold();
    onPick({ lat: rounded(lat), lon: rounded(lon) });
  };
  useEffect(() => {
    // Whoever pushed the map did not mean a place on it: that is no click.
    const onClick = (event: MapBrowserEvent): void => {
      if (!isOnControl(event)) pick(fromMetres(event.coordinate));
    };
    map?.on('click', onClick);
    return () => map?.un('click', onClick);
  });
  const pin = at[0] === undefined || size.width === 0 ? null : toScreen(at[0], view, size);
  const obstacles = useMemo(() => at.map((place) => ({ ...place, boxes: [pinBox] })), [at]);
  return (
    <Stack gap={8}>
      <p className={classes.lead}>{t('streetMap.picker.lead')}</p>
      <section className={classes.map} dir="ltr" aria-label={t('streetMap.picker.label')} data-testid="point-picker">
        <BaseMap base={base} obstacles={obstacles}>
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
            <ActionIcon
              size={28}
              variant="default"
              aria-label={t('streetMap.picker.nearer')}
              onClick={() => base.zoomBy(1)}
            >
              <IconPlus size={16} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              size={28}
              variant="default"
              aria-label={t('streetMap.picker.farther')}
              onClick={() => base.zoomBy(-1)}
            >
              <IconMinus size={16} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          </Stack>
        </BaseMap>
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
