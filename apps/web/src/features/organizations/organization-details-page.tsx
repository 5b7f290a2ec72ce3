import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fields } from '../../ui/forms/form.tsx';
import { Lead, Section } from '../../ui/page/section.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { currentOrganization } from './organization-queries.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { useMay } from '../../platform/session/may.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';

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
  return (
    <>
      <PageHeader title={t('organizations.details.title')} />
      <ListScreen list={organization} failed={t('shell.failed.title')} rows={4}>
        {(data) => (
          <>
            <Section>
              {!isAllowed && <Lead>{t('organizations.details.readOnly')}</Lead>}
              <OrganizationForm key={data.id} organization={data} isAllowed={isAllowed} />
            </Section>
            <Suspense>
              <RecognitionForm isAllowed={isAllowed} />
            </Suspense>
            <Section
              title={t('organizations.details.id')}
              lead={t('organizations.details.idHint', { day: formatTime(data.createdAt, ownZone(), 'day') })}
            >
              <Fields>
                <CopyValue label={t('organizations.details.id')} value={data.id} />
              </Fields>
            </Section>
            {isAllowed && (
              <Section
                title={t('organizations.delete.action')}
                lead={t(data.isDefault ? 'organizations.delete.fixed' : 'organizations.delete.lead')}
              >
                {!data.isDefault && (
                  <Button variant="default" onClick={() => setDeleting(true)}>
                    {t('organizations.delete.open')}
                  </Button>
                )}
              </Section>
            )}
            {isDeleting && (
              <Suspense>
                <DeleteOrganization organization={data} onClose={() => setDeleting(false)} />
              </Suspense>
            )}
          </>
        )}
      </ListScreen>
    </>
  );
}
