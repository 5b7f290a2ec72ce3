import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { Row } from '../../ui/layout/row.tsx';
import classes from './timeline-failure.module.css';

/** One line above the timeline when what is recorded could not be read; live view goes on. */
export function TimelineFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Row wrap align="center" gap={8} className={classes.line} role="alert">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
      <span>
        {t('recordings.timeline.failed')}. {t(`errors.${toApiError(failure).code}`)}
      </span>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('common.actions.retry')}
      </Button>
    </Row>
  );
}
