import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import type { DefinedZone } from '@sightline/contracts/cameras/camera-analysis';
import type { EventSeverity } from '@sightline/contracts/events/event';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './analysis-fields.module.css';

interface ZoneRowProps {
  zone: DefinedZone;
  isChosen: boolean;
  onChoose: () => void;
  onChange: (zone: DefinedZone) => void;
  onRemove: () => void;
}

const severities = ['info', 'warning', 'critical'] as const satisfies readonly EventSeverity[];

/** Name and severity of one zone. */
export function ZoneRow({ zone, isChosen, onChoose, onChange, onRemove }: ZoneRowProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.row} data-chosen={isChosen}>
      <TextInput
        className={classes.name}
        aria-label={t('cameras.analysis.zone.name')}
        maxLength={120}
        onFocus={onChoose}
        value={zone.name}
        error={zone.name.trim() === '' ? t('cameras.analysis.zone.nameMissing') : undefined}
        onChange={(event) => onChange({ ...zone, name: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('cameras.analysis.zone.severity', { name: zone.name })}
        onFocus={onChoose}
        value={zone.severity}
        data={severities.map((severity) => ({ value: severity, label: t(`cameras.analysis.zone.${severity}`) }))}
        onChange={(event) => onChange({ ...zone, severity: event.currentTarget.value as EventSeverity })}
      />
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('cameras.analysis.zone.remove', { name: zone.name })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}
