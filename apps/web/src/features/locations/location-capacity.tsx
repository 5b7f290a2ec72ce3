import { Button } from '@mantine/core';
import type { CoreFitting } from '@sightline/contracts/locations/location';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare } from '../../platform/i18n/format-number.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import type { StatusLevel } from '../../ui/status/status-glyph.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { locationFitting } from './location-queries.ts';

const levels: Record<CoreFitting['level'], StatusLevel> = { fits: 'ok', tight: 'warn', over: 'bad', unknown: 'idle' };

function CoreName({ edgeId, name }: CoreFitting) {
  return (
    <Link to="/edge-edit/$edgeId" params={{ edgeId }}>
      {name}
    </Link>
  );
}

function Level({ level, why }: CoreFitting) {
  const { t } = useTranslation();
  return (
    <StatusLabel level={levels[level]}>
      {t(`locations.capacity.levels.${level}`)} · {t(`locations.capacity.why.${why}`)}
    </StatusLabel>
  );
}

const columnsOf = (t: TFunction) => [
  { id: 'core', header: t('locations.capacity.core'), cell: (row: CoreFitting) => <CoreName {...row} /> },
  {
    id: 'cameras',
    header: t('locations.capacity.cameras'),
    cell: ({ cameraCount }: CoreFitting) => formatCount(cameraCount),
    isNumber: true,
  },
  {
    id: 'load',
    header: t('locations.capacity.load'),
    cell: ({ load }: CoreFitting) => (load === null ? t('common.words.unknown') : formatShare(load)),
    isNumber: true,
  },
  { id: 'level', header: t('locations.capacity.level'), cell: (row: CoreFitting) => <Level {...row} /> },
];

/** Whether each core of a site has the capacity for its cameras, as measured just now. */
export function LocationCapacity({ locationId }: { locationId: string }) {
  const { t } = useTranslation();
  const fitting = useQuery(locationFitting(locationId));
  return (
    <Section title={t('locations.capacity.title')} lead={t('locations.capacity.lead')}>
      {fitting.isPending && <LoadingRows rows={2} />}
      {fitting.error !== null && <FormFailure failure={fitting.error} />}
      {fitting.data?.cores.length === 0 && <p>{t('locations.capacity.none')}</p>}
      {fitting.data !== undefined && fitting.data.cores.length > 0 && (
        <PlainTable
          label={t('locations.capacity.title')}
          columns={columnsOf(t)}
          rows={fitting.data.cores}
          rowKey={({ edgeId }) => edgeId}
        />
      )}
      <FormActions>
        <Button variant="default" loading={fitting.isFetching} onClick={() => void fitting.refetch()}>
          {t('locations.capacity.again')}
        </Button>
      </FormActions>
    </Section>
  );
}
