import { Button } from '@mantine/core';
import type { Location } from '@sightline/contracts/locations/location';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DispatchBanner } from '../../../features/dispatch-alarms/dispatch/dispatch-banner.tsx';
import { DispatchButton } from '../../../features/dispatch-alarms/dispatch/dispatch-button.tsx';
import { EdgeLink } from '../../../features/edges/edge-link.tsx';
import { allEdgesOfSite } from '../../../features/edges/edge-queries.ts';
import { DeleteLocation } from '../../../features/locations/delete-location.tsx';
import { LocationCapacity } from '../../../features/locations/location-capacity.tsx';
import { LocationDetailFields } from '../../../features/locations/form/location-detail-fields.tsx';
import { LocationFields } from '../../../features/locations/form/location-fields.tsx';
import { LocationFormFailure } from '../../../features/locations/form/location-form-failure.tsx';
import { locationInputOf, locationValuesOf } from '../../../features/locations/form/location-values.ts';
import { useLocationForm } from '../../../features/locations/form/use-location-form.ts';
import { useLocationSaving } from '../../../features/locations/form/use-location-saving.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { CopyValue } from '../../../ui/forms/copy-value.tsx';
import { Fields, Form } from '../../../ui/forms/form.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { useOpenedLocation } from './use-opened-location.ts';

const formId = 'location-details';

function Cores({ locationId }: { locationId: string }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(allEdgesOfSite(locationId));
  const edges = data?.items ?? [];
  return (
    <Section title={t('locations.edit.cores')}>
      {data === undefined && error === null && <LoadingRows rows={1} />}
      {error !== null && <FormFailure failure={error} />}
      {data !== undefined && edges.length === 0 && <p>{t('locations.edit.noCores')}</p>}
      {edges.map((edge) => (
        <div key={edge.id}>
          <EdgeLink edge={edge} />
        </div>
      ))}
    </Section>
  );
}

function Details({ location }: { location: Location }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useLocationForm(location);
  const valuesOf = (read: Location) => locationValuesOf(read, read.timeZone);
  const { save, reload, canSave } = useLocationSaving(location, form, { valuesOf, bodyOf: locationInputOf });
  const isDisabled = !location.can.edit;
  const leave = (): void => {
    form.reset();
    void navigate({ to: '/location/list' });
  };
  return (
    <>
      <PageHeader
        title={location.name}
        parents={[{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }]}
      >
        {!location.isNameOnly && <DispatchButton subject={{ locationId: location.id, locationName: location.name }} />}
        {location.can.remove && <DeleteLocation location={location} onDeleted={leave} />}
        {location.can.edit && (
          <Button type="submit" form={formId} loading={save.isPending} disabled={!canSave}>
            {t('common.actions.save')}
          </Button>
        )}
      </PageHeader>
      {!location.isNameOnly && <DispatchBanner locationId={location.id} />}
      <Section>
        <Form id={formId} onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <UnsavedGuard isDirty={() => form.isDirty()} />
          <LocationFields form={form} isDisabled={isDisabled} />
          <LocationDetailFields form={form} locationId={location.id} isDisabled={isDisabled} />
          {save.error !== null && (
            <LocationFormFailure failure={save.error} isReloading={reload.isPending} onReload={() => reload.mutate()} />
          )}
        </Form>
      </Section>
      <Section title={t('locations.edit.id')}>
        <Fields>
          <CopyValue label={t('locations.edit.id')} value={location.id} />
        </Fields>
      </Section>
      <Cores locationId={location.id} />
      {!location.isNameOnly && <LocationCapacity locationId={location.id} />}
    </>
  );
}

/** What is known of a site, its cores and their load, deleting it. */
export function LocationDetailsPage() {
  const location = useOpenedLocation();
  return location === undefined ? null : <Details key={location.id} location={location} />;
}
