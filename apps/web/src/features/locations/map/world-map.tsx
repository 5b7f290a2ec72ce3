import { ActionIcon } from '@mantine/core';
import { IconBuildingWarehouse, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ellipsis } from '../../../ui/layout/ellipsis.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { BaseMap } from '../../../ui/map/base-map.tsx';
import { useBaseMap } from '../../../ui/map/use-base-map.ts';
import { clustersOf, type MapCluster, type MapPlace } from './map-places.ts';
import { obstacleOf, shownClusters, type ShownCluster } from './shown-clusters.ts';
import classes from './map.module.css';

const nearestZoom = 9;

interface WorldMapProps {
  places: readonly MapPlace[];
  chosenIds: readonly string[];
  /** Sign and words of how a gathering is; asked only where there is a core or a camera. */
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
    <div
      className={classes.marker}
      style={{ transform: `translate(${String(Math.round(x))}px, ${String(Math.round(y))}px)` }}
    >
      <button
        type="button"
        className={classes.pin}
        data-many={!isOne}
        aria-pressed={isOne ? chosenIds.includes(first?.id ?? '') : undefined}
        aria-label={textOf(cluster)}
        onClick={() => (isOne && first !== undefined ? onChoose([first.id]) : onOpen(cluster))}
      >
        {cluster.cameraTotal === 0 && cluster.status === null ? (
          <IconBuildingWarehouse size={14} stroke={1.75} aria-hidden="true" />
        ) : (
          renderSign(cluster)
        )}
        {!isOne && <span className={classes.number}>{cluster.places.length}</span>}
      </button>
      {isNamed && (
        <Ellipsis className={classes.label} dir="auto" aria-hidden="true">
          {first?.name}
        </Ellipsis>
      )}
    </div>
  );
}

/** The world with sites on it: drawn from our own data, never mirrored, with names as text of the page. */
export function WorldMap({ places, chosenIds, renderSign, textOf, onChoose }: WorldMapProps) {
  const { t } = useTranslation();
  // Nothing chosen yet: all sites are in view, also when the window changes its size.
  const base = useBaseMap(places, nearestZoom);
  const { view, size, maxZoom } = base;
  const steps = Math.round(view.zoom * 2) / 2;
  const clusters = useMemo(() => clustersOf(places, steps), [places, steps]);
  const shown = useMemo(() => (size.width > 0 ? shownClusters(clusters, view, size) : []), [clusters, view, size]);
  const obstacles = useMemo(() => shown.map(obstacleOf), [shown]);
  const open = (cluster: MapCluster): void => {
    // Nothing comes apart any more: they lie in one place.
    if (view.zoom > maxZoom - 1) onChoose(cluster.places.map(({ id }) => id));
    else base.goTo(cluster.places, Math.min(maxZoom, view.zoom + 3));
  };
  return (
    <section className={classes.map} dir="ltr" aria-label={t('locations.map.label')} data-testid="map">
      <BaseMap base={base} obstacles={obstacles}>
        {shown.map((one) => (
          <Marker
            key={one.cluster.key}
            shown={one}
            chosenIds={chosenIds}
            renderSign={renderSign}
            textOf={textOf}
            onChoose={onChoose}
            onOpen={open}
          />
        ))}
        <Stack gap={4} className={classes.controls}>
          <ActionIcon size={36} variant="default" aria-label={t('locations.map.nearer')} onClick={() => base.zoomBy(1)}>
            <IconPlus size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('locations.map.farther')}
            onClick={() => base.zoomBy(-1)}
          >
            <IconMinus size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('locations.map.whole')}
            onClick={() => base.showWhole()}
          >
            <IconFocusCentered size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Stack>
      </BaseMap>
    </section>
  );
}
