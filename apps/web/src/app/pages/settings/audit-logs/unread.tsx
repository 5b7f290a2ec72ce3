import { Button } from '@mantine/core';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';

/** The log could not be read. Nothing cries out, but nobody is told that it was empty. */
export function Unread({ code, onRetry }: { code: ErrorCode; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div data-unread>
      <EmptyState title={t('audit.list.unread')} text={t(`errors.${code}`)}>
        <Button variant="default" onClick={onRetry}>
          {t('common.actions.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
