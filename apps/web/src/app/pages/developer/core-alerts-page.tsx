import { useTranslation } from 'react-i18next';
import { RecentNotices } from '../../../features/edges/recent-notices.tsx';
import classes from '../../../ui/forms/form.module.css';
import { PageHeader } from '../../../ui/page/page-header.tsx';

const shown = 200;

/** What the cores of this organization said about themselves. */
export function CoreAlertsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('developer.menu.alerts')} />
      <section className={classes.section}>
        <RecentNotices limit={shown} />
      </section>
    </>
  );
}
