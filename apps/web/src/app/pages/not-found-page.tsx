import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** Nothing at this address; also shown for what the person may not see. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <EmptyState title={t('shell.notFound.title')} text={t('shell.notFound.detail')}>
      <Button component={Link} to="/location/home">
        {t('shell.notFound.action')}
      </Button>
    </EmptyState>
  );
}
