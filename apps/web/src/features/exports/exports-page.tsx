import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportsList } from './exports-list.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import classes from './exports-page.module.css';

const CreateArchiveDialog = lazy(async () => ({
  default: (await import('./create-archive-dialog.tsx')).CreateArchiveDialog,
}));

/** Exports of all cameras; `createArchive=true` opens the making of one. */
export function ExportsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { createArchive } = useSearch({ from: '/shell/organization/archive/main' });
  return (
    <div className={classes.page}>
      <PageHeader title={t('exports.list.title')}>
        <Button onClick={() => void navigate({ to: '/archive/main', search: { createArchive: 'true' } })}>
          {t('exports.archive.title')}
        </Button>
      </PageHeader>
      <ExportsList />
      <Suspense>
        {createArchive !== undefined && (
          <CreateArchiveDialog onClose={() => void navigate({ to: '/archive/main', search: {}, replace: true })} />
        )}
      </Suspense>
    </div>
  );
}
