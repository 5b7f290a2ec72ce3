import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session-store.ts';
import classes from '../../../ui/forms/form.module.css';
import { PageHeader } from '../../../ui/page/page-header.tsx';

/** Who is signed in. */
export function AccountDetailsPage() {
  const { t } = useTranslation();
  const { user, organizations } = useSession();
  return (
    <>
      <PageHeader title={t('shell.account.details')} />
      <section className={classes.section}>
        <dl className={classes.facts}>
          <dt>{t('shell.account.firstName')}</dt>
          <dd>{user.firstName}</dd>
          <dt>{t('shell.account.lastName')}</dt>
          <dd>{user.lastName}</dd>
          <dt>{t('shell.account.email')}</dt>
          <dd>
            <bdi dir="ltr">{user.email}</bdi>
          </dd>
          <dt>{t('shell.account.organizations')}</dt>
          <dd>{organizations.map(({ name }) => name).join(', ')}</dd>
        </dl>
      </section>
    </>
  );
}
