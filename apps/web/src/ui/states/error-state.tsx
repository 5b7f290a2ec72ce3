import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { Row } from '../layout/row.tsx';
import classes from './states.module.css';

interface ErrorStateProps {
  /** What did not load. */
  title: ReactNode;
  failure: unknown;
  /** What still works. */
  stillWorks?: ReactNode;
  onRetry?: () => void;
  children?: ReactNode;
}

/** Something did not load: what failed, why and what to do, what still works, and the code for the administrator. */
export function ErrorState({ title, failure, stillWorks, onRetry, children }: ErrorStateProps) {
  const { t } = useTranslation();
  const error = toApiError(failure);
  return (
    <section className={classes.state} role="alert">
      <Row as="h2" align="center" gap={8}>
        <IconCloudOff size={20} stroke={1.5} aria-hidden="true" />
        {title}
      </Row>
      <p className={classes.text}>
        {t(`errors.${error.code}`)} {stillWorks}
      </p>
      <Row wrap gap={8} className={classes.actions}>
        {onRetry !== undefined && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
            onClick={onRetry}
          >
            {t('common.actions.retry')}
          </Button>
        )}
        {children}
      </Row>
      <p className={classes.code}>
        {t('common.states.code', { code: error.code })}
        {error.requestId !== null && ` · ${t('common.states.requestId', { id: error.requestId })}`}
      </p>
    </section>
  );
}
