import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LocationDetailFields } from '../../../features/locations/form/location-detail-fields.tsx';
import { LocationFields } from '../../../features/locations/form/location-fields.tsx';
import { SaidFailure } from '../../../features/locations/said-failure.tsx';
import { LocationIdMissing } from '../../../features/locations/location-store.ts';
import { useCreateLocation } from '../../../features/locations/form/use-create-location.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';

const formId = 'new-location';

/** Makes a site. */
export function AddLocationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { form, create } = useCreateLocation(
    (locationId) => void navigate({ to: '/edit-location/$locationId', params: { locationId } }),
  );
  return (
    <>
      <PageHeader
        title={t('locations.add.action')}
        parents={[{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }]}
      >
        <Button type="submit" form={formId} loading={create.isPending} disabled={!form.isValid()}>
          {t('locations.add.create')}
        </Button>
      </PageHeader>
      <Section>
        <Form id={formId} onSubmit={form.onSubmit((values) => create.mutate(values))}>
          <UnsavedGuard isDirty={() => form.isDirty()} />
          <LocationFields form={form} autoFocus />
          <LocationDetailFields form={form} />
          {create.error instanceof LocationIdMissing && <SaidFailure>{t('locations.add.idMissing')}</SaidFailure>}
          {create.error !== null && !(create.error instanceof LocationIdMissing) && (
            <FormFailure failure={create.error} />
          )}
        </Form>
      </Section>
    </>
  );
}
