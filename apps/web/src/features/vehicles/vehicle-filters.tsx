import { vehicleColorNames } from '@sightline/contracts/vehicles/vehicle-colors';
import { vehicleMakes } from '@sightline/contracts/vehicles/vehicle-makes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../platform/session/may.ts';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { sites, vehicleGroups } from './vehicle-queries.ts';
import type { VehiclesSearch } from './vehicles-search.ts';

interface VehicleFiltersProps {
  here: VehiclesSearch;
  onChange: (part: VehiclesSearch) => void;
}

const choices = (items: readonly { id: string; name: string }[] = []) =>
  items.map(({ id, name }) => ({ value: id, label: name }));

/** By what the list of vehicles is narrowed beside the search. */
export function VehicleFilters({ here, onChange }: VehicleFiltersProps) {
  const { t } = useTranslation();
  const seesSites = useMay('LocationView');
  const places = useQuery({ ...sites(), enabled: seesSites });
  const groups = useQuery(vehicleGroups());
  return (
    <>
      {seesSites && (
        <ChoiceFilter
          label={t('vehicles.list.location')}
          value={here.location}
          options={choices(places.data?.items)}
          onChange={(location) => onChange({ location })}
        />
      )}
      <ChoiceFilter
        label={t('vehicles.list.make')}
        value={here.make}
        options={vehicleMakes.map((make) => ({ value: make as string, label: make }))}
        onChange={(make) => onChange({ make })}
      />
      <ChoiceFilter
        label={t('vehicles.list.color')}
        value={here.color}
        options={vehicleColorNames.map((color) => ({ value: color as string, label: t(`vehicles.color.${color}`) }))}
        onChange={(color) => onChange({ color })}
      />
      {(groups.data?.items.length ?? 0) > 0 && (
        <ChoiceFilter
          label={t('vehicles.list.group')}
          value={here.group}
          options={choices(groups.data?.items)}
          onChange={(group) => onChange({ group })}
        />
      )}
    </>
  );
}
