import type { AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { Button, Progress } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { Moment } from '../../../ui/time/moment.tsx';
import { BackTestMoments, HeldBack } from './back-test-moments.tsx';
import { type BackTestAsked, backTestOf, backTestQuery, type BackTestResult } from './back-test-query.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import classes from './back-test.module.css';

/** Whoever drags a threshold stops for a moment to see what it does. */
const settleMs = 700;
const weekMs = 7 * 86_400_000;
/** What is known for nearly all of the week is known for the week. */
const nearlyMs = 3 * 3_600_000;

/** How often a rule would have alerted in the last 7 days, and when: counted anew when the rule changes. */
export function BackTestPanel({ rule }: { rule: AlertRuleInput | null }) {
  const [settled] = useDebouncedValue(JSON.stringify(backTestOf(rule)), settleMs);
  const asked = JSON.parse(settled) as BackTestAsked | null;
  if (asked === null) return null;
  return <Counted asked={asked} isFirstOfMany={(rule?.cameraIds.length ?? 0) > 1} />;
}

function Counted({ asked, isFirstOfMany }: { asked: BackTestAsked; isFirstOfMany: boolean }) {
  const { t } = useTranslation();
  const [share, setShare] = useState(0);
  const query = useQuery({ ...backTestQuery(asked, setShare), placeholderData: keepPreviousData });
  const { data, error, isFetching } = query;
  return (
    <section className={classes.panel} data-testid="back-test" aria-busy={isFetching}>
      <h2 className={classes.title}>{t('ruleBuilder.backTest.title')}</h2>
      {error !== null && (
        <div role="alert">
          <p className={classes.quiet}>{t(`errors.${error.code}`)}</p>
          <Button variant="default" size="xs" onClick={() => void query.refetch()}>
            {t('common.actions.retry')}
          </Button>
        </div>
      )}
      {error === null && data !== undefined && (
        <div className={classes.found} data-old={isFetching}>
          <Found result={data} cameraId={asked.cameraId} />
          {isFirstOfMany && <p className={classes.quiet}>{t('ruleBuilder.backTest.firstCamera')}</p>}
        </div>
      )}
      {isFetching && (
        <Progress value={Math.max(4, share * 100)} size="xs" aria-label={t('ruleBuilder.backTest.running')} />
      )}
    </section>
  );
}

function Found({ result, cameraId }: { result: BackTestResult; cameraId: string }) {
  const { t } = useTranslation();
  const { count, fromUtcMs, toUtcMs, moments, heldBack } = result;
  if (fromUtcMs === null) return <p className={classes.quiet}>{t('ruleBuilder.backTest.nothing')}</p>;
  return (
    <>
      <p className={classes.count} aria-live="polite">
        {count === 0
          ? t('ruleBuilder.backTest.none')
          : t('ruleBuilder.backTest.count', { count, shown: formatCount(count) })}
      </p>
      {fromUtcMs > toUtcMs - weekMs + nearlyMs && (
        <p className={classes.quiet}>
          {t('ruleBuilder.backTest.since')} <Moment utcMs={fromUtcMs} timeZone={ownZone()} to="time" />
        </p>
      )}
      <BackTestMoments moments={moments} cameraId={cameraId} />
      <HeldBack heldBack={heldBack} />
    </>
  );
}
