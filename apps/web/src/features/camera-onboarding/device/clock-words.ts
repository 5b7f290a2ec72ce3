import { useTranslation } from 'react-i18next';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';

/** Smaller differences come from the way of the question. */
const noticedMs = 2_000;

/** Whether the clock of a device is far enough off to be told. */
export const isClockOff = (offsetMs: number | null): offsetMs is number =>
  offsetMs !== null && Math.abs(offsetMs) >= noticedMs;

/** A difference of clocks as `2:00:05`, hours, minutes and seconds. */
export const clockDifference = (offsetMs: number): string => {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
};

/** Says how far the clock of a device is ahead or behind. */
export const useClockWords = (): ((offsetMs: number | null) => string) => {
  const { t } = useTranslation();
  return (offsetMs) => {
    if (!isClockOff(offsetMs)) return t('cameraOnboarding.clock.right');
    const time = leftToRight(clockDifference(offsetMs));
    return offsetMs > 0 ? t('cameraOnboarding.clock.ahead', { time }) : t('cameraOnboarding.clock.behind', { time });
  };
};
