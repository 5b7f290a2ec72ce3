import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { Camera, RecordingMode } from '@sightline/contracts/cameras/camera';
import type { RecordingSettings } from '@sightline/contracts/cameras/camera-settings';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../../../ui/forms/choice-list.tsx';
import { shownParts } from '../shown-parts.ts';
import { NumberField } from './number-field.tsx';
import type { CameraEdit } from '../use-camera-edit.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { WeekEditor } from '../../../../ui/week/week-editor.tsx';
import words from '../../../../ui/forms/field-words.module.css';
import classes from '../camera-edit.module.css';

const modes = ['continuous', 'motion', 'objects', 'schedule', 'off'] as const satisfies readonly RecordingMode[];

interface PartProps {
  edit: CameraEdit;
  set: (part: Partial<RecordingSettings>) => void;
}

/** How long footage is kept, and what of it longer. */
function Keeping({ edit, set }: PartProps) {
  const { t } = useTranslation();
  const { draft, change, problems } = edit;
  const { smartStorage } = draft.recording;
  return (
    <Stack as="section" gap={16} className={classes.section}>
      <h2 className={words.title}>{t('cameraEdit.recording.keeping')}</h2>
      <Stack gap={16} className={classes.fields}>
        <TextInput
          label={t('cameras.form.retention')}
          description={t('cameras.form.retentionHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          maxLength={4}
          value={draft.retentionDays}
          error={problems.includes('retentionWrong') ? t('cameras.form.retentionWrong') : undefined}
          onChange={(event) => change({ retentionDays: event.currentTarget.value })}
        />
        <Switch
          label={t('cameraEdit.recording.smart')}
          description={t('cameraEdit.recording.smartHint')}
          checked={smartStorage.isOn}
          onChange={(event) => set({ smartStorage: { ...smartStorage, isOn: event.currentTarget.checked } })}
        />
        {shownParts(draft, problems).smartDays && (
          <NumberField
            label={t('cameraEdit.recording.smartDays')}
            value={smartStorage.retentionDays}
            error={problems.includes('smartRetentionWrong') ? t('cameras.form.retentionWrong') : undefined}
            onChange={(retentionDays) => set({ smartStorage: { ...smartStorage, retentionDays } })}
          />
        )}
        {edit.keepsLess && (
          <p className={words.hint} role="status">
            {t('cameraEdit.recording.keepsLess')}
          </p>
        )}
      </Stack>
    </Stack>
  );
}

/** Which streams are read and written. */
function Streams({ edit, set }: PartProps) {
  const { t } = useTranslation();
  const { recording, sub } = edit.draft;
  return (
    <Stack as="section" gap={16} className={classes.section}>
      <h2 className={words.title}>{t('cameraEdit.recording.streams')}</h2>
      <Stack gap={16} className={classes.fields}>
        <NativeSelect
          label={t('cameraEdit.recording.storageStreams')}
          description={sub === null ? t('cameraEdit.recording.oneStream') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={sub === null}
          value={recording.storageStreams}
          data={(['both', 'main', 'sub'] as const).map((value) => ({
            value,
            label: t(`cameraEdit.recording.store.${value}`),
          }))}
          onChange={(event) =>
            set({ storageStreams: event.currentTarget.value as RecordingSettings['storageStreams'] })
          }
        />
        <Switch
          label={t('cameraEdit.recording.whenNeeded')}
          description={t('cameraEdit.recording.whenNeededHint')}
          disabled={sub === null && recording.mainStreamMode === 'always'}
          checked={recording.mainStreamMode === 'whenNeeded'}
          onChange={(event) => set({ mainStreamMode: event.currentTarget.checked ? 'whenNeeded' : 'always' })}
        />
        <Switch
          label={t('cameraEdit.recording.audio')}
          description={t('cameraEdit.recording.audioHint')}
          checked={recording.recordsAudio}
          onChange={(event) => set({ recordsAudio: event.currentTarget.checked })}
        />
      </Stack>
    </Stack>
  );
}

/** When footage is written, which, and how long it is kept. */
export function RecordingTab({ camera, edit }: { camera: Camera; edit: CameraEdit }) {
  const { t } = useTranslation();
  const { draft, change, problems } = edit;
  const { recording, recordingMode } = draft;
  const set = (part: Partial<RecordingSettings>): void => change({ recording: { ...recording, ...part } });
  const shown = shownParts(draft, problems);
  const isOnMovement = recordingMode === 'motion' || recordingMode === 'objects';
  const rollError = problems.includes('rollWrong') ? t('cameraEdit.problems.rollWrong') : undefined;
  return (
    <>
      <Stack gap={16} className={classes.fields}>
        <ChoiceList
          label={t('cameraEdit.recording.mode')}
          value={recordingMode}
          options={modes.map((value) => ({ value, label: t(`cameras.recordingMode.${value}`) }))}
          onChange={(next) => change({ recordingMode: next })}
        />
        <p className={words.hint}>{t(`cameraEdit.recording.about.${recordingMode}`)}</p>
        {isOnMovement && !draft.analysis.isOn && <p className={words.hint}>{t('cameraEdit.recording.noAnalysis')}</p>}
        {shown.roll && (
          <div className={classes.pair}>
            <NumberField
              label={t('cameraEdit.recording.preRoll')}
              value={recording.preRollS}
              error={rollError}
              onChange={(preRollS) => set({ preRollS })}
            />
            <NumberField
              label={t('cameraEdit.recording.postRoll')}
              value={recording.postRollS}
              error={rollError !== undefined}
              onChange={(postRollS) => set({ postRollS })}
            />
          </div>
        )}
      </Stack>
      {shown.schedule && (
        <WeekEditor
          label={t('cameraEdit.schedule.title')}
          hint={t('cameraEdit.schedule.hint', { zone: camera.timeZone })}
          empty={t('cameraEdit.schedule.empty')}
          hours={recording.schedule}
          onChange={(schedule) => set({ schedule })}
        />
      )}
      <Keeping edit={edit} set={set} />
      <Streams edit={edit} set={set} />
    </>
  );
}
