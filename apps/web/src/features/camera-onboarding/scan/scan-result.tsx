import type { CameraScan } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import { useTranslation } from 'react-i18next';
import { ownZone } from '../../../platform/time/own-zone.ts';
import formClasses from '../../../ui/forms/form.module.css';
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
      <p className={formClasses.section} role="alert">
        {t(`errors.${scan.cause ?? 'internal'}`)}
      </p>
    );
  }
  if (scan.devices.length === 0)
    return <EmptyState title={t('cameraOnboarding.scan.noneTitle')} text={t('cameraOnboarding.scan.noneText')} />;
  return (
    <section className={formClasses.section} data-testid="scan-result">
      <h2>{t('cameraOnboarding.scan.found')}</h2>
      <p className={formClasses.lead}>
        {t('cameraOnboarding.scan.count', { count: scan.devices.length })}{' '}
        <Moment utcMs={scan.startedAtUtcMs} timeZone={ownZone()} to="time" />
        {scan.isCut && ` ${t('cameraOnboarding.scan.cut')}`}
      </p>
      <FoundDevices devices={scan.devices} picked={picked} onPick={onPick} />
    </section>
  );
}
