import { Button } from '@mantine/core';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useMutation } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationFields } from '../../../features/locations/form/location-fields.tsx';
import { locationInputOf, type LocationValues } from '../../../features/locations/form/location-values.ts';
import { useLocationForm } from '../../../features/locations/form/use-location-form.ts';
import { makeOrganization } from '../../../features/organizations/make-organization.ts';
import { readDraft } from '../../../features/organizations/organization-draft.ts';
import { call } from '../../../platform/api/client.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';

/** Second step of making an organization: its first location. Then everything is made, and the new organization is entered. */
export function FirstLocationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useLocationForm();
  // Still the same step after the draft became an organization.
  const [draft] = useState(readDraft);
  const make = useMutation({
    mutationFn: async (values: LocationValues) => {
      await makeOrganization();
      await call(locationsCalls.create, { body: locationInputOf(values) });
    },
    onSuccess: () => navigate({ to: '/location/home' }),
  });
  if (draft === null) return <Navigate to="/organization/create-organization/step1" replace />;
  return (
    <>
      <PageHeader title={draft.name} meta={t('organizations.create.step', { step: 2, of: 2 })} />
      <Section title={t('organizations.create.step2')} lead={t('organizations.start.siteText')}>
        <Form onSubmit={form.onSubmit((values) => make.mutate(values))}>
          <LocationFields form={form} autoFocus />
          {make.error !== null && <FormFailure failure={make.error} />}
          <FormActions>
            <ButtonLink to="/organization/create-organization/step1" variant="default">
              {t('organizations.create.back')}
            </ButtonLink>
            <Button type="submit" loading={make.isPending}>
              {t('organizations.create.finish')}
            </Button>
          </FormActions>
        </Form>
      </Section>
    </>
  );
}
