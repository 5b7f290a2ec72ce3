import { Button } from '@mantine/core';
import type { DefinedZone } from '@sightline/contracts/cameras/camera-analysis';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from './new-id.ts';
import { firstCorners } from './zone-corners.ts';
import { ZonePicture } from './zone-picture.tsx';
import { ZoneRow } from './zone-row.tsx';
import classes from './analysis-fields.module.css';

interface ZonesFieldProps {
  zones: readonly DefinedZone[];
  onChange: (zones: DefinedZone[]) => void;
  posterUrl: string | null;
}

const mostZones = 20;

/** Named areas of the picture: a list, and the chosen one to be shaped on the picture. */
export function ZonesField({ zones, onChange, posterUrl }: ZonesFieldProps) {
  const { t } = useTranslation();
  const [chosenId, setChosenId] = useState<string | null>(zones[0]?.id ?? null);
  const chosen = zones.find(({ id }) => id === chosenId);
  const replace = (zone: DefinedZone): void => onChange(zones.map((each) => (each.id === zone.id ? zone : each)));
  const add = (): void => {
    const zone: DefinedZone = {
      id: newId(),
      name: t('cameras.analysis.zone.newName', { number: zones.length + 1 }),
      points: firstCorners(zones.length),
      severity: 'warning',
    };
    onChange([...zones, zone]);
    setChosenId(zone.id);
  };
  const remove = (id: string): void => {
    const rest = zones.filter((zone) => zone.id !== id);
    onChange(rest);
    if (id === chosenId) setChosenId(rest[0]?.id ?? null);
  };
  return (
    <div className={classes.zones} role="group" aria-label={t('cameras.analysis.zones')}>
      <span className={classes.label}>{t('cameras.analysis.zones')}</span>
      <span className={classes.hint}>{t('cameras.analysis.zonesHint')}</span>
      {zones.length > 0 && (
        <ul className={classes.rows}>
          {zones.map((zone) => (
            <ZoneRow
              key={zone.id}
              zone={zone}
              isChosen={zone.id === chosenId}
              onChoose={() => setChosenId(zone.id)}
              onChange={replace}
              onRemove={() => remove(zone.id)}
            />
          ))}
        </ul>
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />} disabled={zones.length >= mostZones} onClick={add}>
          {t('cameras.analysis.zone.add')}
        </Button>
      </div>
      {zones.length > 0 && (
        <ZonePicture
          zones={zones}
          chosen={chosen}
          posterUrl={posterUrl}
          onChoose={setChosenId}
          onPoints={(points) => chosen && replace({ ...chosen, points })}
        />
      )}
    </div>
  );
}
