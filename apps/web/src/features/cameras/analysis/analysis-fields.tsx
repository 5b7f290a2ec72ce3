import { Checkbox, Switch } from '@mantine/core';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { EventClass } from '@sightline/contracts/events/event';
import { useTranslation } from 'react-i18next';
import { MissingModel } from './missing-model.tsx';
import { ZonesField } from './zones-field.tsx';
import classes from './analysis-fields.module.css';

interface AnalysisFieldsProps {
  value: AnalysisSettings;
  onChange: (value: AnalysisSettings) => void;
  /** Last picture of the camera, to draw zones on. */
  posterUrl: string | null;
  /** What the core announces that it can do, and where to read about it. */
  core: { id: string; capabilities: readonly string[] } | undefined;
}

const objects = ['person', 'vehicle', 'animal'] as const satisfies readonly EventClass[];

/** What the core looks for in the picture: things, plates, faces, and where. */
export function AnalysisFields({ value, onChange, posterUrl, core }: AnalysisFieldsProps) {
  const { t } = useTranslation();
  const change = (part: Partial<AnalysisSettings>): void => onChange({ ...value, ...part });
  const toggle = (kind: EventClass): void =>
    change({ objectsToScan: objects.filter((each) => (each === kind ? !value.objectsToScan.includes(kind) : value.objectsToScan.includes(each))) });
  return (
    <fieldset className={classes.fields}>
      <legend>{t('cameras.analysis.title')}</legend>
      <Switch
        label={t('cameras.analysis.isOn')}
        description={t('cameras.analysis.isOnHint')}
        checked={value.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {value.isOn && (
        <>
          <div className={classes.group} role="group" aria-label={t('cameras.analysis.objects')}>
            <span className={classes.label}>{t('cameras.analysis.objects')}</span>
            {objects.map((kind) => (
              <Checkbox key={kind} label={t(`cameras.analysis.${kind}`)} checked={value.objectsToScan.includes(kind)} onChange={() => toggle(kind)} />
            ))}
            <MissingModel core={core} ability="detect" />
          </div>
          <Switch
            label={t('cameras.analysis.hasTiles')}
            description={t('cameras.analysis.hasTilesHint')}
            checked={value.hasTiles}
            onChange={(event) => change({ hasTiles: event.currentTarget.checked })}
          />
          <div>
            <Switch
              label={t('cameras.analysis.readsPlates')}
              checked={value.readsPlates}
              onChange={(event) => change({ readsPlates: event.currentTarget.checked })}
            />
            <MissingModel core={core} ability="plates" />
          </div>
          <div>
            <Switch
              label={t('cameras.analysis.comparesFaces')}
              description={t('cameras.analysis.comparesFacesHint')}
              checked={value.comparesFaces}
              onChange={(event) => change({ comparesFaces: event.currentTarget.checked })}
            />
            <MissingModel core={core} ability="faces" />
          </div>
          <ZonesField zones={value.definedZones} onChange={(definedZones) => change({ definedZones })} posterUrl={posterUrl} />
        </>
      )}
    </fieldset>
  );
}
