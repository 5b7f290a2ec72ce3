import { Button, Checkbox, Progress } from '@mantine/core';
import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import type { CameraScan } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Fields, FormActions } from '../../../ui/forms/form.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Section } from '../../../ui/page/section.tsx';
import classes from '../onboarding.module.css';
import { lastScan } from '../onboarding-queries.ts';
import { CoreField } from '../place-fields.tsx';

interface ScanStepProps {
  edges: readonly Edge[];
  edge: Edge;
  onEdge: (edge: Edge) => void;
  scan: CameraScan | null;
}

/** Lets the core look for cameras, with consent also at every address of its subnet. */
export function ScanStep({ edges, edge, onEdge, scan }: ScanStepProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [probesSubnet, setProbes] = useState(false);
  const { queryKey } = lastScan(edge.id);
  const keep = (kept: CameraScan): void => void client.setQueryData(queryKey, { scan: kept });
  const start = useMutation({
    mutationFn: () => call(cameraOnboardingCalls.startScan, { body: { edgeId: edge.id, probesSubnet } }),
    onSuccess: keep,
  });
  const cancel = useMutation({
    mutationFn: (id: string) => call(cameraOnboardingCalls.cancelScan, { params: { id } }),
    onSuccess: keep,
  });
  const isRunning = scan?.state === 'running';
  const failure = isRunning ? cancel.error : start.error;
  return (
    <Section>
      <Fields>
        <CoreField edges={edges} value={edge.id} onChange={onEdge} disabled={isRunning} />
        <Checkbox
          label={t('cameraOnboarding.scan.probe')}
          description={t('cameraOnboarding.scan.probeHint')}
          checked={probesSubnet}
          disabled={isRunning}
          onChange={(event) => setProbes(event.currentTarget.checked)}
        />
        {failure !== null && <FormFailure failure={failure} />}
        {isRunning && <ScanProgress scan={scan} />}
        <FormActions>
          {isRunning ? (
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(scan.id)}>
              {t('cameraOnboarding.scan.cancel')}
            </Button>
          ) : (
            <Button
              variant={scan === null ? 'filled' : 'default'}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {scan === null ? t('cameraOnboarding.scan.start') : t('cameraOnboarding.scan.again')}
            </Button>
          )}
        </FormActions>
      </Fields>
    </Section>
  );
}

/** How much of the time of a scan is over. */
function ScanProgress({ scan }: { scan: CameraScan }) {
  const { t } = useTranslation();
  const now = useNow(250);
  const share = Math.min(
    1,
    Math.max(0, (now - scan.startedAtUtcMs) / Math.max(1, scan.endsByUtcMs - scan.startedAtUtcMs)),
  );
  return (
    <Stack gap={4} role="status">
      <span>{t('cameraOnboarding.scan.running')}</span>
      <Progress
        className={classes.progress ?? ''}
        value={share * 100}
        size="sm"
        aria-label={t('cameraOnboarding.scan.running')}
      />
    </Stack>
  );
}
