import { Button } from '@mantine/core';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import type { AuditVerification } from '@sightline/contracts/audit/audit';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import classes from './audit.module.css';

const textOf = (t: TFunction, { isWhole, entries, sealed, brokenAt }: AuditVerification): string => {
  if (isWhole) return t('audit.chain.whole', { count: sealed, sealed: formatCount(sealed), entries: formatCount(entries) });
  if (brokenAt === null) return t('audit.chain.broken');
  return t(`audit.chain.${brokenAt.cause}`, { time: formatTime(brokenAt.created_at, ownZone(), 'full') });
};

/** Whether the log is as it was written: nothing changed, taken out or put in. */
export function ChainState() {
  const { t } = useTranslation();
  // Reads every entry of the organization, so it is asked when somebody wants to know, and once on opening.
  const chain = useQuery({ ...callQuery(auditCalls.verify, {}), staleTime: Number.POSITIVE_INFINITY, retry: false });
  const level = chain.data === undefined ? 'idle' : chain.data.isWhole ? 'ok' : 'bad';
  const text = chain.isFetching ? t('audit.chain.checking') : chain.data === undefined ? t('audit.chain.unknown') : textOf(t, chain.data);
  return (
    <div className={classes.chain} role="status" data-chain={level}>
      <StatusLabel level={chain.isFetching ? 'idle' : level}>{text}</StatusLabel>
      <Button variant="subtle" size="compact-md" loading={chain.isFetching} onClick={() => void chain.refetch()}>
        {t('audit.chain.again')}
      </Button>
    </div>
  );
}
