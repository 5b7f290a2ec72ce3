import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { Moment } from '../../../ui/time/moment.tsx';
import type { BackTestResult } from './back-test-query.ts';
import classes from './back-test.module.css';

const shownAtOnce = 6;
/** The clip begins a little before what happened. */
const beforeMs = 3_000;

/** When the rule would have alerted and why, the newest first; each plays what was recorded then, beside the form. */
export function BackTestMoments({ moments, cameraId }: { moments: BackTestResult['moments']; cameraId: string }) {
  const { t } = useTranslation();
  const said = useAlertWords();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? moments : moments.slice(0, shownAtOnce);
  return (
    <>
      <ul className={classes.moments}>
        {shown.map(({ atUtcMs, why }) => (
          <li key={atUtcMs}>
            <Link
              to="/camera/$cameraId"
              params={{ cameraId }}
              search={{ at: String(atUtcMs - beforeMs) }}
              target="_blank"
              className={classes.moment}
            >
              <IconPlayerPlay size={16} stroke={1.6} aria-hidden="true" />
              <span>
                <Moment utcMs={atUtcMs} timeZone={ownZone()} />
              </span>
              <span className={classes.quiet}>{why.slice(0, 1).map(said.reason).join('')}</span>
            </Link>
          </li>
        ))}
      </ul>
      {!isAll && moments.length > shownAtOnce && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          {t('ruleBuilder.backTest.all', { shown: formatCount(moments.length) })}
        </Button>
      )}
    </>
  );
}

/** What would have kept the rule from alerting, how often. */
export function HeldBack({ heldBack }: Pick<BackTestResult, 'heldBack'>) {
  const { t } = useTranslation();
  const said = useAlertWords();
  if (heldBack.length === 0) return null;
  return (
    <p className={classes.quiet}>
      {t('ruleBuilder.backTest.heldBack')}{' '}
      {heldBack.map(({ hindrance, count }) => `${said.hindrance(hindrance)} (${formatCount(count)})`).join(', ')}
    </p>
  );
}
