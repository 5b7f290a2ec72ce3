import type { FootageExport } from '@sightline/contracts/exports/export';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../platform/i18n/format-number.ts';
import { Row } from '../../ui/layout/row.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import type { StatusLevel } from '../../ui/status/status-glyph.tsx';
import { isWorking } from './export-queries.ts';
import classes from './exports.module.css';

const levels: Record<FootageExport['state'], StatusLevel> = {
  queued: 'idle',
  running: 'rec',
  uploading: 'rec',
  done: 'ok',
  failed: 'bad',
  cancelled: 'idle',
};

/** State of an export in words, with its progress while it is made and the cause when it failed. */
export function ExportState({ item }: { item: FootageExport }) {
  const { t } = useTranslation();
  const failure = item.failure === null ? null : t(`errors.${item.failure}`);
  return (
    <Row
      as="span"
      inline
      align="center"
      gap={8}
      className={classes.state}
      title={failure ?? undefined}
      data-testid="export-state"
      data-state={item.state}
    >
      <StatusLabel level={levels[item.state]}>{t(`exports.state.${item.state}`)}</StatusLabel>
      {isWorking(item) && (
        <>
          <Progress
            className={classes.progress}
            value={item.progress * 100}
            size={6}
            aria-label={t('exports.item.progress', { share: formatShare(item.progress), camera: item.cameraName })}
          />
          <bdi dir="ltr" className={classes.share}>
            {formatShare(item.progress)}
          </bdi>
        </>
      )}
      {item.state === 'failed' && failure !== null && <span className={classes.failure}>{failure}</span>}
    </Row>
  );
}
