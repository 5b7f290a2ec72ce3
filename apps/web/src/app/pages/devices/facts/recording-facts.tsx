import { VisuallyHidden } from '@mantine/core';
import type { HomeFacts, LongestGap } from '@sightline/contracts/home/home-facts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { homeFacts } from '../../../../features/home/home-queries.ts';
import { causeWords } from '../../../../features/recordings/timeline/timeline-words.ts';
import { formatCount, formatDuration, formatShareExactly } from '../../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../../platform/i18n/format-time.ts';
import { leftToRight } from '../../../../platform/i18n/left-to-right.ts';
import { useKnownNow } from '../../../../platform/realtime/use-known-now.ts';
import { useCommonZone } from '../../use-common-zone.ts';
import { Fact } from './fact.tsx';
import classes from './facts-strip.module.css';

/** How much of the last day was recorded, and its longest gap, which leads to that moment. */
export function RecordingFacts() {
  const { t } = useTranslation();
  const { data } = useQuery(homeFacts());
  // What is not known yet keeps its place, so that nothing jumps.
  if (data === undefined)
    return (
      <>
        <Fact figure={t('home.facts.notKnown')} detail={t('home.facts.recorded')} />
        <Fact figure={t('home.facts.notKnown')} detail={t('home.facts.longestGap')} />
      </>
    );
  return (
    <>
      <Recorded facts={data} />
      {data.longestGap === null ? <NoGap facts={data} /> : <GapLink gap={data.longestGap} />}
    </>
  );
}

/** What is younger than a day is not said of a day. */
const youngMs = 600_000;

function Recorded({ facts }: { facts: HomeFacts }) {
  const { t } = useTranslation();
  const timeZone = useCommonZone();
  const { cameras, unknownCount, share, fromUtcMs, toUtcMs, knownFromUtcMs } = facts;
  const isYoung = knownFromUtcMs !== null && knownFromUtcMs - fromUtcMs > youngMs;
  const unknown = t('home.facts.unknown', { count: unknownCount, shown: formatCount(unknownCount) });
  return (
    <Fact
      figure={share === null ? t('home.facts.notKnown') : leftToRight(formatShareExactly(share))}
      detail={
        cameras === 0 ? (
          t('home.facts.nothingRecords')
        ) : (
          <>
            {isYoung
              ? t('home.facts.recordedSince', { time: formatSince(knownFromUtcMs, toUtcMs, timeZone) })
              : t('home.facts.recorded')}
            {unknownCount > 0 && <span className={classes.partly}> · {unknown}</span>}
          </>
        )
      }
    />
  );
}

function NoGap({ facts: { share, unknownCount } }: { facts: HomeFacts }) {
  const { t } = useTranslation();
  const words = share === null ? 'notKnown' : unknownCount > 0 ? 'noKnownGap' : 'noGap';
  return (
    <Fact
      figure={t(`home.facts.${words}`)}
      detail={t(share === null ? 'home.facts.longestGap' : 'home.facts.lastDay')}
    />
  );
}

function GapLink({ gap }: { gap: LongestGap }) {
  const { t } = useTranslation();
  const nowUtcMs = useKnownNow(10_000);
  const { cameraId, cameraName, timeZone, fromUtcMs, toUtcMs, isOpen, cause } = gap;
  const duration = formatDuration((isOpen ? Math.max(toUtcMs, nowUtcMs) : toUtcMs) - fromUtcMs);
  const why = causeWords(cause ?? 'gap_unknown', t);
  const when = formatSince(fromUtcMs, nowUtcMs, timeZone);
  return (
    <Link
      to="/camera/$cameraId"
      params={{ cameraId }}
      search={{ at: String(fromUtcMs) }}
      preload={false}
      className={classes.link}
    >
      <Fact
        figure={duration}
        unit={isOpen ? t('home.facts.ongoing', { cause: why }) : why}
        detail={
          <>
            {t('home.facts.longestGap')} · <bdi>{cameraName}</bdi>
            <VisuallyHidden>{t('home.facts.playGap', { when })}</VisuallyHidden>
          </>
        }
      />
    </Link>
  );
}
