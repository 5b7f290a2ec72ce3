import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconFolderPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import type { ChosenVehicles } from './use-chosen-vehicles.ts';
import classes from './vehicles.module.css';

interface ChosenBarProps {
  chosen: ChosenVehicles;
  onGroup: () => void;
  onExport: () => void;
  onRemove: () => void;
}

/** What can be done with the chosen vehicles together. */
export function ChosenBar({ chosen, onGroup, onExport, onRemove }: ChosenBarProps) {
  const { t } = useTranslation();
  const count = chosen.list.length;
  return (
    <div className={classes.bar} role="region" aria-label={t('vehicles.chosen.bar')}>
      <strong>{t('vehicles.chosen.count', { count, shown: formatCount(count) })}</strong>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconFolderPlus size={16} stroke={1.6} aria-hidden="true" />}
        onClick={onGroup}
      >
        {t('vehicles.chosen.addToGroup')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        onClick={onExport}
      >
        {t('vehicles.chosen.export')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
        onClick={onRemove}
      >
        {t('vehicles.chosen.remove')}
      </Button>
      <ActionIcon
        size={32}
        className={classes.barEnd ?? ''}
        aria-label={t('vehicles.chosen.none')}
        onClick={() => chosen.keep([])}
      >
        <IconX size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
