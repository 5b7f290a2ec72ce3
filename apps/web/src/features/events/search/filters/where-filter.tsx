import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sitesOfSearch } from '../../place-queries.ts';
import { CameraPicker } from './camera-picker.tsx';
import { toggled, type EventFilters } from './event-filters.ts';
import { Section } from './filter-section.tsx';
import type { SearchControl } from '../search-control.ts';
import { useChosenCameras } from './use-chosen-cameras.ts';

interface WhereFilterProps {
  filters: Pick<EventFilters, 'cameraIds' | 'locationId' | 'zoneIds'>;
  onChange: SearchControl['change'];
}

/** Where: a site with all below it, cameras, and zones of the chosen cameras. */
export function WhereFilter({ filters, onChange }: WhereFilterProps) {
  const { t } = useTranslation();
  const sites = useQuery(sitesOfSearch()).data?.items ?? [];
  const chosen = useChosenCameras(filters.cameraIds);
  const zones = chosen.flatMap((camera) =>
    camera.analysis.definedZones.map((zone) => ({ ...zone, cameraName: camera.name })),
  );
  return (
    <>
      <Section title={t('events.search.filters.where')}>
        <NativeSelect
          aria-label={t('events.search.filters.site')}
          value={filters.locationId ?? ''}
          data={[
            { value: '', label: t('events.search.filters.allSites') },
            ...sites.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ site: value === '' ? undefined : value })}
        />
        <CameraPicker
          chosen={chosen}
          locationId={filters.locationId}
          onChange={(ids) => onChange({ camera: ids.length === 0 ? undefined : ids.join(','), zone: undefined })}
        />
      </Section>
      {zones.length > 0 && (
        <Section title={t('events.search.filters.zones')}>
          {zones.map((zone) => (
            <Checkbox
              key={zone.id}
              size="sm"
              checked={filters.zoneIds.includes(zone.id)}
              label={chosen.length > 1 ? `${zone.name} · ${zone.cameraName}` : zone.name}
              onChange={() => onChange({ zone: toggled(filters.zoneIds, zone.id) })}
            />
          ))}
        </Section>
      )}
    </>
  );
}
