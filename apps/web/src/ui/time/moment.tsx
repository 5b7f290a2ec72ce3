import { formatTime } from '../../platform/i18n/format-time.ts';

/** Day and time of a zone to the second. Day and clock are isolated: in Hebrew their parts would change places otherwise. */
export function Moment({ utcMs, timeZone }: { utcMs: number; timeZone: string }) {
  return (
    <>
      <bdi>{formatTime(utcMs, timeZone, 'day')}</bdi> <bdi dir="ltr">{formatTime(utcMs, timeZone, 'seconds')}</bdi>
    </>
  );
}
