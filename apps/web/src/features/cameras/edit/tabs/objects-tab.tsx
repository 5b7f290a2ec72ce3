import { Switch } from '@mantine/core';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { useTranslation } from 'react-i18next';
import { MissingModel, type KnownCore } from '../../analysis/missing-model.tsx';
import { ObjectChoice } from './object-choice.tsx';
import type { CameraEdit } from '../use-camera-edit.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import classes from '../camera-edit.module.css';

interface ObjectsTabProps {
  edit: CameraEdit;
  core: KnownCore;
}

/** What the core makes events of. */
export function ObjectsTab({ edit, core }: ObjectsTabProps) {
  const { t } = useTranslation();
  const { analysis } = edit.draft;
  const set = (part: Partial<AnalysisSettings>): void => edit.change({ analysis: { ...analysis, ...part } });
  return (
    <Stack as="section" gap={16} className={classes.fields}>
      <Switch
        label={t('cameras.analysis.isOn')}
        description={t('cameras.analysis.isOnHint')}
        checked={analysis.isOn}
        onChange={(event) => set({ isOn: event.currentTarget.checked })}
      />
      {analysis.isOn && (
        <>
          <ObjectChoice
            label={t('cameras.analysis.objects')}
            chosen={analysis.objectsToScan}
            onChange={(objectsToScan) => set({ objectsToScan })}
          >
            <MissingModel core={core} ability="detect" />
          </ObjectChoice>
          <Switch
            label={t('cameras.analysis.hasTiles')}
            description={t('cameras.analysis.hasTilesHint')}
            checked={analysis.hasTiles}
            onChange={(event) => set({ hasTiles: event.currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  );
}
