import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Coverage } from '@sightline/contracts/recordings/recording';
import { useTranslation } from 'react-i18next';
import { gapWords } from '../../../../features/recordings/timeline/timeline-words.ts';
import { serverNowUtcMs } from '../../../../platform/clock/server-clock.ts';
import { formatSince } from '../../../../platform/i18n/format-time.ts';

/** What is said of one moment. */
export interface MomentWords {
  time: string;
  said: string;
  isGap: boolean;
}

const holds = ({ fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number }, utcMs: number): boolean =>
  fromUtcMs <= utcMs && utcMs < toUtcMs;

/** When a moment was, and what there is of it: footage, or why there is none. */
export const useRibbonWords = ({
  timeZone,
}: Pick<Camera, 'timeZone'>): ((day: Pick<Coverage, 'recorded' | 'gaps'>, utcMs: number) => MomentWords) => {
  const { t } = useTranslation();
  return ({ recorded, gaps }, utcMs) => {
    const gap = gaps.find((span) => holds(span, utcMs));
    const isRecorded = recorded.some((span) => holds(span, utcMs));
    const said = gap === undefined ? t(isRecorded ? 'home.ribbon.recorded' : 'home.ribbon.nothing') : gapWords(gap, t);
    return { time: formatSince(utcMs, serverNowUtcMs(), timeZone), said, isGap: gap !== undefined };
  };
};
