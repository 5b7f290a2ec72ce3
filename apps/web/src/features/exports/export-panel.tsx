import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { ExportForm } from './export-form.tsx';
import type { ExportFormProps } from './export-form.tsx';
import { ExportItem } from './export-item.tsx';
import { exportsOfCamera } from './export-queries.ts';
import classes from './exports.module.css';

/** Panel beside the picture: marks a range, starts its export, and shows the exports of this camera. */
export function ExportPanel({ onClose, ...form }: ExportFormProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const items = useQuery(exportsOfCamera(form.cameraId)).data?.items ?? [];
  return (
    <aside className={classes.panel} aria-label={t('exports.create.title')}>
      <Row align="center" justify="between" className={classes.panelHead}>
        <h2>{t('exports.create.title')}</h2>
        <ActionIcon size={28} aria-label={t('common.actions.close')} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Row>
      <ExportForm {...form} />
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item) => (
            <ExportItem key={item.id} item={item} timeZone={form.timeZone} />
          ))}
        </ul>
      )}
    </aside>
  );
}
