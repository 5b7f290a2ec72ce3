import { ActionIcon } from '@mantine/core';
import type { CameraState } from '@sightline/contracts/cameras/camera';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cameraLevels, cameraStates } from '../../../features/cameras/camera-state-level.ts';
import { StarButton } from '../../../features/favourites/star-button.tsx';
import type { MapPlace } from '../../../features/locations/map/map-places.ts';
import type { ForestNode } from '../../../features/locations/tree/location-forest.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { ShownLabel } from '../../../ui/status/shown-label.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import classes from './map-page.module.css';

const maxNamed = 100;

function Place({ place, node }: { place: MapPlace; node: ForestNode | undefined }) {
  const { t } = useTranslation();
  const shown = (state: CameraState): number => place.states[state] ?? 0;
  return (
    <Stack as="li" gap={8} className={classes.place}>
      <div className={classes.placeHead}>
        <h3>{place.name}</h3>
        <StarButton kind="location" entityId={place.id} name={place.name} />
      </div>
      {place.status !== null && <ShownLabel status={place.status} of="site" />}
      {node?.location.city !== null && <p className={classes.small}>{node?.location.city}</p>}
      <p className={classes.small}>{t('cameras.home.count', { count: place.cameraTotal })}</p>
      <Stack as="ul" gap={4} className={classes.states}>
        {cameraStates
          .filter((state) => shown(state) > 0)
          .map((state) => (
            <li key={state}>
              <StatusLabel level={cameraLevels[state]}>
                {t(`cameras.count.${state}`, { count: shown(state), shown: formatCount(shown(state)) })}
              </StatusLabel>
            </li>
          ))}
      </Stack>
      <Row wrap gap={8}>
        <ButtonLink size="xs" to="/location/home" search={{ site: place.id }}>
          {t('locations.map.open')}
        </ButtonLink>
        <ButtonLink size="xs" variant="default" to="/location/floors" search={{ site: place.id }}>
          {t('cameras.views.floors')}
        </ButtonLink>
      </Row>
    </Stack>
  );
}

interface MapPanelProps {
  chosen: readonly MapPlace[];
  unplaced: readonly ForestNode[];
  nodes: ReadonlyMap<string, ForestNode>;
  onClose: () => void;
}

/** What was pointed at on the map; before that, sites that are missing on it and how they come there. */
export function MapPanel({ chosen, unplaced, nodes, onClose }: MapPanelProps) {
  const { t } = useTranslation();
  if (chosen.length === 0 && unplaced.length === 0) return null;
  return (
    <aside
      className={classes.panel}
      aria-label={chosen.length > 0 ? t('locations.map.chosen') : t('locations.map.unplaced')}
    >
      {chosen.length > 0 ? (
        <>
          <div className={classes.panelHead}>
            <h2>{t('locations.map.chosen')}</h2>
            <ActionIcon size={28} aria-label={t('common.actions.close')} onClick={onClose}>
              <IconX size={16} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          </div>
          <Stack as="ul" gap={8}>
            {chosen.map((place) => (
              <Place key={place.id} place={place} node={nodes.get(place.id)} />
            ))}
          </Stack>
        </>
      ) : (
        <>
          <h2>{t('locations.map.unplaced')}</h2>
          <p className={classes.small}>{t('locations.map.unplacedText')}</p>
          <Stack as="ul" gap={8}>
            {unplaced.slice(0, maxNamed).map(({ location }) => (
              <li key={location.id}>
                <Link to="/edit-location/$locationId" params={{ locationId: location.id }} className={classes.link}>
                  {location.name}
                </Link>
              </li>
            ))}
          </Stack>
          {unplaced.length > maxNamed && (
            <p className={classes.small}>
              {t('locations.map.more', { shown: formatCount(unplaced.length - maxNamed) })}
            </p>
          )}
        </>
      )}
    </aside>
  );
}
