import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrganizationForm } from './organization-form.tsx';
import { currentOrganization } from './organization-queries.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { useMay } from '../../platform/session/may.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import classes from '../../ui/forms/form.module.css';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';

const RecognitionForm = lazy(async () => ({
  default: (await import('./recognition-form.tsx')).RecognitionForm,
}));
const DeleteOrganization = lazy(async () => ({
  default: (await import('./delete-organization.tsx')).DeleteOrganization,
}));

/** What the active organization is called, how it behaves, and its end. */
export function DetailsPage() {
  const { t } = useTranslation();
  const organization = useQuery(currentOrganization());
  const isAllowed = useMay('OrganizationEdit');
  const [isDeleting, setDeleting] = useState(false);
  const { data } = organization;
  return (
    <>
      <PageHeader title={t('organizations.details.title')} />
      {data === undefined && organization.error === null && <LoadingRows rows={4} />}
      {data === undefined && organization.error !== null && (
        <ErrorState
          title={t('shell.failed.title')}
          failure={organization.error}
          onRetry={() => void organization.refetch()}
        />
      )}
      {data !== undefined && (
        <>
          <section className={classes.section}>
            {!isAllowed && <p className={classes.lead}>{t('organizations.details.readOnly')}</p>}
            <OrganizationForm key={data.id} organization={data} isAllowed={isAllowed} />
          </section>
          <Suspense>
            <RecognitionForm isAllowed={isAllowed} />
          </Suspense>
          <section className={classes.section}>
            <h2>{t('organizations.details.id')}</h2>
            <p className={classes.lead}>
              {t('organizations.details.idHint', { day: formatTime(data.createdAt, ownZone(), 'day') })}
            </p>
            <div className={classes.form}>
              <CopyValue label={t('organizations.details.id')} value={data.id} />
            </div>
          </section>
          {isAllowed && (
            <section className={classes.section}>
              <h2>{t('organizations.delete.action')}</h2>
              <p className={classes.lead}>
                {t(data.isDefault ? 'organizations.delete.fixed' : 'organizations.delete.lead')}
              </p>
              {!data.isDefault && (
                <Button variant="default" onClick={() => setDeleting(true)}>
                  {t('organizations.delete.open')}
                </Button>
              )}
            </section>
          )}
        </>
      )}
      {data !== undefined && isDeleting && (
        <Suspense>
          <DeleteOrganization organization={data} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  );
}
