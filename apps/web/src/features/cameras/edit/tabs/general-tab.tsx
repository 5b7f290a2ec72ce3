import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Location } from '@sightline/contracts/locations/location';
import { useTranslation } from 'react-i18next';
import { pointOf } from '../../../../platform/geo/degrees.ts';
import { CopyValue } from '../../../../ui/forms/copy-value.tsx';
import { choicesWith } from '../../../../ui/forms/choices-with.ts';
import { OptionalLabel } from '../../../../ui/forms/optional-label.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { LatePointPicker } from '../../../../ui/map/late-point-picker.tsx';
import type { CameraEdit } from '../use-camera-edit.ts';
import words from '../../../../ui/forms/field-words.module.css';
import classes from '../camera-edit.module.css';

interface GeneralTabProps {
  camera: Camera;
  edit: CameraEdit;
  locations: readonly Location[];
}

/** Where a cloud-only camera stands: its core is no place. */
function PlaceFields({ edit }: { edit: CameraEdit }) {
  const { t } = useTranslation();
  const { place } = edit.draft;
  const isWrong = edit.problems.includes('coordinateWrong');
  const set = (part: Partial<typeof place>): void => edit.change({ place: { ...place, ...part } });
  const degrees = (field: 'lat' | 'lon') => (
    <TextInput
      label={<OptionalLabel>{t(`locations.form.${field}`)}</OptionalLabel>}
      inputMode="decimal"
      dir="ltr"
      maxLength={24}
      value={place[field]}
      error={isWrong ? t(`locations.form.${field}Wrong`) : undefined}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <Stack as="section" gap={16} className={classes.fields} aria-label={t('cameraEdit.place.title')}>
      <h2 className={words.title}>{t('cameraEdit.place.title')}</h2>
      <p className={classes.lead}>{t('cameraEdit.place.lead')}</p>
      <TextInput
        label={<OptionalLabel>{t('cameraEdit.place.address')}</OptionalLabel>}
        maxLength={300}
        value={place.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        {degrees('lat')}
        {degrees('lon')}
      </div>
      <LatePointPicker point={pointOf(place)} onPick={({ lat, lon }) => set({ lat: String(lat), lon: String(lon) })} />
    </Stack>
  );
}

/** What the camera is called and where it belongs. */
export function GeneralTab({ camera, edit, locations }: GeneralTabProps) {
  const { t } = useTranslation();
  const { draft, change, problems } = edit;
  return (
    <>
      <Stack as="section" gap={16} className={classes.fields}>
        <TextInput
          label={t('cameras.form.name')}
          required
          maxLength={120}
          value={draft.name}
          error={problems.includes('nameMissing') ? t('cameras.form.nameMissing') : undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('cameras.form.site')}
          data={choicesWith(
            locations.map(({ id, name }) => ({ value: id, label: name })),
            draft.locationId,
          )}
          value={draft.locationId}
          onChange={(event) => change({ locationId: event.currentTarget.value })}
        />
        <Textarea
          label={<OptionalLabel>{t('cameraEdit.general.description')}</OptionalLabel>}
          maxLength={500}
          autosize
          minRows={2}
          maxRows={6}
          value={draft.details.description}
          onChange={(event) => change({ details: { ...draft.details, description: event.currentTarget.value } })}
        />
        <Stack gap={8}>
          <span className={words.label} aria-hidden="true">
            {t('cameraEdit.general.id')}
          </span>
          <CopyValue label={t('cameraEdit.general.id')} value={camera.id} />
        </Stack>
      </Stack>
      {camera.isHosted && <PlaceFields edit={edit} />}
    </>
  );
}
