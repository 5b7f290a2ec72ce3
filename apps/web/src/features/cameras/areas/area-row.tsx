import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import type { EventSeverity } from '@sightline/contracts/events/event';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hasName, type Area } from './area.ts';
import classes from './area-editor.module.css';

interface AreaRowProps {
  area: Area;
  name: string;
  isMarked: boolean;
  onMark: () => void;
  onChange: (area: Area) => void;
  onRemove: () => void;
}

const severities = ['info', 'warning', 'critical'] as const satisfies readonly EventSeverity[];

/** One area in the list: its name and severity where it has them, and its end. */
export function AreaRow({ area, name, isMarked, onMark, onChange, onRemove }: AreaRowProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.row} data-chosen={isMarked}>
      {hasName(area.group) ? (
        <TextInput
          className={classes.name}
          aria-label={t('cameraEdit.areas.name')}
          maxLength={120}
          onFocus={onMark}
          value={area.name}
          error={area.name.trim() === '' ? t('cameraEdit.areas.nameMissing') : undefined}
          onChange={(event) => onChange({ ...area, name: event.currentTarget.value })}
        />
      ) : (
        <button type="button" className={classes.pick} aria-pressed={isMarked} onClick={onMark}>
          {name}
        </button>
      )}
      {area.group === 'zone' && (
        <NativeSelect
          aria-label={t('cameraEdit.areas.severity', { name })}
          onFocus={onMark}
          value={area.severity}
          data={severities.map((severity) => ({ value: severity, label: t(`cameraEdit.areas.${severity}`) }))}
          onChange={(event) => onChange({ ...area, severity: event.currentTarget.value as EventSeverity })}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('cameraEdit.areas.remove', { name })}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}
