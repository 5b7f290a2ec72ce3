import type { CameraStatus } from '@sightline/contracts/cameras/camera';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { formatSince } from '../../platform/i18n/format-time.ts';
import { useWhy } from '../../ui/status/use-why.ts';

interface StatusText {
  /** `Offline since 13:51 IST` */
  since: string;
  /** Why and what to do, or an empty text when all is well. */
  cause: string;
}

/** State of a camera in words: since when, in the site's zone, and why. */
export const useStatusText = (): ((status: CameraStatus, timeZone: string) => StatusText) => {
  const { t } = useTranslation();
  const why = useWhy();
  return (status, timeZone) => ({
    since: t(`cameras.since.${status.state}`, { time: formatSince(status.sinceUtcMs, serverNowUtcMs(), timeZone) }),
    cause: why(status),
  });
};
