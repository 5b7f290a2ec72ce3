import { Button } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { AccountFields } from '../../ui/forms/account-fields.tsx';
import { FieldPair, Fields, FormActions } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { bringList } from './bring-list.ts';
import { ImportWork } from './import-work.tsx';
import { ListSettings, type CommonSettings } from './list-settings.tsx';
import classes from './onboarding.module.css';
import { lastScan } from './onboarding-queries.ts';
import { isRetentionText } from './retention-field.tsx';
import { PickedList } from './scan/picked-list.tsx';
import { isComplete, keyOfDevice, rowsOfPicked } from './scan/picked-devices.ts';
import { ScanResult } from './scan/scan-result.tsx';
import { ScanStep } from './scan/scan-step.tsx';
import { usePicked } from './scan/use-picked.ts';
import { Steps } from './steps.tsx';

interface ScanWayProps {
  edges: readonly Edge[];
  edge: Edge;
  onEdge: (edge: Edge) => void;
  locations: readonly Location[];
  next: ReactNode;
}

/** Cameras that the core finds in its network: look, pick, details, cameras. */
export function ScanWay({ edges, edge, onEdge, locations, next }: ScanWayProps) {
  const { t } = useTranslation();
  const scan = useQuery(lastScan(edge.id)).data?.scan ?? null;
  const { picked, pick, change } = usePicked(edge.id);
  const [account, setAccount] = useState({ username: '', password: '' });
  const [settings, setSettings] = useState<CommonSettings>({
    locationId: edge.locationId,
    retentionDays: '30',
    isWebrtc: true,
    isWebrtcRelay: true,
  });
  const bring = useMutation({
    mutationFn: () => {
      const { locationId, retentionDays, isWebrtc, isWebrtcRelay } = settings;
      const common = { retentionDays: Number(retentionDays), isWebrtc, isWebrtcRelay };
      const rows = rowsOfPicked(picked, account);
      return bringList(
        { type: 'scan', fileName: '', edgeId: edge.id, locationId, settings: common, rows },
        () => undefined,
      );
    },
  });
  const steps = [
    t('cameraOnboarding.steps.search'),
    t('cameraOnboarding.steps.pick'),
    t('cameraOnboarding.steps.done'),
  ];
  if (bring.data !== undefined) {
    return <ImportWork importId={bring.data} steps={steps} onBack={bring.reset} next={next} />;
  }
  const isReady = isComplete(picked) && isRetentionText(settings.retentionDays);
  return (
    <>
      <Steps names={steps} current={picked.length > 0 ? 1 : 0} />
      <UnsavedGuard isDirty={() => picked.length > 0} part="way" />
      <ScanStep
        edges={edges}
        edge={edge}
        scan={scan}
        onEdge={(chosen) => {
          setSettings({ ...settings, locationId: chosen.locationId });
          onEdge(chosen);
        }}
      />
      {scan !== null && (
        <ScanResult scan={scan} picked={new Set(picked.map(({ device }) => keyOfDevice(device)))} onPick={pick} />
      )}
      {picked.length > 0 && (
        <Section title={t('cameraOnboarding.scan.accountTitle')}>
          <Fields className={classes.wide}>
            <FieldPair>
              <AccountFields value={account} onChange={setAccount} />
            </FieldPair>
            <PickedList edgeId={edge.id} account={account} picked={picked} onChange={change} />
            <ListSettings locations={locations} value={settings} onChange={setSettings} />
            {bring.error !== null && <FormFailure failure={bring.error} />}
            <FormActions>
              <Button disabled={!isReady} loading={bring.isPending} onClick={() => bring.mutate()}>
                {t('common.actions.continue')}
              </Button>
            </FormActions>
          </Fields>
        </Section>
      )}
    </>
  );
}
