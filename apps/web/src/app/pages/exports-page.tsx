import { useTranslation } from 'react-i18next';
import { ExportsList } from '../../features/exports/exports-list.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import classes from './exports-page.module.css';

/** Exports of all cameras. */
export function ExportsPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <PageHeader title={t('exports.list.title')} />
      <ExportsList />
    </div>
  );
}
