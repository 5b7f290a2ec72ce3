import { Switch } from '@mantine/core';
import type { AnalyticsSwitch, AnalyticsSwitches } from '@sightline/contracts/organizations/analytics-switches';
import type { RecognitionSwitch } from '@sightline/contracts/organizations/recognition-switch';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MissingModel, type KnownCore } from '../../analysis/missing-model.tsx';
import type { CameraEdit } from '../use-camera-edit.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import words from '../../../../ui/forms/field-words.module.css';
import classes from '../camera-edit.module.css';

interface RecognitionTabProps {
  edit: CameraEdit;
  core: KnownCore;
  /** What the organization allows. */
  organization: AnalyticsSwitches;
}

const switches = [
  'vehicleMMC',
  'protectiveGear',
  'forklift',
  'container',
  'shoppingCart',
] as const satisfies readonly RecognitionSwitch[];

function NotAllowed() {
  const { t } = useTranslation();
  return (
    <p className={words.why}>
      <IconInfoCircle size={14} stroke={1.75} aria-hidden="true" />
      <span>
        {t('cameraEdit.recognition.notAllowed')}{' '}
        <Link to="/settings/details">{t('cameraEdit.recognition.whereAllowed')}</Link>
      </span>
    </p>
  );
}

/** Recognition beyond people, vehicles and animals. Each takes effect where the organization allows it and the core has a model. */
export function RecognitionTab({ edit, core, organization }: RecognitionTabProps) {
  const { t } = useTranslation();
  const { analysis, recognition } = edit.draft;
  const line = (name: Exclude<AnalyticsSwitch, 'faceRecognition'>, isOn: boolean, set: (isOn: boolean) => void) => (
    <div key={name} data-testid={`recognition-${name}`}>
      <Switch
        label={t(`organizations.recognition.${name}`)}
        checked={isOn && organization[name]}
        disabled={!organization[name]}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      {organization[name] ? (
        <MissingModel core={core} ability={name === 'licensePlates' ? 'plates' : name} />
      ) : (
        <NotAllowed />
      )}
    </div>
  );
  return (
    <Stack as="section" gap={16} className={classes.fields}>
      <p className={classes.lead}>{t('cameraEdit.recognition.lead')}</p>
      {line('licensePlates', analysis.readsPlates, (readsPlates) =>
        edit.change({ analysis: { ...analysis, readsPlates } }),
      )}
      <div>
        <Switch
          label={t('cameras.analysis.comparesFaces')}
          description={t('cameras.analysis.comparesFacesHint')}
          checked={analysis.comparesFaces && organization.faceRecognition}
          disabled={!organization.faceRecognition}
          onChange={(event) => edit.change({ analysis: { ...analysis, comparesFaces: event.currentTarget.checked } })}
        />
        {organization.faceRecognition ? <MissingModel core={core} ability="faces" /> : <NotAllowed />}
      </div>
      {switches.map((name) =>
        line(name, recognition[name], (isOn) => edit.change({ recognition: { ...recognition, [name]: isOn } })),
      )}
    </Stack>
  );
}
