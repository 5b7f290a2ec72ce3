import { Button, TextInput } from '@mantine/core';
import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import type { Location } from '@sightline/contracts/locations/location';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { MoreDetailFields } from '../more-detail-fields.tsx';
import { SiteField } from '../place-fields.tsx';
import { isRetentionText, RetentionField } from '../retention-field.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { ProfileFields } from './profile-fields.tsx';
import type { DeviceWay } from './use-device-way.ts';

interface DetailsStepProps {
  device: OnvifDevice;
  locations: readonly Location[];
  way: DeviceWay;
}

/** What the device is, which of its streams are taken, and what people call the camera. */
export function DetailsStep({ device, locations, way }: DetailsStepProps) {
  const { t } = useTranslation();
  const { details, setDetails, profiles, setProfiles, create } = way;
  const isReady =
    details.name.trim() !== '' &&
    details.locationId !== '' &&
    isRetentionText(details.retentionDays) &&
    profiles.chosen.main !== '';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isReady) create.mutate();
  };
  return (
    <>
      <Section>
        <DeviceFacts device={device} />
      </Section>
      <Section>
        <Form onSubmit={submit}>
          <ProfileFields
            device={device}
            autoConfigure={profiles.autoConfigure}
            value={profiles.chosen}
            onChange={(autoConfigure, chosen) => setProfiles({ autoConfigure, chosen })}
          />
          <TextInput
            label={t('cameras.form.name')}
            required
            maxLength={120}
            autoFocus
            value={details.name}
            error={details.name.trim() === '' ? t('cameras.form.nameMissing') : null}
            onChange={(event) => setDetails({ ...details, name: event.currentTarget.value })}
          />
          <SiteField
            locations={locations}
            value={details.locationId}
            onChange={(locationId) => setDetails({ ...details, locationId })}
          />
          <RetentionField
            value={details.retentionDays}
            onChange={(retentionDays) => setDetails({ ...details, retentionDays })}
          />
          <MoreDetailFields value={details} onChange={(change) => setDetails({ ...details, ...change })} />
          {create.error !== null && <FormFailure failure={create.error} />}
          <FormActions>
            <Button variant="default" onClick={() => way.setStep('device')}>
              {t('cameraOnboarding.steps.back')}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={!isReady}>
              {t('cameras.add.action')}
            </Button>
          </FormActions>
        </Form>
      </Section>
    </>
  );
}
