import { Button, Progress } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields, FormActions } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { bringList } from './bring-list.ts';
import { FileStep, type ReadFile } from './file/file-step.tsx';
import { ImportWork } from './import-work.tsx';
import { ListSettings, type CommonSettings } from './list-settings.tsx';
import classes from './onboarding.module.css';
import { OwnImports } from './own-imports.tsx';
import { CoreField } from './place-fields.tsx';
import { isRetentionText } from './retention-field.tsx';
import { Steps } from './steps.tsx';

interface FileWayProps {
  edges: readonly Edge[];
  edge: Edge;
  onEdge: (edge: Edge) => void;
  locations: readonly Location[];
  /** The list that is open. */
  importId: string | undefined;
  onImport: (id: string | undefined) => void;
  next: ReactNode;
}

/** Cameras of a file: choose, bring, look at and make. A list that is open stays so when the page is opened again. */
export function FileWay({ edges, edge, onEdge, locations, importId, onImport, next }: FileWayProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<ReadFile | null>(null);
  const [there, setThere] = useState(0);
  const [settings, setSettings] = useState<CommonSettings>({
    locationId: edge.locationId,
    retentionDays: '30',
    isWebrtc: true,
    isWebrtcRelay: true,
  });
  const rows = file?.content.rows ?? null;
  const bring = useMutation({
    mutationFn: () => {
      const { locationId, retentionDays, isWebrtc, isWebrtcRelay } = settings;
      const common = { retentionDays: Number(retentionDays), isWebrtc, isWebrtcRelay };
      return bringList(
        {
          type: 'file',
          fileName: (file?.name ?? '').slice(0, 300),
          edgeId: edge.id,
          locationId,
          settings: common,
          rows: rows ?? [],
        },
        setThere,
      );
    },
  });
  // Whoever left the page meanwhile stays where they are now; the list is found again among their own.
  const goOn = (): void => bring.mutate(undefined, { onSuccess: onImport });
  const steps = [t('cameraOnboarding.steps.file'), t('cameraOnboarding.steps.check'), t('cameraOnboarding.steps.done')];
  if (importId !== undefined) {
    return <ImportWork importId={importId} steps={steps} onBack={() => onImport(undefined)} next={next} />;
  }
  return (
    <>
      <Steps names={steps} current={0} />
      <UnsavedGuard isDirty={() => file !== null && !bring.isSuccess} part="way" />
      <Section>
        <Fields>
          <CoreField
            edges={edges}
            value={edge.id}
            onChange={(chosen) => {
              setSettings({ ...settings, locationId: chosen.locationId });
              onEdge(chosen);
            }}
          />
          <FileStep
            file={file}
            isBusy={bring.isPending}
            onFile={(chosen) => {
              bring.reset();
              setFile(chosen);
            }}
          />
          <ListSettings locations={locations} value={settings} onChange={setSettings} />
          {bring.isPending && rows !== null && (
            <Progress
              className={classes.progress ?? ''}
              value={(there / rows.length) * 100}
              size="sm"
              aria-label={t('cameraOnboarding.file.bringing')}
            />
          )}
          {bring.error !== null && <FormFailure failure={bring.error} />}
          <FormActions>
            <Button
              disabled={rows === null || !isRetentionText(settings.retentionDays)}
              loading={bring.isPending}
              onClick={goOn}
            >
              {t('common.actions.continue')}
            </Button>
          </FormActions>
        </Fields>
      </Section>
      <OwnImports onOpen={onImport} />
    </>
  );
}
