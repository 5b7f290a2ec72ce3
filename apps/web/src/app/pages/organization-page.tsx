import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OrganizationForm } from '../../features/organizations/organization-form.tsx';
import { callQuery } from '../../platform/api/client.ts';
import classes from '../../ui/forms/form.module.css';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';

/** Settings of the active organization. */
export function OrganizationPage() {
  const { t } = useTranslation();
  const organization = useQuery(callQuery(organizationsCalls.getCurrent, {}));
  return (
    <>
      <PageHeader title={t('shell.organization.settings')} />
      {organization.data === undefined && organization.error === null && <LoadingRows rows={2} />}
      {organization.data === undefined && organization.error !== null && (
        <ErrorState title={t('shell.failed.title')} failure={organization.error} onRetry={() => void organization.refetch()} />
      )}
      {organization.data !== undefined && (
        <section className={classes.section}>
          <OrganizationForm key={organization.data.id} organization={organization.data} />
        </section>
      )}
    </>
  );
}
