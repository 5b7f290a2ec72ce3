import { Button, TextInput } from '@mantine/core';
import type { PlacedCamera, Placement } from '@sightline/contracts/floors/floor';
import { IconMapPinOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Grid } from '../../ui/layout/grid.tsx';
import classes from './floors.module.css';

interface PlacementFieldsProps {
  name: string;
  placed: PlacedCamera;
  onChange: (placement: Placement) => void;
  onRemove: () => void;
}

const bounds = {
  headingDeg: { least: 0, most: 359 },
  fovDeg: { least: 1, most: 360 },
  rangeM: { least: 0.5, most: 500 },
} as const;

type Field = keyof typeof bounds;

interface NumberFieldProps {
  field: Field;
  value: number;
  onChange: (value: number) => void;
}

/** A number that is kept as soon as it is one. */
function NumberField({ field, value, onChange }: NumberFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const { least, most } = bounds[field];
  const isValid = (text: string): boolean => text.trim() !== '' && Number(text) >= least && Number(text) <= most;
  return (
    <TextInput
      type="number"
      size="xs"
      label={t(`floors.place.${field}`)}
      min={least}
      max={most}
      value={typed ?? String(value)}
      error={typed !== null && !isValid(typed) ? t('floors.place.between', { least, most }) : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        if (isValid(text)) onChange(Number(text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** Where the chosen camera looks, in numbers, and taking it off the plan. */
export function PlacementFields({ name, placed, onChange, onRemove }: PlacementFieldsProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.fields} aria-label={name}>
      <h3>{name}</h3>
      <Grid columns={3} gap={8}>
        {(Object.keys(bounds) as Field[]).map((field) => (
          <NumberField
            key={`${placed.cameraId}-${field}`}
            field={field}
            value={placed[field]}
            onChange={(value) => onChange({ ...placed, [field]: value })}
          />
        ))}
      </Grid>
      <p className={classes.help}>{t('floors.place.help')}</p>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconMapPinOff size={16} stroke={1.6} aria-hidden="true" />}
        onClick={onRemove}
      >
        {t('floors.place.remove')}
      </Button>
    </section>
  );
}
