import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

interface AccessEndedProps {
  /** Name of the organization. */
  name: string;
  onContinue: () => void;
}

/** Says to somebody who was in an organization, a moment ago or before signing in, that their access has ended, before offering to make one of their own. */
export function AccessEnded({ name, onContinue }: AccessEndedProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('organizations.left.page')} />
      <div role="status">
        <EmptyState title={t('organizations.left.title', { name })} text={t('organizations.left.text')}>
          <Button variant="default" onClick={onContinue}>
            {t('organizations.left.create')}
          </Button>
        </EmptyState>
      </div>
    </>
  );
}
