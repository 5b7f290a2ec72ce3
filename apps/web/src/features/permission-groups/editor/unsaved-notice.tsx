import { Button } from '@mantine/core';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import { useMay } from '../../../platform/session/may.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import type { OpenGroup } from './use-group-saver.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { TextWithParts } from '../../../ui/page/text-with-parts.tsx';
import classes from './save-status.module.css';

/** Who changed the group last, as far as the person may know. */
function LastChange({ groupId, revision }: { groupId: string; revision: number }) {
  const { t } = useTranslation();
  const own = useSession().user.id;
  const isReadable = useMay('AuditView');
  const last = useQuery({
    ...callQuery(auditCalls.findByFilter, { query: { limit: 1 }, body: { entityId: groupId } }),
    // The revision names the moment: another one is another question.
    queryKey: ['last-change', groupId, revision],
    enabled: isReadable,
  });
  const entry = last.data?.items[0];
  if (entry?.user == null) return <>{t('permissionGroups.conflict.somebody')}</>;
  const time = formatTime(entry.created_at, ownZone(), 'seconds');
  if (entry.user.id === own) return <>{t('permissionGroups.conflict.self', { time })}</>;
  return (
    <TextWithParts
      text={t('permissionGroups.conflict.other', {
        name: entry.user.name,
        time: leftToRight(time),
        isolated: false,
      })}
      parts={{ name: <bdi /> }}
    />
  );
}

/** Changes that are not on the server, why, and what can be done with them; nothing is lost unless the person says so. */
export function UnsavedNotice({ open: { saver, state } }: { open: OpenGroup }) {
  const { t } = useTranslation();
  const { status, changes, base } = state;
  if (status !== 'failed' && status !== 'conflict') return null;
  return (
    <Row wrap align="center" gap={16} rowGap={8} className={classes.notice} role="alert">
      <span className={classes.words}>
        {status === 'failed' ? (
          t('permissionGroups.save.failed')
        ) : (
          <LastChange groupId={base.id} revision={base.revision} />
        )}
        {'. '}
        {t('permissionGroups.save.kept', { count: changes.length })}
      </span>
      <Row as="span" wrap gap={8}>
        <Button variant="default" onClick={saver.discard}>
          {t('permissionGroups.save.discard')}
        </Button>
        <Button onClick={saver.retry}>
          {t(status === 'failed' ? 'common.actions.retry' : 'permissionGroups.conflict.apply')}
        </Button>
      </Row>
    </Row>
  );
}
