import { formatTime } from '../../platform/i18n/format-time.ts';

/** Day and time of a zone, to the second unless minutes are enough. Day and clock are isolated: in Hebrew their parts would change places otherwise. */
export function Moment({
  utcMs,
  timeZone,
  to = 'seconds',
}: {
  utcMs: number;
  timeZone: string;
  to?: 'time' | 'seconds';
}) {
  return (
    <>
      <bdi>{formatTime(utcMs, timeZone, 'day')}</bdi> <bdi dir="ltr">{formatTime(utcMs, timeZone, to)}</bdi>
    </>
  );
}
