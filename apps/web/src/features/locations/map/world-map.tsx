import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconBuildingWarehouse, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { drawWorld } from './draw-world.ts';
import { clustersOf, type MapCluster, type MapPlace } from './map-places.ts';
import { fitting, largestZoom, type MapView } from './mercator.ts';
import { shownClusters, type ShownCluster } from './shown-clusters.ts';
import { useMapGestures } from './use-map-gestures.ts';
import { worldPaths } from './world-paths.ts';
import classes from './map.module.css';

interface WorldMapProps {
  places: readonly MapPlace[];
  chosenIds: readonly string[];
  /** Sign and words of how the cameras of a gathering are. */
  renderSign: (cluster: MapCluster) => ReactNode;
  textOf: (cluster: MapCluster) => string;
  /** Sites that were pointed at: one, or several that lie in one place. */
  onChoose: (ids: string[]) => void;
}

interface MarkerProps extends Omit<WorldMapProps, 'places'> {
  shown: ShownCluster;
  onOpen: (cluster: MapCluster) => void;
}

/** A site, or a gathering of them with its number. */
function Marker({ shown, chosenIds, renderSign, textOf, onChoose, onOpen }: MarkerProps) {
  const { cluster, x, y, isNamed } = shown;
  const [first] = cluster.places;
  const isOne = cluster.places.length === 1;
  return (
    <div className={classes.marker} style={{ transform: `translate(${String(Math.round(x))}px, ${String(Math.round(y))}px)` }}>
      <button
        type="button"
        className={classes.pin}
        data-many={!isOne}
        aria-pressed={isOne ? chosenIds.includes(first?.id ?? '') : undefined}
        aria-label={textOf(cluster)}
        onClick={() => (isOne && first !== undefined ? onChoose([first.id]) : onOpen(cluster))}
      >
        {cluster.cameraTotal === 0 ? <IconBuildingWarehouse size={14} stroke={1.75} aria-hidden="true" /> : renderSign(cluster)}
        {!isOne && <span className={classes.number}>{cluster.places.length}</span>}
      </button>
      {isNamed && (
        <span className={classes.label} dir="auto" aria-hidden="true">
          {first?.name}
        </span>
      )}
    </div>
  );
}

/** The world with sites on it: drawn from our own data, never mirrored, with names as text of the page. */
export function WorldMap({ places, chosenIds, renderSign, textOf, onChoose }: WorldMapProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLElement>(null);
  const { ref: sizeRef, width, height } = useElementSize<HTMLElement>();
  const size = useMemo(() => ({ width, height }), [width, height]);
  const world = useQuery(worldPaths());
  const scheme = useComputedColorScheme();
  // Nothing chosen yet: all sites are in view, also when the window changes its size.
  const [moved, setMoved] = useState<MapView | null>(null);
  const whole = useMemo(() => fitting(places, size), [places, size]);
  const view = moved ?? whole;
  const { zoomBy, handlers } = useMapGestures({ surface, size, onView: (change) => setMoved((before) => change(before ?? whole)) });
  const steps = Math.round(view.zoom * 2) / 2;
  const clusters = useMemo(() => clustersOf(places, steps), [places, steps]);
  useEffect(() => {
    if (canvas.current !== null && width > 0) drawWorld(canvas.current, world.data, { view, size });
  }, [world.data, view, size, width, scheme]);
  const open = (cluster: MapCluster): void => {
    // Nothing comes apart any more: they lie in one place.
    if (view.zoom > largestZoom - 1) onChoose(cluster.places.map(({ id }) => id));
    else setMoved(fitting(cluster.places, size, Math.min(largestZoom, view.zoom + 3)));
  };
  const ref = useMergedRef(surface, sizeRef);
  return (
    <section ref={ref} className={classes.map} dir="ltr" aria-label={t('locations.map.label')} data-testid="map" {...handlers}>
      <canvas ref={canvas} className={classes.canvas} aria-hidden="true" />
      {world.error !== null && (
        <div className={classes.failure}>
          <FormFailure failure={world.error} />
        </div>
      )}
      {width > 0 &&
        shownClusters(clusters, view, size).map((shown) => (
          <Marker key={shown.cluster.key} shown={shown} chosenIds={chosenIds} renderSign={renderSign} textOf={textOf} onChoose={onChoose} onOpen={open} />
        ))}
      <div className={classes.controls}>
        <ActionIcon size={36} variant="default" aria-label={t('locations.map.nearer')} onClick={() => zoomBy(1)}>
          <IconPlus size={20} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon size={36} variant="default" aria-label={t('locations.map.farther')} onClick={() => zoomBy(-1)}>
          <IconMinus size={20} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon size={36} variant="default" aria-label={t('locations.map.whole')} onClick={() => setMoved(null)}>
          <IconFocusCentered size={20} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </div>
    </section>
  );
}
