import type { CameraScan } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import { useTranslation } from 'react-i18next';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { Lead, Section } from '../../../ui/page/section.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import { FoundDevices } from './found-devices.tsx';
import type { Found } from './picked-devices.ts';

interface ScanResultProps {
  scan: CameraScan;
  picked: ReadonlySet<string>;
  onPick: (devices: readonly Found[], isPicked: boolean) => void;
}

/** What came of a scan. */
export function ScanResult({ scan, picked, onPick }: ScanResultProps) {
  const { t } = useTranslation();
  if (scan.state === 'running') return null;
  if (scan.state === 'failed') {
    return (
      <Section>
        <p role="alert">{t(`errors.${scan.cause ?? 'internal'}`)}</p>
      </Section>
    );
  }
  if (scan.devices.length === 0)
    return <EmptyState title={t('cameraOnboarding.scan.noneTitle')} text={t('cameraOnboarding.scan.noneText')} />;
  return (
    <Section title={t('cameraOnboarding.scan.found')} data-testid="scan-result">
      <Lead>
        {t('cameraOnboarding.scan.count', { count: scan.devices.length })}{' '}
        <Moment utcMs={scan.startedAtUtcMs} timeZone={ownZone()} to="time" />
        {scan.isCut && ` ${t('cameraOnboarding.scan.cut')}`}
      </Lead>
      <FoundDevices devices={scan.devices} picked={picked} onPick={onPick} />
    </Section>
  );
}
