import { Select } from '@mantine/core';
import { vehicleColorNames, type VehicleColor } from '@sightline/contracts/vehicles/vehicle-colors';
import { vehicleMakes, type VehicleMake } from '@sightline/contracts/vehicles/vehicle-makes';
import { useTranslation } from 'react-i18next';
import { ColorName, Swatch } from './vehicle-parts.tsx';

interface ChoiceProps<V> {
  value: V | null;
  onChange: (value: V | null) => void;
  /** Named by the column that it stands in instead of by a label of its own. */
  isInTable?: boolean;
}

/** One of the known makes, found by typing. */
export function MakeSelect({ value, onChange, isInTable = false }: ChoiceProps<VehicleMake>) {
  const { t } = useTranslation();
  const name = t('vehicles.list.make');
  return (
    <Select
      {...(isInTable ? { 'aria-label': name } : { label: name })}
      data={[...vehicleMakes]}
      value={value}
      searchable
      clearable
      limit={100}
      placeholder={t('vehicles.form.chooseMake')}
      nothingFoundMessage={t('vehicles.form.makeNone')}
      clearButtonProps={{ 'aria-label': t('vehicles.form.clearMake') }}
      onChange={(next) => onChange(next as VehicleMake | null)}
    />
  );
}

/** One colour of the palette. */
export function ColorSelect({ value, onChange, isInTable = false }: ChoiceProps<VehicleColor>) {
  const { t } = useTranslation();
  const name = t('vehicles.list.color');
  return (
    <Select
      {...(isInTable ? { 'aria-label': name } : { label: name })}
      data={vehicleColorNames.map((color) => ({ value: color, label: t(`vehicles.color.${color}`) }))}
      value={value}
      clearable
      placeholder={t('vehicles.form.chooseColor')}
      clearButtonProps={{ 'aria-label': t('vehicles.form.clearColor') }}
      leftSection={value === null ? undefined : <Swatch color={value} />}
      renderOption={({ option }) => <ColorName color={option.value as VehicleColor} />}
      onChange={(next) => onChange(next as VehicleColor | null)}
    />
  );
}
