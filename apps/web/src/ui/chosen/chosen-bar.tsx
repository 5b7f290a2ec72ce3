import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import classes from './chosen.module.css';

interface ChosenBarProps {
  count: number;
  onExport: () => void;
  onRemove: () => void;
  onNone: () => void;
  /** What else can be done with them. */
  children?: ReactNode;
}

/** What can be done with the chosen rows together; stands below the list. */
export function ChosenBar({ count, onExport, onRemove, onNone, children }: ChosenBarProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.bar} role="region" aria-label={t('common.chosen.bar')}>
      <strong>{t('common.chosen.count', { count, shown: formatCount(count) })}</strong>
      {children}
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        onClick={onExport}
      >
        {t('common.chosen.export')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
        onClick={onRemove}
      >
        {t('common.chosen.remove')}
      </Button>
      <ActionIcon size={32} className={classes.end ?? ''} aria-label={t('common.chosen.none')} onClick={onNone}>
        <IconX size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
