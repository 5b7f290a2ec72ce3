import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** The person is signed in but may not see what was asked for. */
export function NoAccessPage() {
  const { t } = useTranslation();
  return (
    <EmptyState title={t('shell.noAccess.title')} text={t('shell.noAccess.detail')}>
      <Button component={Link} to="/location/home">
        {t('shell.noAccess.action')}
      </Button>
    </EmptyState>
  );
}
