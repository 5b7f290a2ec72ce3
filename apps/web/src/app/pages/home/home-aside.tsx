import type { AttentionList as Attention } from '@sightline/contracts/attention/attention';
import type { AuditEntry } from '@sightline/contracts/audit/audit';
import { AttentionLine } from '../../../features/attention/attention-line.tsx';
import { AttentionList } from '../../../features/attention/attention-list.tsx';
import { useCalm } from '../../../features/attention/use-calm.ts';
import { ChangesToday } from '../../../features/audit/changes-today.tsx';
import { useChangesToday } from '../../../features/audit/use-changes-today.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../platform/session/may.ts';
import { useCommonZone } from '../use-common-zone.ts';
import classes from './home.module.css';

const WaitingAlerts = lazy(async () => ({
  default: (await import('../../../features/alerts/waiting/waiting-alerts.tsx')).WaitingAlerts,
}));

/** What stands beside the sites, and whether there is anything that is worth the room. */
export interface AsideContent {
  isShown: boolean;
  /** While nothing needs anybody. */
  calm: Attention | undefined;
  changes: readonly AuditEntry[];
  timeZone: string;
}

/** What needs somebody and what was changed today. Until both are known to be nothing they keep their place. */
export function useHomeAside(): AsideContent {
  const timeZone = useCommonZone();
  const calm = useCalm();
  const changes = useChangesToday(timeZone);
  return { isShown: calm === undefined || (changes?.length ?? 0) > 0, calm, changes: changes ?? [], timeZone };
}

/** On a phone before everything else: alerts that nobody has taken, then what needs somebody. */
export function HomeFirst({ aside: { calm } }: { aside: AsideContent }) {
  const mayMonitor = useMay('AlertMonitoring');
  return (
    <div className={classes.first}>
      {mayMonitor && (
        <Suspense>
          <WaitingAlerts />
        </Suspense>
      )}
      {calm === undefined ? <AttentionList /> : <AttentionLine list={calm} />}
    </div>
  );
}

interface HomeAsideProps {
  aside: AsideContent;
  /** What needs somebody stands elsewhere. */
  isWithoutAttention: boolean;
}

/** Beside the sites; on small screens what needs somebody stands above them and what was changed below. */
export function HomeAside({ aside: { calm, changes, timeZone }, isWithoutAttention }: HomeAsideProps) {
  const { t } = useTranslation();
  return (
    <aside className={classes.aside} aria-label={t('home.aside')}>
      {!isWithoutAttention && (
        <div className={classes.attention}>
          {calm === undefined ? <AttentionList /> : <AttentionLine list={calm} />}
        </div>
      )}
      {changes.length > 0 && (
        <div className={classes.changes}>
          <ChangesToday entries={changes} timeZone={timeZone} />
        </div>
      )}
    </aside>
  );
}
