import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { coresOfSearch, sitesOfSearch } from '../../place-queries.ts';
import { coresAsked, missingAbilities, type Ability } from './capabilities.ts';
import type { EventFilters } from './event-filters.ts';
import { useChosenCameras } from './use-chosen-cameras.ts';
import { Row } from '../../../../ui/layout/row.tsx';
import classes from './missing-models.module.css';

/** Says that nothing can be found because no model is installed where it would have to be. Nothing is said while it is not known. */
export function MissingModels({ filters, byFace = false }: { filters: EventFilters; byFace?: boolean }) {
  const { t } = useTranslation();
  const cores = useQuery(coresOfSearch()).data?.items;
  const sites = useQuery(sitesOfSearch()).data?.items ?? [];
  const cameras = useChosenCameras(filters.cameraIds);
  if (!cores || cameras.length < filters.cameraIds.length) return null;
  const missing = missingAbilities(coresAsked({ cameras, locationId: filters.locationId, cores, sites }));
  const wanted: readonly Ability[] = [
    'detect',
    ...(filters.hasPlate || filters.plate !== '' ? (['plates'] as const) : []),
    ...(filters.hasFace || byFace ? (['faces'] as const) : []),
  ];
  const said = wanted.find((ability) => missing.includes(ability));
  if (said === undefined) return null;
  return (
    <Row gap={12} className={classes.note} role="note" data-testid="missing-models">
      <IconInfoCircle size={20} stroke={1.5} aria-hidden="true" />
      <span>
        <strong>{t(`events.search.models.${said}`)}</strong> {t('events.search.models.what')}
      </span>
    </Row>
  );
}
