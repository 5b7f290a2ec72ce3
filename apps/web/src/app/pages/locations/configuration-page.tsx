import { Button, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Location } from '@sightline/contracts/locations/location';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LocationFormFailure } from '../../../features/locations/form/location-form-failure.tsx';
import { TimeZoneField } from '../../../features/locations/form/time-zone-field.tsx';
import { useLocationSaving } from '../../../features/locations/form/use-location-saving.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { NoAccessPage } from '../../../ui/pages/no-access-page.tsx';
import { useOpenedLocation } from './use-opened-location.ts';

const formId = 'location-configuration';

type Configuration = Pick<Location, 'timeZone' | 'localLiveStream' | 'faceRecognition'>;

const configurationOf = ({ timeZone, localLiveStream, faceRecognition }: Configuration): Configuration => ({
  timeZone,
  localLiveStream,
  faceRecognition,
});

function ConfigurationForm({ location }: { location: Location }) {
  const { t } = useTranslation();
  const form = useForm<Configuration>({ initialValues: configurationOf(location) });
  const { save, reload, canSave } = useLocationSaving(location, form, {
    valuesOf: configurationOf,
    bodyOf: configurationOf,
  });
  const switchOf = (field: 'localLiveStream' | 'faceRecognition') => (
    <Switch
      label={t(`locations.configuration.${field}`)}
      description={t(`locations.configuration.${field}Hint`)}
      {...form.getInputProps(field, { type: 'checkbox' })}
    />
  );
  return (
    <>
      <PageHeader
        title={location.name}
        parents={[{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }]}
      >
        <Button type="submit" form={formId} loading={save.isPending} disabled={!canSave}>
          {t('common.actions.save')}
        </Button>
      </PageHeader>
      <Section title={t('locations.tabs.configuration')}>
        <Form id={formId} onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <UnsavedGuard isDirty={() => form.isDirty()} />
          <TimeZoneField {...form.getInputProps('timeZone')} />
          {switchOf('localLiveStream')}
          {switchOf('faceRecognition')}
          {save.error !== null && (
            <LocationFormFailure failure={save.error} isReloading={reload.isPending} onReload={() => reload.mutate()} />
          )}
        </Form>
      </Section>
    </>
  );
}

/** Settings of everything that stands at a site. */
export function LocationConfigurationPage() {
  const location = useOpenedLocation();
  if (location === undefined) return null;
  return location.can.edit ? (
    <ConfigurationForm key={location.id} location={location} />
  ) : (
    <NoAccessPage permission="LocationEdit" />
  );
}
