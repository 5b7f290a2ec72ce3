import { Button } from '@mantine/core';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import type { AuditRangeVerification, AuditVerification } from '@sightline/contracts/audit/audit';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { Row } from '../../ui/layout/row.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import type { rangeOf } from './audit-address.ts';
import { chainToTell } from './chain-to-tell.ts';
import classes from './audit.module.css';

const textOf = (t: TFunction, told: AuditVerification | AuditRangeVerification, timeZone: string): string => {
  const { isWhole, entries, sealed, brokenAt } = told;
  if (!isWhole)
    return brokenAt === null
      ? t('audit.chain.broken')
      : t(`audit.chain.${brokenAt.cause}`, { time: formatTime(brokenAt.created_at, timeZone, 'full') });
  const counts = { count: sealed, sealed: formatCount(sealed), entries: formatCount(entries) };
  if (!('reachesEnd' in told)) return t('audit.chain.whole', counts);
  const days =
    told.checkedSince === null
      ? t('audit.chain.days', counts)
      : t('audit.chain.since', { time: formatTime(told.checkedSince, timeZone, 'full') });
  return told.reachesEnd ? days : `${days} ${t('audit.chain.farFromEnd')}`;
};

/** Whether the log is as it was written: nothing changed, taken out or put in. The days that are shown are checked by themselves, the whole log when it is asked for. */
export function ChainState({ range, timeZone }: { range: ReturnType<typeof rangeOf>; timeZone: string }) {
  const { t } = useTranslation();
  const days = useQuery({ ...callQuery(auditCalls.verifyRange, { query: range }), staleTime: 0, retry: false });
  // Reads every entry of the organization.
  const all = useQuery({ ...callQuery(auditCalls.verify, {}), enabled: false, retry: false });
  const isChecking = days.isFetching || all.isFetching;
  const told = chainToTell(days.data, all.data);
  const level = isChecking || told === undefined ? 'idle' : told.isWhole ? 'ok' : 'bad';
  const text = isChecking
    ? t('audit.chain.checking')
    : told === undefined
      ? t('audit.chain.unknown')
      : textOf(t, told, timeZone);
  return (
    <Row wrap align="center" gap={8} className={classes.chain} role="status" data-chain={level}>
      <StatusLabel level={level}>{text}</StatusLabel>
      <Button variant="subtle" size="compact-md" loading={all.isFetching} onClick={() => void all.refetch()}>
        {t('audit.chain.all')}
      </Button>
    </Row>
  );
}
